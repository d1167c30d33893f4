package archive

import (
	"errors"
	"fmt"

	"tranca.example/pkg/subject"
)

// Errors to test for with errors.Is; FileError and LineError say where.
var (
	// ErrDamaged: the content of a file is not what the format says.
	ErrDamaged = errors.New("damaged")
	// ErrCut: a file ends too early.
	ErrCut = errors.New("cut off")
	// ErrMissing: the manifest names a file that is not there.
	ErrMissing = errors.New("missing")
	// ErrNoFile: something else than a file has the name of one.
	ErrNoFile = errors.New("is no file")
	// ErrRead: the bytes of a file cannot be read, whatever they are.
	ErrRead = errors.New("cannot be read")
	// ErrUnlisted: a file is there that no manifest names.
	ErrUnlisted = errors.New("not in the manifest")
	// ErrHash: the bytes are not those that the manifest names.
	ErrHash = errors.New("other bytes than the manifest says")
	// ErrSwapped: a file has the bytes of another one.
	ErrSwapped = errors.New("has the bytes of another file")
	// ErrContradicts: a line of a manifest tells other things than its file.
	ErrContradicts = errors.New("the manifest tells other things than the file")
	// ErrLink: a line of a manifest does not follow the line before it.
	ErrLink = errors.New("does not follow the line before")
	// ErrSequence: sequences do not follow each other.
	ErrSequence = errors.New("wrong sequence")
	// ErrChain: a commit does not follow its table's commit before (ChainError).
	ErrChain = errors.New("chain of the table is broken")
	// ErrTaken: the name of a new file is taken.
	ErrTaken = errors.New("is there already: another writer is at work")
	// ErrEmpty: the directory holds no archive.
	ErrEmpty = errors.New("holds no archive")
)

// FileError names the file of an archive that is not as it must be.
type FileError struct {
	File string // its name within the directory
	Err  error
}

// Error names the file and what is wrong.
func (e *FileError) Error() string { return e.File + ": " + e.Err.Error() }

// Unwrap returns what is wrong.
func (e *FileError) Unwrap() error { return e.Err }

// LineError names the line of a manifest that is not as it must be.
type LineError struct {
	File string
	Line int // from 1
	Err  error
}

// Error names the line and what is wrong.
func (e *LineError) Error() string { return fmt.Sprintf("%s line %d: %v", e.File, e.Line, e.Err) }

// Unwrap returns what is wrong.
func (e *LineError) Unwrap() error { return e.Err }

// ChainError says which commit does not follow its table's commit before. It is
// an ErrChain.
type ChainError struct {
	Table                    subject.TableID
	Seq                      uint64
	Version, WantVersion     uint32 // WantVersion is 0 where any would do
	Previous, WantedPrevious uint64 // sequences of the commit before
}

// Error names the commit, what it says and what it must say.
func (e *ChainError) Error() string {
	if e.WantVersion == 0 {
		return fmt.Sprintf("message %d: %v: version %d of table %s follows sequence %d, where no commit of it is",
			e.Seq, ErrChain, e.Version, e.Table, e.Previous)
	}
	return fmt.Sprintf("message %d: %v: version %d of table %s follows sequence %d: want version %d after %d",
		e.Seq, ErrChain, e.Version, e.Table, e.Previous, e.WantVersion, e.WantedPrevious)
}

// Unwrap makes it an ErrChain.
func (e *ChainError) Unwrap() error { return ErrChain }

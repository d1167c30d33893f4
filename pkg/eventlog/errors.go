package eventlog

import (
	"errors"
	"fmt"

	"tranca.example/pkg/subject"
)

// Errors to test for with errors.Is. Those with a struct of the same name carry
// more when read with errors.As.
var (
	// ErrConflict: the table's last commit is not the expected one (ConflictError).
	ErrConflict = errors.New("another commit came first")
	// ErrUnknownOutcome: the append may have landed, may land later, or never.
	ErrUnknownOutcome = errors.New("outcome of the append is unknown")
	// ErrNotFound: the table has no commit.
	ErrNotFound = errors.New("table has no commit")
	// ErrUnknownShard: this replica was not told of the table's shard, another one
	// may have been (UnknownShardError).
	ErrUnknownShard = errors.New("shard is unknown to this replica")
	// ErrGap: a commit that must exist is missing (GapError).
	ErrGap = errors.New("commit is missing")
	// ErrTooLarge: the commit is over MaxBody or MaxHeader.
	ErrTooLarge = errors.New("commit is too large")
	// ErrInvalid: the commit can never be appended as it is.
	ErrInvalid = errors.New("commit is invalid")
	// ErrUnavailable: the log did not answer a read; nothing is known.
	ErrUnavailable = errors.New("log is unavailable")
	// ErrWrongPhase: the table's phase belongs to another service (WrongPhaseError).
	ErrWrongPhase = errors.New("phase belongs to another service")
	// ErrForeignCommit: a commit's writer did not own the phase (ForeignCommitError).
	ErrForeignCommit = errors.New("commit of a service that does not own the phase")
	// ErrBehind: the log has not reached the version that was asked for (BehindError).
	ErrBehind = errors.New("table is behind the version asked for")
)

// ConflictError says which commit is really the table's last. It is an ErrConflict.
type ConflictError struct {
	Table subject.TableID
	Want  uint64 // the sequence that was expected
	// Last is the table's real last sequence. It is 0 when the log did not say: then
	// another write was in flight, which may be the very commit that was expected.
	Last uint64
}

// Error names the table and both sequences, where they are known.
func (e *ConflictError) Error() string {
	if e.Last == 0 {
		return fmt.Sprintf("table %s: %v: expected sequence %d", e.Table, ErrConflict, e.Want)
	}
	return fmt.Sprintf("table %s: %v: expected sequence %d, last is %d", e.Table, ErrConflict, e.Want, e.Last)
}

// Unwrap makes it an ErrConflict.
func (e *ConflictError) Unwrap() error { return ErrConflict }

// GapError says which number should have come next: a sequence of a stream, or
// a version of a table when Table is set. It is an ErrGap.
type GapError struct {
	Stream string
	Table  subject.TableID
	Want   uint64
	Got    uint64 // what came instead; for a reader ahead of its stream, the stream's last
}

// Error names the stream or table, what was due and what came.
func (e *GapError) Error() string {
	if e.Table.IsZero() {
		return fmt.Sprintf("stream %s: %v: want sequence %d, got %d", e.Stream, ErrGap, e.Want, e.Got)
	}
	return fmt.Sprintf("table %s: %v: want version %d, got %d", e.Table, ErrGap, e.Want, e.Got)
}

// Unwrap makes it an ErrGap.
func (e *GapError) Unwrap() error { return ErrGap }

// UnknownShardError is about a table of which nothing can be said: whether it
// exists is for a replica that knows its shard. It is an ErrUnknownShard.
type UnknownShardError struct{ Table subject.TableID }

// Error names the table and its shard.
func (e *UnknownShardError) Error() string {
	return fmt.Sprintf("table %s: %v: %s", e.Table, ErrUnknownShard, e.Table.Shard())
}

// Unwrap makes it an ErrUnknownShard.
func (e *UnknownShardError) Unwrap() error { return ErrUnknownShard }

// WrongPhaseError names the service that a command has to go to. It is an ErrWrongPhase.
type WrongPhaseError struct {
	Table   subject.TableID
	Phase   string // the table's phase; "" when the table has no commit
	Owner   string // the service that may append now; "" when nobody may
	Version uint32 // the version that Phase was read at
}

// Error names the table, its phase and the owner of that.
func (e *WrongPhaseError) Error() string {
	return fmt.Sprintf("table %s: %v: phase %q at version %d is of %q", e.Table, ErrWrongPhase, e.Phase, e.Version, e.Owner)
}

// Unwrap makes it an ErrWrongPhase.
func (e *WrongPhaseError) Unwrap() error { return ErrWrongPhase }

// ForeignCommitError describes a commit that must not be applied. It is an ErrForeignCommit.
type ForeignCommitError struct {
	Table   subject.TableID
	Version uint32
	Writer  string // who appended it
	Phase   string // the phase before it; "" for a first commit
	Owner   string // who alone may append in that phase
}

// Error names the commit, its writer and who should have written it.
func (e *ForeignCommitError) Error() string {
	return fmt.Sprintf("table %s: version %d: %v: %q wrote in phase %q of %q",
		e.Table, e.Version, ErrForeignCommit, e.Writer, e.Phase, e.Owner)
}

// Unwrap makes it an ErrForeignCommit.
func (e *ForeignCommitError) Unwrap() error { return ErrForeignCommit }

// BehindError says how far the log is. It is an ErrBehind.
type BehindError struct {
	Table subject.TableID
	Want  uint32
	Have  uint32
}

// Error names the table, the version that is wanted and the one that is there.
func (e *BehindError) Error() string {
	return fmt.Sprintf("table %s: %v: want version %d, have %d", e.Table, ErrBehind, e.Want, e.Have)
}

// Unwrap makes it an ErrBehind.
func (e *BehindError) Unwrap() error { return ErrBehind }

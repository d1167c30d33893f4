package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
)

// Decode reads a commit, and may refuse it for whatever is in its body.
type Decode func(Message) (eventlog.Commit, error)

// Report is what Verify found.
type Report struct {
	Entries []Entry
	Commits uint64
	Tables  int // all that have a commit
	Cut     int // of those: the first commits are older than the archive
}

// Verify proves that the archive of a shard is whole: the manifest is a chain,
// every file is there with just its bytes, sequences follow each other, every
// commit can be read and follows its table's commit before. All files are looked
// at; the errors are joined: *LineError, *FileError. The end of ctx ends it, with
// its error alone: nothing is proven then.
func (d Dir) Verify(ctx context.Context, shard subject.Shard, decode Decode) (Report, error) {
	entries, err := d.Entries(shard)
	if err != nil {
		return Report{}, err
	}
	v := verifier{dir: d, shard: shard, decode: until(ctx, decode), files: map[string]string{}}
	for _, e := range entries {
		v.files[e.SHA256] = e.File
	}
	unlisted, err := d.unlisted(shard, entries)
	all := []error{err}
	for _, name := range unlisted {
		all = append(all, &FileError{File: name, Err: ErrUnlisted})
	}
	for _, e := range entries {
		err := v.file(e)
		if ctx.Err() != nil {
			return Report{}, ctx.Err()
		}
		if err != nil {
			v.broken = true
			all = append(all, &FileError{File: e.File, Err: err})
		}
	}
	r := Report{Entries: entries, Tables: v.chains.tables, Cut: v.chains.cut}
	for _, e := range entries {
		r.Commits += e.Commits
	}
	return r, errors.Join(all...)
}

// until decodes nothing more when ctx has ended.
func until(ctx context.Context, decode Decode) Decode {
	return func(m Message) (eventlog.Commit, error) {
		if err := ctx.Err(); err != nil {
			return eventlog.Commit{}, err
		}
		return decode(m)
	}
}

type verifier struct {
	dir    Dir
	shard  subject.Shard
	decode Decode
	files  map[string]string // names by hash
	chains chains
	broken bool // a file could not be read: the chains after it prove nothing
}

// file checks one file against its entry.
func (v *verifier) file(want Entry) error {
	file, err := v.dir.open(want.File)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // it was only read
	got, err := inspect(file, v.shard, v.message)
	if errors.Is(err, ErrRead) {
		return err
	}
	if got.SHA256 != want.SHA256 {
		return v.otherBytes(want, got)
	}
	got.Previous = want.Previous
	if err == nil && !bytes.Equal(got.line(), want.line()) {
		err = fmt.Errorf("%w: %s, and the file makes it %s", ErrContradicts, want.line(), got.line())
	}
	return err
}

// otherBytes says how a file is not the one that the manifest means.
func (v *verifier) otherBytes(want, got Entry) error {
	if other, known := v.files[got.SHA256]; known {
		return fmt.Errorf("%w: %s", ErrSwapped, other)
	}
	if got.Bytes < want.Bytes {
		return fmt.Errorf("%w: %w: %d bytes: want %d", ErrHash, ErrCut, got.Bytes, want.Bytes)
	}
	return fmt.Errorf("%w: its SHA-256 is %s: want %s", ErrHash, got.SHA256, want.SHA256)
}

// message reads one commit and holds it against its table's commit before.
func (v *verifier) message(m Message) error {
	c, err := v.decode(m)
	if err != nil || v.broken {
		return err
	}
	return v.chains.take(c)
}

// chains are the ends of all tables that may still go on.
type chains struct {
	first       uint64 // sequence of the archive
	ends        map[subject.TableID]end
	tables, cut int
}

type end struct {
	version uint32
	seq     uint64
}

// take holds a commit against its table's commit before. A closed table is
// forgotten; one that goes on all the same has no commit before, then.
func (c *chains) take(commit eventlog.Commit) error {
	if c.ends == nil {
		c.first, c.ends = commit.Seq, map[subject.TableID]end{}
	}
	before, known := c.ends[commit.Table]
	wrong := ChainError{Table: commit.Table, Seq: commit.Seq, Version: commit.Version, Previous: commit.PrevSeq}
	switch {
	case known && (commit.Version != before.version+1 || commit.PrevSeq != before.seq):
		wrong.WantVersion, wrong.WantedPrevious = before.version+1, before.seq
		return &wrong
	case !known && (commit.PrevSeq >= c.first || (commit.Version == 1) != (commit.PrevSeq == 0)):
		return &wrong
	case !known:
		c.tables++
	}
	if !known && commit.Version > 1 {
		c.cut++
	}
	if commit.Phase == string(table.PhaseClosed) {
		delete(c.ends, commit.Table)
		return nil
	}
	c.ends[commit.Table] = end{commit.Version, commit.Seq}
	return nil
}

// Messages yields all messages of a shard's archive in order. It yields all of
// them or ends with an error; it does not look at hashes: see Verify.
func (d Dir) Messages(shard subject.Shard) iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		entries, err := d.Entries(shard)
		if err != nil {
			yield(Message{}, err)
			return
		}
		for _, e := range entries {
			if more, err := d.fileMessages(e, yield); err != nil || !more {
				if err != nil {
					yield(Message{}, &FileError{File: e.File, Err: err})
				}
				return
			}
		}
	}
}

func (d Dir) fileMessages(e Entry, yield func(Message, error) bool) (more bool, err error) {
	file, err := d.open(e.File)
	if err != nil {
		return false, err
	}
	defer file.Close() //nolint:errcheck // it was only read
	next := e.First
	for m, err := range Messages(file) {
		if err == nil && m.Seq != next {
			err = fmt.Errorf("%w: got %d, want %d", ErrSequence, m.Seq, next)
		}
		if err != nil {
			return false, err
		}
		if !yield(m, nil) {
			return false, nil
		}
		next++
	}
	if next != e.Last+1 {
		return false, fmt.Errorf("%w: it ends with %d: want %d", ErrSequence, next-1, e.Last)
	}
	return true, nil
}

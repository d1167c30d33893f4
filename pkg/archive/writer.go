package archive

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tranca.example/pkg/subject"
)

const (
	partSuffix = ".part-*" // of a file that is not whole yet
	fileMode   = 0o640     // of manifests and files
)

// Extender makes the archive of one shard longer.
type Extender struct {
	dir     Dir
	shard   subject.Shard
	entries []Entry
	adopted []Entry
}

// Extend takes up the archive of a shard where it ends, in a directory that it
// makes when there is none. It removes the parts of a writer that died and takes
// in what that had finished. Errors: *LineError, *FileError.
func (d Dir) Extend(shard subject.Shard) (*Extender, error) {
	if err := os.MkdirAll(string(d), 0o750); err != nil {
		return nil, err
	}
	entries, err := d.Entries(shard)
	if err != nil {
		return nil, err
	}
	x := &Extender{dir: d, shard: shard, entries: entries}
	if err := x.removeParts(); err != nil {
		return nil, err
	}
	return x, x.adopt()
}

// Entries are those that the archive has now.
func (x *Extender) Entries() []Entry { return slices.Clone(x.entries) }

// Adopted are the entries of files that an earlier writer finished and did not
// get into the manifest.
func (x *Extender) Adopted() []Entry { return slices.Clone(x.adopted) }

// Last is the entry that the archive ends with.
func (x *Extender) Last() (last Entry, found bool) {
	if len(x.entries) == 0 {
		return Entry{}, false
	}
	return x.entries[len(x.entries)-1], true
}

// removeParts removes what a writer that died has left.
func (x *Extender) removeParts() error {
	names, err := x.dir.names()
	if err != nil {
		return err
	}
	for _, name := range names {
		whole, _, part := strings.Cut(name, strings.TrimSuffix(partSuffix, "*"))
		if shard, ours := shardOf(whole); !part || !ours || shard != x.shard {
			continue
		}
		if err := os.Remove(x.dir.path(name)); err != nil {
			return err
		}
	}
	return nil
}

// adopt takes files in that follow the last one.
func (x *Extender) adopt() error {
	names, err := x.dir.unlisted(x.shard, x.entries)
	if err != nil {
		return err
	}
	for _, name := range names { // by their first sequence
		last, found := x.Last()
		if found && name != fileName(x.shard, last.Last+1) {
			return &FileError{File: name, Err: fmt.Errorf("%w, and does not follow %s", ErrUnlisted, last.File)}
		}
		e, err := x.dir.inspect(name, x.shard)
		if err == nil && e.File != name {
			err = fmt.Errorf("%w: it begins with sequence %d", ErrDamaged, e.First)
		}
		if err != nil {
			return &FileError{File: name, Err: fmt.Errorf("%w: %w", ErrUnlisted, err)}
		}
		if e, err = x.list(e); err != nil {
			return err
		}
		x.adopted = append(x.adopted, e)
	}
	return nil
}

// inspect reads the file back.
func (d Dir) inspect(name string, shard subject.Shard) (Entry, error) {
	file, err := d.open(name)
	if err != nil {
		return Entry{}, err
	}
	defer file.Close() //nolint:errcheck // it was only read
	return inspect(file, shard, func(Message) error { return nil })
}

// list puts the entry at the end of the manifest, which must be as it was.
func (x *Extender) list(e Entry) (Entry, error) {
	now, err := x.dir.Entries(x.shard)
	if err != nil {
		return e, err
	}
	if Tip(now) != Tip(x.entries) {
		return e, &FileError{File: manifestName(x.shard), Err: errors.New("was changed: another writer is at work")}
	}
	e.Previous = Tip(x.entries)
	x.entries = append(x.entries, e)
	return e, x.dir.writeManifest(x.shard, x.entries)
}

// Add appends the messages, a file for every perFile of them, and calls done
// with each entry when its file is safe. An error of the messages, or a sequence
// that does not follow, ends it; the files before stay, and what was begun is
// dropped. Errors: *FileError, ErrSequence, and those of the messages.
func (x *Extender) Add(messages iter.Seq2[Message, error], perFile int, done func(Entry)) error {
	var p *part
	defer func() { p.drop() }()
	for m, err := range messages {
		if err == nil && p == nil {
			p, err = x.begin(m)
		}
		if err == nil {
			err = errors.Join(belongs(m, x.shard), p.write(m))
		}
		if err != nil {
			return err
		}
		if p.count < perFile {
			continue
		}
		if err := x.finish(p, done); err != nil {
			return err
		}
		p = nil
	}
	if p == nil {
		return nil
	}
	return x.finish(p, done)
}

// part is a file that is not whole yet.
type part struct {
	file  *os.File
	out   *Writer
	count int
	first uint64
}

func (x *Extender) begin(m Message) (*part, error) {
	if last, found := x.Last(); found && m.Seq != last.Last+1 {
		return nil, fmt.Errorf("%w: got %d, want %d", ErrSequence, m.Seq, last.Last+1)
	}
	file, err := os.CreateTemp(string(x.dir), fileName(x.shard, m.Seq)+partSuffix)
	if err != nil {
		return nil, err
	}
	p := &part{file: file, first: m.Seq}
	p.out, err = NewWriter(file)
	return p, err
}

func (p *part) write(m Message) error {
	p.count++
	return p.out.Write(m)
}

// drop forgets the part; of a nil part it does nothing.
func (p *part) drop() {
	if p != nil {
		_ = p.file.Close()           // it may be closed
		_ = os.Remove(p.file.Name()) // the next writer tries again
	}
}

// finish makes the part a file of the archive, after reading it back.
func (x *Extender) finish(p *part, done func(Entry)) error {
	name := fileName(x.shard, p.first)
	err := errors.Join(p.out.Close(), p.file.Chmod(fileMode), p.file.Sync(), p.file.Close())
	if err != nil {
		return &FileError{File: name, Err: err}
	}
	e, err := x.dir.inspect(filepath.Base(p.file.Name()), x.shard)
	if err == nil && e.Commits != uint64(p.count) { //nolint:gosec // it counts
		err = fmt.Errorf("%w: %d of %d messages can be read back", ErrDamaged, e.Commits, p.count)
	}
	if err != nil {
		return &FileError{File: name, Err: err}
	}
	if err := os.Link(p.file.Name(), x.dir.path(name)); err != nil {
		if errors.Is(err, fs.ErrExist) {
			err = ErrTaken
		}
		return &FileError{File: name, Err: err}
	}
	_ = os.Remove(p.file.Name()) // its second name; the next writer tries again
	if err := x.dir.sync(); err != nil {
		return err
	}
	if e, err = x.list(e); err == nil {
		done(e)
	}
	return err
}

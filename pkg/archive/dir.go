package archive

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tranca.example/pkg/subject"
)

// Dir is a directory with the archives of any number of shards.
type Dir string

// Shards lists the shards that have a manifest or a file, rising. The error is
// ErrEmpty when none has.
func (d Dir) Shards() ([]subject.Shard, error) {
	names, err := d.names()
	if err != nil {
		return nil, err
	}
	var all []subject.Shard
	for _, name := range names {
		if shard, ours := shardOf(name); ours && !slices.Contains(all, shard) {
			all = append(all, shard)
		}
	}
	if len(all) == 0 {
		return nil, &FileError{File: string(d), Err: ErrEmpty}
	}
	slices.Sort(all)
	return all, nil
}

// shardOf tells whose manifest or file has the name.
func shardOf(name string) (shard subject.Shard, ours bool) {
	rest, ours := strings.CutPrefix(name, "GAME_")
	number, _, found := strings.Cut(rest, "-")
	if !strings.HasSuffix(name, ".zst") || !found {
		number, found = strings.CutSuffix(rest, ".jsonl")
	}
	shard, err := subject.ParseShard(number)
	return shard, ours && found && err == nil
}

// names of everything in the directory, sorted.
func (d Dir) names() ([]string, error) {
	list, err := os.ReadDir(string(d))
	if err != nil {
		return nil, err
	}
	var names []string
	for _, entry := range list {
		names = append(names, entry.Name())
	}
	return names, nil
}

// open opens a file to read it. Nothing else is opened: a pipe would wait for
// whoever writes into it. Errors: ErrMissing, ErrNoFile.
func (d Dir) open(name string) (*os.File, error) {
	info, err := os.Stat(d.path(name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, ErrMissing
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%w: %s", ErrNoFile, info.Mode())
	}
	return os.Open(d.path(name))
}

// read is a whole file.
func (d Dir) read(name string) ([]byte, error) {
	file, err := d.open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it was only read
	return io.ReadAll(file)
}

func (d Dir) path(name string) string { return filepath.Join(string(d), name) }

// Entries reads the manifest of a shard; none is no error, and no entries. The
// error is a *LineError or a *FileError. It opens no other file: see Verify.
func (d Dir) Entries(shard subject.Shard) ([]Entry, error) {
	name := manifestName(shard)
	text, err := d.read(name)
	if errors.Is(err, ErrMissing) {
		return nil, nil
	}
	if err != nil {
		return nil, &FileError{File: name, Err: err}
	}
	var all []Entry
	for line := range bytes.Lines(text) {
		whole, ended := bytes.CutSuffix(line, []byte("\n"))
		var before *Entry
		if len(all) > 0 {
			before = &all[len(all)-1]
		}
		e, err := parseLine(whole, shard, before)
		if err == nil && !ended {
			err = ErrCut
		}
		if err != nil {
			return nil, &LineError{File: name, Line: len(all) + 1, Err: err}
		}
		all = append(all, e)
	}
	return all, nil
}

// Tip is the hash that stands for an archive with just these entries.
func Tip(entries []Entry) string {
	if len(entries) == 0 {
		return noTip
	}
	return entries[len(entries)-1].tip()
}

// unlisted are the files of the shard that the entries do not name.
func (d Dir) unlisted(shard subject.Shard, entries []Entry) ([]string, error) {
	names, err := d.names()
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(names, func(name string) bool {
		of, ours := shardOf(name)
		return !ours || of != shard || name == manifestName(shard) ||
			slices.ContainsFunc(entries, func(e Entry) bool { return e.File == name })
	}), nil
}

// writeManifest puts the entries in place of the manifest.
func (d Dir) writeManifest(shard subject.Shard, entries []Entry) error {
	var text []byte
	for _, e := range entries {
		text = append(append(text, e.line()...), '\n')
	}
	file, err := os.CreateTemp(string(d), manifestName(shard)+partSuffix)
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) //nolint:errcheck // it is gone when all went well
	_, err = file.Write(text)
	if err = errors.Join(err, file.Chmod(fileMode), file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := os.Rename(file.Name(), d.path(manifestName(shard))); err != nil {
		return err
	}
	return d.sync()
}

// sync makes the names in the directory survive a power cut.
func (d Dir) sync() error {
	dir, err := os.Open(string(d))
	if err != nil {
		return err
	}
	if err := errors.Join(dir.Sync(), dir.Close()); err != nil {
		return fmt.Errorf("sync %s: %w", d, err)
	}
	return nil
}

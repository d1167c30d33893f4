package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"tranca.example/pkg/domino/record"
)

// eachRecord calls take for every record of the named files, "-" being standard
// input. What cannot be read is told on stderr with the name of its file, and
// the others are still read; usable tells whether everything could be. The end of
// ctx is an error.
func (w World) eachRecord(ctx context.Context, names []string, take func(record.Record) error) (usable bool, err error) {
	usable = true
	for _, name := range names {
		complain := func(err error) {
			usable = false
			fmt.Fprintf(w.Stderr, "error: %s: %v\n", name, err)
		}
		if err := w.fileRecords(ctx, name, complain, take); err != nil {
			return usable, err
		}
	}
	return usable, nil
}

func (w World) fileRecords(ctx context.Context, name string, complain func(error), take func(record.Record) error) error {
	in, err := w.open(name)
	if err != nil {
		complain(err)
		return nil
	}
	defer in.Close() //nolint:errcheck // it was only read
	found := false
	for rec, err := range record.Scan(interruptible{ctx, in}) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		found = true
		if err != nil { // also what is no file, such as a directory
			complain(err)
			continue
		}
		err = take(rec)
		if bad, ok := errors.AsType[*record.InputError](err); ok {
			complain(bad)
		} else if err != nil {
			return err
		}
	}
	if !found {
		complain(errors.New("holds no record"))
	}
	return nil
}

func (w World) open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(w.Stdin), nil
	}
	file, err := os.Open(name)
	if path, ok := errors.AsType[*os.PathError](err); ok {
		return nil, path.Err // the name is told by whoever complains
	}
	return file, err
}

// interruptible reads until ctx ends. A read that blocks then, such as one of a
// terminal, is left alone.
type interruptible struct {
	ctx context.Context //nolint:containedctx // io.Reader takes none
	in  io.Reader
}

// Read implements io.Reader.
func (r interruptible) Read(p []byte) (int, error) {
	type answer struct {
		n   int
		err error
	}
	own, answers := make([]byte, len(p)), make(chan answer, 1)
	go func() {
		n, err := r.in.Read(own)
		answers <- answer{n, err}
	}()
	select {
	case a := <-answers:
		return copy(p, own[:a.n]), a.err
	case <-r.ctx.Done():
		return 0, r.ctx.Err()
	}
}

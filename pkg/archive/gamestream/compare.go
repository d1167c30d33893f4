package gamestream

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"slices"

	"tranca.example/pkg/archive"
	"tranca.example/pkg/eventlog"
)

// Compared says what Compare looked at.
type Compared struct {
	State    State
	From, To uint64 // sequences that both hold; From is above To when there is none
}

// Compare holds every message that the stream has against the archived one, with
// the time when each was stored. Errors: ErrDiffer, ErrMissed when the archive
// ends before the stream begins, ErrOtherStream, eventlog.ErrGap,
// eventlog.ErrUnavailable, and those of package archive.
func Compare(ctx context.Context, s *Stream, dir archive.Dir) (Compared, error) {
	state, err := s.State(ctx)
	if err != nil {
		return Compared{}, err
	}
	entries, err := dir.Entries(s.shard)
	if err != nil || len(entries) == 0 {
		return Compared{State: state, From: 1}, err
	}
	first, last := entries[0].First, entries[len(entries)-1].Last
	c := Compared{State: state, From: max(first, state.First), To: last}
	switch {
	case last > state.Last:
		return c, &OtherStreamError{s.Name(), last, "the stream ends before"}
	case last+1 < state.First:
		return c, &MissedError{Stream: s.Name(), From: last + 1, To: state.First - 1}
	}
	err = s.equal(ctx, dir, c.From, c.To, exactly)
	if errors.Is(err, eventlog.ErrGap) {
		// The oldest messages may have left the stream meanwhile.
		if now, _ := s.State(ctx); now.First > state.First {
			return Compare(ctx, s, dir)
		}
	}
	return c, err
}

// equal compares a range of sequences, both ends included.
func (s *Stream) equal(ctx context.Context, dir archive.Dir, from, to uint64, how precision) error {
	if from > to {
		return nil
	}
	next, stop := iter.Pull2(s.Messages(ctx, from, to))
	defer stop()
	for want, err := range dir.Messages(s.shard) {
		if err != nil {
			return err
		}
		if want.Seq < from {
			continue
		}
		got, err, more := next()
		if err != nil || !more {
			return err
		}
		if part := differs(want, got, how); part != "" {
			return &DifferError{Stream: s.Name(), Seq: want.Seq, Part: part}
		}
	}
	return nil
}

// precision is how much of two messages must be equal.
type precision bool

const (
	exactly  precision = true  // all of it
	restored precision = false // not the time, nor the order of the header's lines
)

// differs names the first part that is not equal, "" for none.
func differs(a, b archive.Message, how precision) string {
	switch {
	case a.Seq != b.Seq:
		return "sequence"
	case a.Subject != b.Subject:
		return "subject"
	case !bytes.Equal(a.Header, b.Header) && (how == exactly || !sameLines(a.Header, b.Header)):
		return "header"
	case !bytes.Equal(a.Body, b.Body):
		return "body"
	case how == exactly && !a.Stored.Equal(b.Stored):
		return "time"
	}
	return ""
}

// sameLines tells whether two headers have the same lines.
func sameLines(a, b []byte) bool {
	sorted := func(header []byte) []byte {
		return bytes.Join(slices.SortedFunc(bytes.Lines(header), bytes.Compare), nil)
	}
	return bytes.Equal(sorted(a), sorted(b))
}

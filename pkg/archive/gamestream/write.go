package gamestream

import (
	"context"
	"fmt"
	"iter"
	"time"

	"tranca.example/pkg/archive"
)

// Limits say how much of a stream goes into its archive.
type Limits struct {
	Now       time.Time
	OlderThan time.Duration // a commit is archived when it is as old
	PerFile   int           // commits in one file
}

// Progress is where an archive stands after a Write.
type Progress struct {
	State   State
	Adopted []archive.Entry // of files that an earlier write had finished
	Last    archive.Entry   // what the archive ends with, when it is not empty
	Any     bool            // whether it is not
}

// Write makes the archive longer by all commits up to the first one that is not
// old enough yet; done sees each new file when it is safe. What it did stays when
// it fails. Errors: ErrMissed, ErrOtherStream, ErrTooOld, eventlog.ErrGap,
// eventlog.ErrUnavailable, and those of package archive.
func Write(ctx context.Context, s *Stream, dir archive.Dir, l Limits, done func(archive.Entry)) (Progress, error) {
	var p Progress
	state, err := s.State(ctx)
	if err != nil {
		return p, err
	}
	if state.MaxAge > 0 && l.OlderThan >= state.MaxAge {
		return p, &AgeError{Stream: s.Name(), MaxAge: state.MaxAge, OlderThan: l.OlderThan}
	}
	x, err := dir.Extend(s.shard)
	if err != nil {
		return p, err
	}
	p = Progress{State: state, Adopted: x.Adopted()}
	p.Last, p.Any = x.Last()
	from := max(state.First, 1) // a stream that never held anything says 0
	if p.Any {
		if from = p.Last.Last + 1; from > state.Last+1 {
			return p, &OtherStreamError{s.Name(), p.Last.Last, fmt.Sprintf("the stream ends with %d", state.Last)}
		}
		if err := s.follows(ctx, state, p.Last); err != nil {
			return p, err
		}
	}
	if from < state.First {
		return p, &MissedError{Stream: s.Name(), From: from, To: state.First - 1}
	}
	err = x.Add(until(s.Messages(ctx, from, state.Last), l.Now.Add(-l.OlderThan)), l.PerFile, done)
	p.Last, p.Any = x.Last()
	return p, err
}

// follows makes sure that what the archive ends with is in this stream, if the
// stream still holds it: no two streams store a message in the same nanosecond.
func (s *Stream) follows(ctx context.Context, state State, last archive.Entry) error {
	if last.Last < state.First {
		return nil
	}
	m, err := s.message(ctx, last.Last)
	if err != nil {
		return err
	}
	if !m.Stored.Equal(last.LastStored) {
		return &OtherStreamError{s.Name(), last.Last, fmt.Sprintf("stored it at %s, the stream at %s",
			last.LastStored.Format(time.RFC3339Nano), m.Stored.Format(time.RFC3339Nano))}
	}
	return nil
}

// until ends with the last message before the first one that is younger.
func until(messages iter.Seq2[archive.Message, error], oldest time.Time) iter.Seq2[archive.Message, error] {
	return func(yield func(archive.Message, error) bool) {
		for m, err := range messages {
			if err == nil && m.Stored.After(oldest) {
				return
			}
			if !yield(m, err) {
				return
			}
		}
	}
}

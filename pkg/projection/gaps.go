package projection

import (
	"errors"

	"tranca.example/pkg/eventlog"
)

// foldError is a commit that cannot be folded: looking again does not help.
type foldError struct {
	seq uint64
	err error
}

func (e *foldError) Error() string { return "commit cannot be folded: " + e.err.Error() }
func (e *foldError) Unwrap() error { return e.err }

// gaps remembers the last gaps, to tell a gap that is there again.
type gaps struct {
	log   *eventlog.GapError
	store *GapError
}

// judge returns the error if it must stop the projector, and remembers a gap.
func (g *gaps) judge(err error) error {
	var fold *foldError
	if errors.As(err, &fold) {
		return err
	}
	var inLog *eventlog.GapError
	if errors.As(err, &inLog) {
		if g.log != nil && *g.log == *inLog {
			return err
		}
		g.log = inLog
	}
	var inStore *GapError
	if errors.As(err, &inStore) {
		if g.store != nil && *g.store == *inStore {
			return err
		}
		g.store = inStore
	}
	if errors.Is(err, ErrInvalid) {
		return err // the fold's changes can never be stored
	}
	return nil
}

// applied forgets the gaps that a written batch has overcome.
func (g *gaps) applied(to uint64) {
	g.store = nil
	if g.log != nil && to >= g.log.Got && to >= g.log.Want {
		g.log = nil
	}
}

func isGap(err error) bool {
	return errors.Is(err, ErrGap) || errors.Is(err, eventlog.ErrGap)
}

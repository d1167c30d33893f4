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

// Error tells the cause.
func (e *foldError) Error() string { return "commit cannot be folded: " + e.err.Error() }

// Unwrap is the cause.
func (e *foldError) Unwrap() error { return e.err }

// gaps remembers the last gaps, to tell a gap that is there again.
type gaps struct {
	log   *eventlog.GapError
	store *GapError
}

// judge returns the error if it must stop the projector, and remembers a gap.
func (g *gaps) judge(err error) error {
	if _, ok := errors.AsType[*foldError](err); ok {
		return err
	}
	if inLog, ok := errors.AsType[*eventlog.GapError](err); ok {
		if g.log != nil && *g.log == *inLog {
			return err
		}
		g.log = inLog
	}
	if inStore, ok := errors.AsType[*GapError](err); ok {
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

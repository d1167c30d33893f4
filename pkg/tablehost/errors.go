package tablehost

import (
	"errors"
	"fmt"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/token"
)

const noSeat = domino.NoSeat

// reject turns what the event log says into what a caller may see. Errors of
// package table tell their reason themselves.
func reject(err error) error {
	if wrong, ok := errors.AsType[*eventlog.WrongPhaseError](err); ok {
		return wrongPhase(wrong)
	}
	switch {
	case errors.Is(err, eventlog.ErrUnknownOutcome), errors.Is(err, eventlog.ErrUnavailable):
		return fmt.Errorf("%w: %w", rpcerr.New(rpcerr.ReasonUnavailable, "the log did not answer; try again with the same id"), err)
	case errors.Is(err, eventlog.ErrConflict):
		return fmt.Errorf("%w: %w", rpcerr.New(rpcerr.ReasonConflict, "others were faster several times; look again"), err)
	case errors.Is(err, eventlog.ErrNotFound):
		return fmt.Errorf("%w: %w", rpcerr.New(rpcerr.ReasonUnknownTable, "there is no such table"), err)
	case errors.Is(err, eventlog.ErrBehind):
		return fmt.Errorf("%w: %w", rpcerr.New(rpcerr.ReasonUnavailable, "the table has not reached that version yet; try again"), err)
	case errors.Is(err, eventlog.ErrTooLarge):
		return fmt.Errorf("%w: %w", rpcerr.New("commit_too_large", "the change is too large to be stored"), err)
	}
	return err
}

// judged adds the version that a refusal was judged against.
type judged struct {
	error
	version uint32
}

// Version is the version of the table.
func (j judged) Version() uint32 { return j.version }

// Unwrap is the refusal.
func (j judged) Unwrap() error { return j.error }

func wrongPhase(wrong *eventlog.WrongPhaseError) error {
	if wrong.Version == 0 {
		return rpcerr.New(rpcerr.ReasonUnknownTable, "there is no such table")
	}
	r := rpcerr.New(rpcerr.ReasonWrongPhase, "the table is "+wrong.Phase)
	return r.With("phase", wrong.Phase).With("owner", wrong.Owner).At(wrong.Version)
}

// badCredential names what is wrong with a credential, and never shows it.
func badCredential(err error) error {
	reason := rpcerr.ReasonBadToken
	if errors.Is(err, token.ErrExpired) {
		reason = rpcerr.ReasonTokenExpired
	}
	return rpcerr.New(reason, err.Error())
}

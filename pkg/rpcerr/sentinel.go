package rpcerr

import (
	"context"
	"errors"

	"tranca.example/pkg/eventlog"
)

// fromSentinel is the table's part for errors that have no reason of their own.
// The first one that matches counts. Gaps, foreign commits and invalid commits
// are our own faults and stay internal.
func fromSentinel(err error) *Rejection {
	if e, ok := errors.AsType[*eventlog.WrongPhaseError](err); ok {
		return New(ReasonWrongPhase, "another service owns the table's phase").
			With("phase", e.Phase).With("owner", e.Owner).At(e.Version)
	}
	if e, ok := errors.AsType[*eventlog.UnknownShardError](err); ok {
		return New(ReasonUnknownShard, "no replica that was asked knows the table's shard").With("shard", e.Table.Shard().String())
	}
	for _, line := range []struct {
		sentinel        error
		reason, message string
	}{
		{eventlog.ErrConflict, ReasonConflict, "others were faster; look again"},
		{eventlog.ErrTooLarge, ReasonTooLarge, "the commit would be too large"},
		{eventlog.ErrNotFound, ReasonUnknownTable, "there is no such table"},
		{eventlog.ErrBehind, ReasonUnavailable, "the table has not reached that version yet"},
		{eventlog.ErrUnknownOutcome, ReasonUnavailable, "the outcome is unknown; try again with the same id"},
		{eventlog.ErrUnavailable, ReasonUnavailable, "the log does not answer; try again"},
		{context.DeadlineExceeded, ReasonDeadline, "the deadline passed; the outcome is unknown"},
		{context.Canceled, ReasonCanceled, "the request was cancelled; the outcome is unknown"},
	} {
		if errors.Is(err, line.sentinel) {
			return New(line.reason, line.message)
		}
	}
	return nil
}

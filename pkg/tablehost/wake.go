package tablehost

import (
	"context"
	"errors"
	"slices"

	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
)

// wakeNext tells the services that the table waits for now. A moment in the
// future is for the timekeeper, which lives in rules; bots wait by themselves.
// A wake may be lost: the sweep finds the table.
func (h *Host) wakeNext(ctx context.Context, id subject.TableID, s table.State) {
	now := h.now()
	var woken []table.Service // few; mostly nobody
	for _, due := range table.Agenda(s) {
		to := due.Owner
		if due.At > now && to != table.Bots {
			to = table.Rules
		}
		if slices.Contains(woken, to) {
			continue
		}
		woken = append(woken, to)
		w := natsrpc.Wake{Table: id.String(), Version: s.Version}
		if err := h.o.Waker.Wake(ctx, subject.Service(to), w); err != nil {
			h.o.Logger.WarnContext(ctx, "wake not sent", "service", to, "table", id.String(), "error", err)
		}
	}
}

// Plan makes the command for a task that needs a secret or a choice.
type Plan func(ctx context.Context, s table.State, due table.Due) (table.Command, error)

// React does what a table waits for from this service now. It may be called
// twice, late or for nothing: it looks at the state, at least of the version
// given, and a race that somebody else won is no error. What is due since the
// last commit is due, also by a clock that is behind the one of its writer.
func (h *Host) React(ctx context.Context, id subject.TableID, atLeast uint32, plan Plan) error {
	s, err := h.State(ctx, id, atLeast)
	if err != nil {
		return err
	}
	now := max(h.now(), s.LastCommit)
	for _, due := range table.Agenda(s) {
		if due.Owner != h.o.Service || due.At > now {
			continue
		}
		if err := h.perform(ctx, id, s, due, plan); err != nil {
			return err
		}
	}
	return nil
}

func (h *Host) perform(ctx context.Context, id subject.TableID, s table.State, due table.Due, plan Plan) error {
	c, ok := due.Command()
	if !ok {
		if plan == nil {
			return nil
		}
		var err error
		if c, err = plan(ctx, s, due); err != nil || c == nil {
			return err
		}
	}
	_, err := h.Do(ctx, id, table.Request{
		Actor:    table.Actor{Kind: table.ActorService, Service: h.o.Service, Seat: noSeat},
		Expected: s.Version,
		Command:  c,
	})
	if lostRace(err) {
		return nil
	}
	return err
}

// lostRace tells whether a reaction came too late: the table is elsewhere.
func lostRace(err error) bool {
	r, ok := errors.AsType[*rpcerr.Rejection](err)
	if ok {
		return r.Reason == rpcerr.ReasonWrongPhase || r.Reason == rpcerr.ReasonConflict
	}
	if _, ok := errors.AsType[*table.Stale](err); ok {
		return true
	}
	if _, ok := errors.AsType[*table.WrongPhase](err); ok {
		return true
	}
	_, ok = errors.AsType[*table.Refused](err)
	return ok
}

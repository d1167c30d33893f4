package api

import (
	"cmp"
	"context"
	"iter"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// Sight is what whoever has no seat may see.
type Sight interface {
	// Seen is the newest commit of a table that may be shown to whoever has no seat
	// there. Errors are those of the log.
	Seen(ctx context.Context, id subject.TableID) (table.Commit, error)
}

// sees is what the caller may see of a table that stands at s, where a match runs
// that whoever has no seat sees later. A version that he may not see yet is none that
// the table has reached.
func (a *API) sees(ctx context.Context, m *apiv1.GetTableRequest, id subject.TableID, s table.State) (table.State, error) {
	seated, err := a.seated(ctx, m)
	if err != nil || seated {
		return s, err
	}
	seen, err := a.o.Sight.Seen(ctx, id)
	if err == nil && seen.Version < m.GetAtLeastVersion() {
		err = notReached()
	}
	return seen.State, err
}

// last is the version up to which the caller may read the log of a table.
func (a *API) last(ctx context.Context, m ofTable, id subject.TableID) (uint32, error) {
	seen, err := a.o.Sight.Seen(ctx, id)
	if err != nil || !seen.State.Delayed() {
		return seen.Version, err
	}
	seated, err := a.seated(ctx, m)
	if seated {
		return ^uint32(0), nil
	}
	return seen.Version, err
}

// seated tells whether the caller shows the token of a seat at the table, which
// rules checks.
func (a *API) seated(ctx context.Context, m ofTable) (bool, error) {
	credential, err := a.shown(ctx, m)
	if err != nil || credential.SeatToken == "" {
		return false, err
	}
	_, err = a.ask(ctx, m.GetTableId(), credential, wire.GetSeatView{})
	return err == nil, err
}

// upTo ends a log with a version.
func upTo(last uint32, log iter.Seq2[eventlog.Commit, error]) iter.Seq2[eventlog.Commit, error] {
	return func(yield func(eventlog.Commit, error) bool) {
		for c, err := range log {
			if err == nil && c.Version > last || !yield(c, err) {
				return
			}
		}
	}
}

// veiled is an answer to whoever has no seat, who must not learn from it how far a
// match has got that he sees later: neither by a version that it tells, nor by
// expecting one version after the other.
func (a *API) veiled(ctx context.Context, r wire.Request, reply wire.Reply, refusal error) (wire.Reply, error) {
	why, _ := rpcerr.From(refusal)
	if why == nil && !reply.Phase.InMatch() || why != nil && why.Version == 0 && r.Expected == 0 {
		return reply, refusal
	}
	id, err := subject.ParseTableID(cmp.Or(r.TableID, reply.TableID))
	if err != nil {
		return reply, refusal
	}
	seen, err := a.o.Sight.Seen(ctx, id)
	if err != nil || !seen.State.Delayed() {
		return reply, refusal
	}
	reply.Version = min(reply.Version, seen.Version)
	switch {
	case why == nil, why.Code == rpcerr.Unauthenticated, why.Code == rpcerr.ResourceExhausted:
		return reply, refusal
	case r.Expected > seen.Version:
		return reply, notReached()
	case why.Version > 0:
		return reply, rpcerr.New(why.Reason, "a match runs").At(seen.Version)
	}
	return reply, refusal
}

// notReached refuses a version that a table has not reached, or not for the caller.
func notReached() *rpcerr.Rejection {
	return rpcerr.New(rpcerr.ReasonUnavailable, "the table has not reached that version yet; try again")
}

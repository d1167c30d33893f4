package api

import (
	"context"
	"iter"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
)

// Sight is what whoever has no seat may see.
type Sight interface {
	// Seen is the newest commit of a table that may be shown to whoever has no seat
	// there. Errors are those of the log.
	Seen(ctx context.Context, id subject.TableID) (table.Commit, error)
}

// sees is what the caller may see of a table that stands at s, where a match runs
// that whoever has no seat sees later.
func (a *API) sees(ctx context.Context, m ofTable, id subject.TableID, s table.State) (table.State, error) {
	seated, err := a.seated(ctx, m)
	if err != nil || seated {
		return s, err
	}
	seen, err := a.o.Sight.Seen(ctx, id)
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
// match has got that he sees later.
func (a *API) veiled(ctx context.Context, tableID string, reply wire.Reply, refusal error) (wire.Reply, error) {
	r, _ := rpcerr.From(refusal)
	if r == nil && !reply.Phase.InMatch() || r != nil && r.Version == 0 {
		return reply, refusal
	}
	id, err := subject.ParseTableID(tableID)
	if err != nil {
		return reply, refusal
	}
	seen, err := a.o.Sight.Seen(ctx, id)
	if err != nil || !seen.State.Delayed() {
		return reply, refusal
	}
	reply.Version = min(reply.Version, seen.Version)
	if r != nil {
		refusal = rpcerr.New(r.Reason, "a match runs").At(seen.Version)
	}
	return reply, refusal
}

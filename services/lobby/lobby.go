package lobby

import (
	"context"
	"errors"
	"fmt"

	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/records"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
	"tranca.example/services/lobby/internal/alloc"
	"tranca.example/services/lobby/internal/listing"
)

// Service is one replica of the lobby.
type Service struct {
	o     Options
	owner *replica.Owner
	alloc *alloc.Register
	list  *listing.List
}

// New checks the options and makes a replica.
func New(o Options) (*Service, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	owner, err := replica.NewOwner(o.Env, table.Lobby, nil)
	if err != nil {
		return nil, err
	}
	store, err := records.New(o.Conn, 0)
	if err != nil {
		return nil, fmt.Errorf("lobby: %w", err)
	}
	list, err := listing.New(o.Env, owner, o.CheckEvery)
	if err != nil {
		return nil, fmt.Errorf("lobby: %w", err)
	}
	ids := alloc.Random(o.Random, o.open())
	if len(o.Seed) > 0 {
		ids = alloc.Seeded(o.Seed, o.open())
	}
	return &Service{o: o, owner: owner, alloc: alloc.New(store, ids), list: list}, nil
}

// Units are the parts of the replica in the order of their start.
func (s *Service) Units() []lifecycle.Unit {
	return []lifecycle.Unit{s.list.Unit(), s.owner.Serve(s), s.owner.Wakes(
		func(ctx context.Context, id subject.TableID, version uint32) error {
			return s.owner.Host.React(ctx, id, version, nil)
		})}
}

// Run works until ctx ends.
func (s *Service) Run(ctx context.Context) error { return lifecycle.Run(ctx, s.Units()...) }

// Ready is nil once the list of tables is complete.
func (s *Service) Ready(ctx context.Context) error { return s.list.Ready(ctx) }

// Ask answers what only the lobby answers: new tables and the list of tables.
// Where deals come from is the lobby's setting, never a caller's.
func (s *Service) Ask(ctx context.Context, r wire.Request) (wire.Reply, bool, error) {
	if open, ok := r.Command.(table.OpenTable); ok {
		reply, err := s.open(ctx, r, open)
		return reply, true, err
	}
	if change, ok := r.Command.(table.ChangeSettings); ok {
		change.Options.Entropy = s.o.entropy()
		r.Command = change
		reply, err := s.owner.Host.Command(ctx, r)
		return reply, true, err
	}
	if q, ok := r.Query.(wire.ListTables); ok {
		reply, err := s.list.Page(ctx, q)
		return reply, true, err
	}
	return wire.Reply{}, false, nil
}

// open makes a table once for a player key and a command id: whoever asks again
// gets the same table, and a creation that was cut off is finished.
func (s *Service) open(ctx context.Context, r wire.Request, open table.OpenTable) (wire.Reply, error) {
	actor, err := s.owner.Host.Authenticate(r)
	if err != nil {
		return wire.Reply{}, err
	}
	if actor.Kind != table.ActorKey {
		return wire.Reply{}, &table.NotAllowed{Why: table.Forbidden, Seat: actor.Seat}
	}
	open.Options.Entropy = s.o.entropy()
	if err := table.CheckOpen(open); err != nil { // before an id is spent on it
		return wire.Reply{}, err
	}
	id, err := s.alloc.TableID(ctx, actor.KeyHash, r.ID)
	if err != nil {
		return wire.Reply{}, err
	}
	open.ID = id.String()
	out, err := s.owner.Host.Do(ctx, id, table.Request{Actor: actor, ID: r.ID, Command: open})
	if r, ok := errors.AsType[*rpcerr.Rejection](err); ok && r.Reason == rpcerr.ReasonWrongPhase {
		// The id belongs to this very command: the table is open since long.
		out.State, err = s.owner.Host.LastState(ctx, id)
	}
	if err != nil {
		return wire.Reply{}, err
	}
	return wire.Reply{Version: out.State.Version, TableID: id.String(), Seat: -1, Phase: out.State.Phase}, nil
}

package bots

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"tranca.example/pkg/dispatch"
	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/bot"
	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/token"
	"tranca.example/pkg/wire"
)

// Options describe a replica of the bots' service.
type Options struct {
	replica.Env
	// Seed makes the choices of bots a function of match, seat and turn, for
	// simulations that are to be repeated. They are that anyway but for Seed.
	Seed []byte
}

// tokenLife is how long a bot's token is good: one turn.
const tokenLife = 5 * time.Minute

// Service is one replica of the bots' service.
type Service struct {
	o         Options
	directory *natsrpc.Directory
	via       *dispatch.Dispatcher
	waker     *natsrpc.Waker
}

// New checks the options and makes a replica.
func New(o Options) (*Service, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	directory := natsrpc.NewDirectory(o.Conn, o.Now, subject.Rules)
	client, err := natsrpc.NewClient(o.Conn, natsrpc.ClientOptions{Tracer: o.Scope.Tracer, Directory: directory})
	if err != nil {
		return nil, fmt.Errorf("bots: %w", err)
	}
	return &Service{
		o: o, directory: directory, via: dispatch.New(client, wire.NewCodec()), waker: natsrpc.NewWaker(o.Conn),
	}, nil
}

// Units are the parts of the replica in the order of their start.
func (s *Service) Units() []lifecycle.Unit {
	return []lifecycle.Unit{
		{Name: "bots directory", Run: s.directory.Run},
		replica.WakeUnit(s.o.Env, subject.Bots, s.turn),
	}
}

// Run works until ctx ends.
func (s *Service) Run(ctx context.Context) error { return lifecycle.Run(ctx, s.Units()...) }

// Ready is nil: bots keep nothing.
func (s *Service) Ready(context.Context) error { return nil }

// turn plays for the bot on turn, if there is one: at once when it has thought
// for long enough, else it asks to be woken then.
func (s *Service) turn(ctx context.Context, id subject.TableID, version uint32) error {
	reply, err := s.via.Do(ctx, wire.Request{TableID: id.String(), Query: wire.GetState{AtLeast: version}})
	if err != nil {
		return err
	}
	if reply.State == nil {
		return errors.New("bots: an answer without a table")
	}
	for _, due := range table.Agenda(*reply.State) {
		if due.Task != table.TaskBotTurn {
			continue
		}
		if wait := time.Duration(due.At-table.Time(s.o.Now().UnixMilli())) * time.Millisecond; wait > 0 {
			s.later(ctx, wait, id, version)
			return nil
		}
		return s.play(ctx, id, reply.State, due.Seat)
	}
	return nil
}

// later wakes the table again. If this replica does not live so long, the sweep does.
func (s *Service) later(ctx context.Context, wait time.Duration, id subject.TableID, version uint32) {
	ctx = context.WithoutCancel(ctx)
	time.AfterFunc(wait, func() {
		err := s.waker.Wake(ctx, subject.Bots, natsrpc.Wake{Table: id.String(), Version: version})
		if err != nil {
			s.o.Scope.Logger.WarnContext(ctx, "wake not sent", "table", id.String(), "error", err)
		}
	})
}

// play sends the choice of the seat's policy as an ordinary command. The id is
// a function of the turn: however often a turn is played, it counts once.
func (s *Service) play(ctx context.Context, id subject.TableID, state *table.State, seat domino.Seat) error {
	holder := state.Seats[seat]
	credential := wire.Credential{SeatToken: s.o.Keys.Seal(token.Seat{
		Table: id.String(), Seat: uint8(seat), Gen: holder.Gen, Expires: s.o.Now().Add(tokenLife), //nolint:gosec // seats are few
	})}
	reply, err := s.via.Do(ctx, wire.Request{
		TableID: id.String(), Credential: credential, Query: wire.GetSeatView{AtLeast: state.Version},
	})
	if err != nil {
		return tooLate(err)
	}
	command := s.choose(reply.View, holder.Policy, seat)
	if command == nil {
		return nil // not on turn any more
	}
	_, err = s.via.Do(ctx, wire.Request{
		TableID: id.String(), ID: turnID(id, seat, reply.View.TurnVersion), Expected: reply.View.Version,
		Credential: credential, Command: command,
	})
	return tooLate(err)
}

func (s *Service) choose(v *table.SeatView, policy string, seat domino.Seat) table.Command {
	if v == nil || v.Phase != table.PhasePlaying || v.Round == nil || v.Round.Public.Turn() != seat {
		return nil
	}
	seen := domino.Seen(v.Round.Public, seat, v.Hand)
	switch c := bot.Choose(policy, seen, s.seedOf(v, seat)).(type) {
	case domino.Play:
		return table.Play{Tile: c.Tile, Spot: c.Spot}
	case domino.Draw:
		return table.Draw{}
	case domino.Pass:
		return table.Pass{}
	}
	return nil
}

// seedOf is the number that a random choice depends on.
func (s *Service) seedOf(v *table.SeatView, seat domino.Seat) uint64 {
	name := fmt.Appendf(nil, "%x %s %d %d %d", s.o.Seed, v.Match.ID, v.Round.Dealt.Round, seat, len(v.Round.Steps))
	sum := uuid.NewSHA1(uuid.NameSpaceOID, name)
	return binary.BigEndian.Uint64(sum[:8])
}

// turnID is the id of the one command of a turn.
func turnID(id subject.TableID, seat domino.Seat, turn uint32) table.CommandID {
	return table.CommandID(uuid.NewSHA1(uuid.NameSpaceOID, fmt.Appendf(nil, "tranca bot %s %d %d", id, seat, turn)))
}

// tooLate forgives a refusal that says that the table has moved on.
func tooLate(err error) error {
	r, ok := errors.AsType[*rpcerr.Rejection](err)
	if !ok {
		return err
	}
	switch r.Reason {
	case rpcerr.ReasonStale, rpcerr.ReasonWrongPhase, rpcerr.ReasonConflict, "token_revoked", "not_your_turn":
		return nil
	}
	return err
}

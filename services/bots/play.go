package bots

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/bot"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/token"
	"tranca.example/pkg/wire"
)

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
		Credential: credential, Command: command, Arrived: table.Time(s.o.Now().UnixMilli()),
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
	default: // a policy does nothing else
		return nil
	}
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

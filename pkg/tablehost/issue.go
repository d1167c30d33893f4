package tablehost

import (
	"context"
	"fmt"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/token"
	"tranca.example/pkg/wire"
)

// reply tells the version and, to whoever got a seat, its token.
func (h *Host) reply(ctx context.Context, id subject.TableID, actor table.Actor, c table.Command, out Outcome) (wire.Reply, error) {
	reply := wire.Reply{Version: out.State.Version, TableID: id.String(), Seat: actor.Seat, Phase: out.State.Phase}
	switch c.(type) {
	case table.Sit, table.MoveSeat, table.ReissueToken:
	case table.AddBot:
		bot, err := h.botSeated(ctx, id, out)
		reply.Seat = bot
		return reply, err
	default: // no other command gives a seat
		return reply, nil
	}
	seat, err := h.holds(ctx, id, actor, out)
	if err == nil && seat != noSeat {
		reply.Seat, reply.SeatToken = seat, h.Token(id, out.State, seat)
	}
	return reply, err
}

// botSeated is the seat that a bot got, also when the command is a retry.
func (h *Host) botSeated(ctx context.Context, id subject.TableID, out Outcome) (domino.Seat, error) {
	events := out.Events
	if !out.Appended {
		var err error
		if events, err = h.eventsOf(ctx, id, out.Answered); err != nil {
			return noSeat, err
		}
	}
	for _, e := range events {
		if seated, ok := e.(table.BotSeated); ok {
			return seated.Seat, nil
		}
	}
	return noSeat, nil
}

// holds is the seat that the actor holds after its command. An actor whose
// token the command made void shows that token again when it retries: it gets
// the new one only while that is the present one. Else the seat may be
// another's by now, and the retry is refused.
func (h *Host) holds(ctx context.Context, id subject.TableID, actor table.Actor, out Outcome) (domino.Seat, error) {
	if actor.Kind == table.ActorKey {
		return out.State.SeatOf(actor.KeyHash), nil
	}
	if holdsSeat(out.State, actor.Seat, actor.Gen) {
		return actor.Seat, nil
	}
	events := out.Events
	if !out.Appended {
		var err error
		if events, err = h.eventsOf(ctx, id, out.Answered); err != nil {
			return noSeat, err
		}
	}
	if seat, gen := issued(events, actor.Seat); holdsSeat(out.State, seat, gen) {
		return seat, nil
	}
	return noSeat, &table.NotAllowed{Why: table.TokenRevoked, Seat: actor.Seat}
}

// eventsOf are the events of one version in the log.
func (h *Host) eventsOf(ctx context.Context, id subject.TableID, version uint32) ([]table.Event, error) {
	for c, err := range h.o.Log.History(ctx, id, version) {
		if err != nil {
			return nil, reject(fmt.Errorf("version %d of table %s: %w", version, id, err))
		}
		commit, err := h.o.Codec.DecodeCommit(c.Body)
		if err != nil {
			return nil, fmt.Errorf("version %d of table %s: %w", version, id, err)
		}
		return commit.Events, nil
	}
	return nil, reject(fmt.Errorf("version %d of table %s: %w", version, id, eventlog.ErrBehind))
}

// issued is the seat, and the generation of its token, that the events gave to
// the former holder of a seat.
func issued(events []table.Event, from domino.Seat) (domino.Seat, uint32) {
	for _, e := range events {
		switch e := e.(type) {
		case table.SeatMoved:
			if e.From == from {
				return e.To, e.Gen
			}
		case table.SeatTokenIssued:
			if e.Seat == from {
				return e.Seat, e.Gen
			}
		default: // gives no token
		}
	}
	return noSeat, 0
}

// holdsSeat tells whether a token of that generation is the seat's present one.
func holdsSeat(s table.State, seat domino.Seat, gen uint32) bool {
	return seat >= 0 && int(seat) < len(s.Seats) && s.Seats[seat].Kind != table.SeatEmpty && s.Seats[seat].Gen == gen
}

// Token is a token for the present holder of a seat.
func (h *Host) Token(id subject.TableID, s table.State, seat domino.Seat) string {
	return h.o.Keys.Seal(token.Seat{
		Table: id.String(), Seat: uint8(seat), Gen: s.Seats[seat].Gen, Expires: h.o.Now().Add(h.o.TokenLife),
	})
}

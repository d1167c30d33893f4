package live

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
	"tranca.example/services/gateway/internal/spell"
)

// Times of asking for a seat's view.
const (
	viewTimeout = 5 * time.Second
	viewRetry   = time.Second
)

// seat is the part of a stream that only the holder of a seat has.
type seat struct {
	holder
	token string
	first table.SeatView
	want  uint32           // version that a view is owed for; 0: none
	retry <-chan time.Time // when it is asked for again
}

// again is when a view that failed is asked for again.
func (s *seat) again() <-chan time.Time {
	if s == nil {
		return nil
	}
	return s.retry
}

// take asks for the seat of a token: rules checks it.
func (s *stream) take(ctx context.Context, token string) error {
	v, err := s.ask(ctx, token, s.newest.Commit.Version)
	if err != nil {
		return err
	}
	state := v.Seats[v.Seat]
	s.seat = &seat{
		holder: holder{table: s.id.String(), seat: v.Seat, gen: state.Gen}, token: token, first: v,
	}
	s.h.o.Presence.enter(s.seat.holder)
	if state.Away {
		s.h.o.Presence.back(s.seat.holder, token)
	}
	return nil
}

func (s *stream) ask(ctx context.Context, token string, atLeast uint32) (table.SeatView, error) {
	ctx, cancel := context.WithTimeout(ctx, viewTimeout)
	defer cancel()
	reply, err := s.h.o.Via.Do(ctx, wire.Request{
		TableID: s.id.String(), Credential: wire.Credential{SeatToken: token}, Query: wire.GetSeatView{AtLeast: atLeast},
	})
	if err != nil {
		return table.SeatView{}, err
	}
	v := reply.View
	if v == nil || int(v.Seat) >= len(v.Seats) {
		return table.SeatView{}, fmt.Errorf("view of a seat of table %s: the reply has none", s.id)
	}
	return *v, nil
}

// follow looks what a commit means for the holder of the seat.
func (s *stream) follow(ctx context.Context, c table.Commit) error {
	seats := c.State.Seats
	if int(s.seat.seat) >= len(seats) {
		return s.end(endRevoked)
	}
	state := &seats[s.seat.seat]
	if state.Kind == table.SeatEmpty || state.Gen != s.seat.gen {
		return s.end(endRevoked)
	}
	if state.Away { // at every commit, because what is said during an outage is lost
		s.h.o.Presence.back(s.seat.holder, s.seat.token)
	}
	if !concerns(c, s.seat.seat) {
		return nil
	}
	s.seat.want = c.Version
	return s.look(ctx)
}

// look asks for the view that is owed, and again later when nobody answers.
func (s *stream) look(ctx context.Context) error {
	s.out.flush() // nothing waits for the answer
	v, err := s.ask(ctx, s.seat.token, s.seat.want)
	if err == nil {
		s.seat.want, s.seat.retry = 0, nil
		return s.show(v)
	}
	if r, ok := errors.AsType[*rpcerr.Rejection](err); ok && r.Code == rpcerr.Unauthenticated {
		return s.end(endRevoked)
	}
	s.h.o.Logger.WarnContext(ctx, "view of a seat not had", "table", s.id.String(), "error", err)
	s.seat.retry = time.After(viewRetry)
	return nil
}

func (s *stream) show(v table.SeatView) error {
	raw, err := spell.Seat(make([]byte, 0, smallest), s.h.o.Codec.SeatView(v))
	if err != nil {
		return err
	}
	s.out.event("", "seat", raw)
	return nil
}

// concerns tells whether a commit changed the hand of a seat, gave it the turn
// or took it.
func concerns(c table.Commit, seat domino.Seat) bool {
	for _, e := range c.Events {
		switch e := e.(type) {
		case table.RoundDealt, table.RoundEnded:
			return true
		case table.InRound:
			if moved(e.Event) == seat {
				return true
			}
		default: // the rest leaves hands and turn alone
		}
	}
	s := c.State
	return s.TurnVersion == c.Version && s.Phase == table.PhasePlaying && s.Round != nil && s.Round.Public.Turn() == seat
}

// moved is the seat that an event of a round is about.
func moved(e domino.Event) domino.Seat {
	switch e := e.(type) {
	case domino.TilePlayed:
		return e.Seat
	case domino.TileDrawn:
		return e.Seat
	case domino.TurnPassed:
		return e.Seat
	default:
		return domino.NoSeat
	}
}

package live

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
)

// Times of asking for a seat's view.
const (
	viewTimeout = 5 * time.Second
	viewRetry   = time.Second
)

// seat is the part of a topic that only the holder of a seat has.
type seat struct {
	holder
	token string
	first table.SeatView
	claim *claim      // once the stream has begun
	want  uint32      // version that a view is owed for; 0: none
	retry atomic.Bool // it is time to ask for it again
}

// take asks for the seat of a token: rules checks it.
func (w *watched) take(ctx context.Context, token string) error {
	v, err := w.s.h.ask(ctx, w.id, token, wire.GetSeatView{AtLeast: w.newest.Commit.Version, Last: true})
	if err != nil {
		return err
	}
	state := v.Seats[v.Seat]
	w.seat = &seat{
		holder: holder{table: w.id.String(), seat: v.Seat, gen: state.Gen}, token: token, first: v,
	}
	w.s.h.o.Presence.enter(w.seat.holder, token)
	if state.Away {
		w.s.h.o.Presence.back(w.seat.holder, token)
	}
	return nil
}

func (w *watched) ask(ctx context.Context, token string, atLeast uint32) (table.SeatView, error) {
	return w.s.h.ask(ctx, w.id, token, wire.GetSeatView{AtLeast: atLeast})
}

// ask asks rules for the view of a token's seat.
func (h *Handler) ask(ctx context.Context, id subject.TableID, token string, q wire.GetSeatView) (table.SeatView, error) {
	ctx, cancel := context.WithTimeout(ctx, viewTimeout)
	defer cancel()
	reply, err := h.o.Via.Do(ctx, wire.Request{
		TableID: id.String(), Credential: wire.Credential{SeatToken: token}, Query: q,
	})
	if err != nil {
		return table.SeatView{}, err
	}
	v := reply.View
	if v == nil || int(v.Seat) >= len(v.Seats) {
		return table.SeatView{}, fmt.Errorf("view of a seat of table %s: the reply has none", id)
	}
	return *v, nil
}

// follow looks what a commit means for the holder of the seat.
func (w *watched) follow(ctx context.Context, c table.Commit) error {
	seats := c.State.Seats
	if int(w.seat.seat) >= len(seats) {
		return w.end(endRevoked)
	}
	state := &seats[w.seat.seat]
	if state.Kind == table.SeatEmpty || state.Gen != w.seat.gen {
		return w.end(endRevoked)
	}
	if state.Away { // at every commit, because what is said during an outage is lost
		w.s.h.o.Presence.back(w.seat.holder, w.seat.token)
	}
	if !concerns(c, w.seat.seat) {
		return nil
	}
	w.seat.want = c.Version
	return w.look(ctx)
}

// lookAgain asks once more for a view that was not had, when it is time.
func (w *watched) lookAgain(ctx context.Context) error {
	if w.seat == nil || !w.seat.retry.Swap(false) || w.seat.want == 0 {
		return nil
	}
	return w.look(ctx)
}

// look asks for the view that is owed, and again later when nobody answers.
func (w *watched) look(ctx context.Context) error {
	w.s.out.flush() // nothing waits for the answer
	v, err := w.ask(ctx, w.seat.token, w.seat.want)
	if err == nil {
		w.seat.want = 0
		w.show(v)
		return nil
	}
	if r, ok := errors.AsType[*rpcerr.Rejection](err); ok && r.Code == rpcerr.Unauthenticated {
		return w.end(endRevoked)
	}
	w.s.h.o.Logger.WarnContext(ctx, "view of a seat not had", "table", w.id.String(), "error", err)
	owed := w.seat
	time.AfterFunc(viewRetry, func() {
		owed.retry.Store(true)
		ring(w.s.bell)
	})
	return nil
}

func (w *watched) show(v table.SeatView) { w.s.out.tell(item{seat: w.s.h.o.Codec.SeatView(v)}) }

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

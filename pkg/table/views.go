package table

import (
	"fmt"
	"slices"

	"tranca.example/pkg/domino"
)

// Public is what everybody may see of a table: the state without key hashes
// and answered command ids.
func Public(s State) State {
	s.OwnerKey, s.OwnerRecent = Hash{}, nil
	s.Seats = slices.Clone(s.Seats)
	for i := range s.Seats {
		s.Seats[i].KeyHash, s.Seats[i].Recent = Hash{}, nil
	}
	return s
}

// SeatView is what the holder of one seat may see: the public state, his own
// hand, and while he is on turn what he may do.
type SeatView struct {
	State
	Seat    domino.Seat
	Hand    domino.Set
	Plays   []domino.Play
	MayDraw bool
	MayPass bool
}

// View is the view of a seat. Outside a running round h is nil and there is no
// hand. The error is *Refused: no such seat, or a running round without h.
func View(s State, h *Hidden, seat domino.Seat) (SeatView, error) {
	if s.at(seat) == nil {
		return SeatView{}, fmt.Errorf("view of table %s: %w", s.ID, noSeat(&s, seat))
	}
	v := SeatView{State: Public(s), Seat: seat}
	if s.Phase != PhasePlaying {
		return v, nil
	}
	if h == nil {
		return SeatView{}, fmt.Errorf("view of table %s: %w", s.ID, refuse(DealMissing))
	}
	own := h.Full.View(seat)
	v.Hand, v.MayDraw, v.MayPass = own.Hand, own.MayDraw, own.MayPass
	v.Plays = own.Plays(nil)
	return v, nil
}

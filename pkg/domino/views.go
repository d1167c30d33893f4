package domino

// SeatView is what one seat may know: the public state, its own hand, and what
// it may do if it is on turn. Spectators get a Public, referees a Full: three
// types, so that one cannot be sent for another (E-50).
type SeatView struct {
	Public
	Seat    Seat
	Hand    Set
	Moves   Moves // empty unless the seat is on turn
	MayDraw bool
	MayPass bool
}

// View is what seat s may know; an unknown seat sees no hand.
func (f *Full) View(s Seat) SeatView {
	v := SeatView{Public: f.Public, Seat: s}
	if !f.seated(s) {
		return v
	}
	v.Hand = f.Hands[s]
	if s == f.turn {
		v.Moves, v.MayDraw, v.MayPass = f.Legal(), f.MayDraw(), f.MayPass()
	}
	return v
}

// Plays appends the plays that the seat may choose from to dst.
func (v *SeatView) Plays(dst []Play) []Play { return v.expand(v.Moves, dst) }

// Seen is the same view, made from what the seat knows itself: the public state
// and its own hand.
func Seen(p Public, s Seat, hand Set) SeatView {
	f := Full{Public: p}
	if f.seated(s) {
		f.Hands[s] = hand
	}
	f.fit()
	return f.View(s)
}

package domino

import "slices"

// blockWinner finds the side that wins a block, NoSide when it is void (L-16
// to L-18b).
func blockWinner(r *Rules, opener Seat, e RoundEnded) Side {
	lowest := lowestSides(r, e)
	if len(lowest) == 1 {
		return lowest[0]
	}
	tied := func(s Seat) bool { return slices.Contains(lowest, r.SideOf(s)) }
	switch {
	case r.BlockTie == BlockTieOpenerSide:
		if s := nearest(r, opener, tied); s != NoSeat {
			return r.SideOf(s) // distance 0 included (E-31)
		}
	case r.BlockTie == BlockTieCloserSide && e.Closer != NoSeat && tied(e.Closer):
		return r.SideOf(e.Closer)
	}
	return NoSide
}

// lowestSides lists the sides that are lowest by block_winner, in ascending
// order; more than one is a tie.
func lowestSides(r *Rules, e RoundEnded) []Side {
	var sides []Side
	lowest := 0
	consider := func(side Side, pips int) {
		switch {
		case len(sides) == 0 || pips < lowest:
			sides, lowest = []Side{side}, pips
		case pips == lowest && !slices.Contains(sides, side):
			sides = append(sides, side)
		}
	}
	switch {
	case r.BlockWinner == BlockIndividualLowest:
		for seat, pips := range e.Pips {
			consider(r.SideOf(Seat(seat)), pips)
		}
	case r.BlockWinner == BlockCloserVsNext && e.Closer != NoSeat:
		for _, seat := range []Seat{e.Closer, r.Next(e.Closer)} {
			consider(r.SideOf(seat), e.Pips[seat])
		}
	default:
		for side, pips := range SidePips(r, e.Pips) {
			consider(Side(side), pips)
		}
	}
	return sides
}

// SidePips adds up pips by seat for each side.
func SidePips(r *Rules, pips []int) []int {
	out := make([]int, r.Sides())
	for seat, n := range pips[:min(len(pips), r.Seats)] {
		out[r.SideOf(Seat(seat))] += n
	}
	return out
}

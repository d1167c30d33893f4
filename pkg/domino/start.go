package domino

import (
	"errors"
	"fmt"
	"slices"
)

// ErrRedeal says that start_none=redeal asks for a new deal: nobody holds a
// double that may start the round. The new deal is a new round number.
var ErrRedeal = errors.New("nobody holds a starting double: deal again")

// ErrNoStart says that no start follows from the premises: no double is left
// to start a round, the one wanted is in no hand and not in the boneyard, the
// hands are empty, or the standing names a seat that is not at the table.
var ErrNoStart = errors.New("nobody can start the round")

// ErrLot says that the lot does not hold one tile for each seat.
var ErrLot = errors.New("lot wants one tile for each seat")

// FindStart says who opens a round that was dealt so, what may be led and,
// where rounds start with a double, who drew a tile before that. The opener is the one that the
// standing decided; else open_first, void_next_opener or start_double find him
// from the hands. Lot holds one tile for each seat where open_first=lot finds
// the first opener, and is not read otherwise.
//
// Round is left 0 for the caller. The error is ErrRedeal, ErrNoStart or ErrLot.
func FindStart(r *Rules, s Standing, d Deal, lot []Tile) (dealt RoundDealt, err error) {
	dealt = RoundDealt{Opener: s.Opener, HandSize: r.HandSize, BoneyardSize: len(d.Boneyard)}
	hands := d.Hands[:r.Seats]
	switch {
	case r.StartsWithDouble():
		dealt.Opening, dealt.Eligible = OpenForced, s.Eligible
		dealt.Opener, dealt.StartDraws, err = treeStart(r, s, hands, d.Boneyard)
	case s.Opener != NoSeat && !s.First:
		dealt.Opening = r.laterOpening()
	case s.Opener == NoSeat && s.First && r.OpenFirst == OpenLot:
		dealt.Opener, err = lotWinner(r, lot)
	case s.Opener == NoSeat:
		dealt.Opening = r.earnedOpening()
		dealt.Opener = earner(r, hands)
	case r.OpenFirst != OpenLot:
		dealt.Opening = r.earnedOpening()
	}
	if err == nil && !r.seated(dealt.Opener) {
		err = ErrNoStart
	}
	if err != nil {
		return RoundDealt{}, fmt.Errorf("find start: %w", err)
	}
	return dealt, nil
}

// earnedOpening is what may be led by an opener who holds the tile that made
// him one. A lot earns nothing: any tile may follow it (C-05).
func (r *Rules) earnedOpening() Opening {
	if r.OpenFirstTile == OpeningTileForced {
		return OpenForced
	}
	return OpenAny
}

// laterOpening is what may be led in later rounds (L-07, C-17).
func (r *Rules) laterOpening() Opening {
	switch r.OpenNextTile {
	case OpeningTileDoubleIfAny:
		return OpenDoubleIfAny
	case OpeningTileHighestDouble:
		return OpenHighestDouble
	case OpeningTileAny, OpeningTileForced:
	}
	return OpenAny
}

// earner is the seat that holds the tile which earns the opening (L-03, C-03,
// T-11).
func earner(r *Rules, hands []Set) Seat { return holder(hands, earning(r, union(hands))) }

func union(hands []Set) (all Set) {
	for _, h := range hands {
		all = all.Or(h)
	}
	return all
}

func holder(hands []Set, t Tile) Seat {
	return Seat(slices.IndexFunc(hands, func(h Set) bool { return h.Has(t) }))
}

// lotWinner is the seat whose lot tile is the highest; doubles get no bonus
// and the order is total, so there is never a second lot (C-03).
func lotWinner(r *Rules, lot []Tile) (Seat, error) {
	if len(lot) != r.Seats {
		return NoSeat, fmt.Errorf("%w: %d tiles for %d seats", ErrLot, len(lot), r.Seats)
	}
	best := Seat(0)
	for i, t := range lot {
		if outranks(r.TileRank, t, lot[best]) {
			best = Seat(i)
		}
	}
	return best, nil
}

// treeStart finds who holds a starting double, or makes the seats draw until
// somebody does (K-03 to K-06). With start_double=strict only the highest
// eligible double will do.
func treeStart(r *Rules, s Standing, hands []Set, boneyard []Tile) (Seat, []Seat, error) {
	wanted := s.Eligible
	if r.StartDouble == StartStrict {
		wanted = highestOnly(wanted)
	}
	if seat := doubleHolder(hands, wanted); seat != NoSeat {
		return seat, nil, nil
	}
	if r.StartNone == StartRedeal && wanted != 0 {
		return NoSeat, nil, ErrRedeal
	}
	return drawForStart(r, s, slices.Clone(hands), boneyard, wanted)
}

// drawForStart lets the seats draw one tile each, beginning on the left of the
// last starter. In turn, the first who draws a wanted double starts (E-44);
// together, each lap is finished first and the highest double starts.
func drawForStart(r *Rules, s Standing, hands []Set, boneyard []Tile, wanted PipSet) (Seat, []Seat, error) {
	seat, draws := Seat(0), []Seat{}
	if r.seated(s.Starter) {
		seat = r.Next(s.Starter)
	}
	for i, t := range boneyard {
		hands[seat] = hands[seat].With(t)
		draws = append(draws, seat)
		seat = r.Next(seat)
		lapEnds := len(draws)%r.Seats == 0 || i == len(boneyard)-1
		if r.StartNone == StartAllDraw && !lapEnds {
			continue
		}
		if opener := doubleHolder(hands, wanted); opener != NoSeat {
			return opener, draws, nil
		}
	}
	return NoSeat, nil, ErrNoStart
}

func doubleHolder(hands []Set, wanted PipSet) Seat {
	double := startingDouble(wanted, union(hands))
	if double.Empty() {
		return NoSeat
	}
	return holder(hands, double.First())
}

func highestOnly(s PipSet) PipSet {
	for p := MaxPip; p > 0; p-- {
		if s.Has(p) {
			return PipSet(0).With(p)
		}
	}
	return s
}

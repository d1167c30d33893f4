package bot

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"tranca.example/pkg/domino"
)

// The policies, from weak to strong.
const (
	Random    = "random"    // any legal placement, all equally likely
	Greedy    = "greedy"    // the tile with the most pips
	Heuristic = "heuristic" // weighs suits, voids, replies and blocks
)

// Names lists the policies, from weak to strong.
func Names() []string { return []string{Random, Greedy, Heuristic} }

// UnknownPolicy says that no policy has the name.
type UnknownPolicy struct{ Name string }

// Error names what was asked for and what exists.
func (e *UnknownPolicy) Error() string {
	return fmt.Sprintf("bot %q is unknown; there are %s", e.Name, strings.Join(Names(), ", "))
}

// Check is nil when a policy has the name, else an *UnknownPolicy.
func Check(name string) error {
	if slices.Contains(Names(), name) {
		return nil
	}
	return &UnknownPolicy{Name: name}
}

// Choose is what the policy does for the seat of the view: a placement, else a
// draw, else a pass. It never draws or passes when it can play. It is nil when
// the seat is not on turn, and for a name that Check refuses. Seed decides for
// Random alone; give every decision its own.
func Choose(name string, view domino.SeatView, seed uint64) domino.Command {
	switch {
	case view.Turn() != view.Seat || view.Seat == domino.NoSeat || Check(name) != nil:
		return nil
	case view.Moves.Empty() && view.MayDraw:
		return domino.Draw{Seat: view.Seat}
	case view.Moves.Empty():
		return domino.Pass{Seat: view.Seat}
	}
	switch name {
	case Greedy:
		return greedy(&view)
	case Heuristic:
		return heuristic(&view)
	}
	return random(&view, seed)
}

func random(v *domino.SeatView, seed uint64) domino.Command {
	k, _ := bits.Mul64(mix(seed), uint64(v.Moves.Len()))
	m := v.Pick(v.Moves, int(k))
	return domino.Play{Seat: v.Seat, Tile: m.Tile, Spot: m.Spot}
}

// mix spreads the bits of a number (SplitMix64), so that neighbours differ.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

func greedy(v *domino.SeatView) domino.Command {
	return best(v, func(p domino.Play) int { return p.Tile.Sum() })
}

// best is the placement with the highest value, of equal ones the first.
func best(v *domino.SeatView, value func(domino.Play) int) domino.Command {
	var chosen domino.Play
	highest := 0
	for i := range v.Moves.Len() {
		m := v.Pick(v.Moves, i)
		p := domino.Play{Seat: v.Seat, Tile: m.Tile, Spot: m.Spot}
		if n := value(p); i == 0 || n > highest {
			chosen, highest = p, n
		}
	}
	return chosen
}

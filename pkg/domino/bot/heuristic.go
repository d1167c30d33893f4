package bot

import "tranca.example/pkg/domino"

// weights say how much each feature of a placement counts. They were found by
// play against greedy and against themselves in latin.pairs; the unit is free.
type weights struct {
	pips      int // of the tile, which leaves the hand
	double    int // the tile is a double, which fits in fewer places later
	own       int // each own tile that fits afterwards
	variety   int // each value that the hand still shows
	replies   int // each unseen tile that fits afterwards
	voidNext  int // each open value that the next opponent is known to lack
	suitMate  int // each time the partner opened a value that is open now
	suitRival int // each time an opponent did
	block     int // each pip that a block is expected to be worth
}

func tuned() weights {
	return weights{
		pips: 4, double: 36, own: 10, variety: 12, replies: -10,
		voidNext: 34, suitMate: 19, suitRival: -11, block: 41,
	}
}

// goesOut is more than all features together.
const goesOut = 1 << 20

func heuristic(v *domino.SeatView) domino.Command {
	k, w := know(v), tuned()
	return best(v, func(p domino.Play) int { return k.value(p, w) })
}

// knowledge is what the public state and the own hand tell before a placement.
type knowledge struct {
	view   *domino.SeatView
	rules  *domino.Rules
	unseen domino.Set
	opened [2][32]int // how often each value was opened by [own side, others]
}

func know(v *domino.SeatView) *knowledge {
	k := &knowledge{view: v, rules: v.Rules()}
	box := domino.SetOf(domino.FullSet(k.rules.SetMax)...)
	k.unseen = box.Minus(v.Played()).Minus(v.Hand)
	past := domino.NewRound(k.rules, domino.RoundDealt{})
	for _, b := range v.Board() {
		before := past.OpenPips()
		past = domino.Evolve(past, domino.TilePlayed{Seat: b.Seat, Tile: b.Tile, Spot: b.Spot})
		if b.Seat != v.Seat {
			k.count(b.Seat, past.OpenPips()&^before)
		}
	}
	return k
}

func (k *knowledge) count(s domino.Seat, opened domino.PipSet) {
	who := 1
	if k.rules.SideOf(s) == k.rules.SideOf(k.view.Seat) {
		who = 0
	}
	for p := range k.rules.SetMax + 1 {
		if opened.Has(p) {
			k.opened[who][p&31]++
		}
	}
}

// value weighs the position that a placement leads to.
func (k *knowledge) value(p domino.Play, w weights) int {
	hand := k.view.Hand.Without(p.Tile)
	if hand.Empty() {
		return goesOut
	}
	after := domino.Evolve(k.view.Public, domino.TilePlayed{
		Seat: p.Seat, Tile: p.Tile, Spot: p.Spot, Next: k.rules.Next(p.Seat),
	})
	open := after.OpenPips()
	own, replies := fits(hand, open), fits(k.unseen, open)
	v := w.pips*p.Tile.Sum() + w.own*own + w.replies*replies + w.variety*values(hand, k.rules.SetMax)
	if p.Tile.IsDouble() {
		v += w.double
	}
	if own == 0 && replies == 0 {
		v += w.block * k.margin(hand)
	}
	return v + k.suits(open, w)
}

// suits weighs the open values against what everybody is known to hold.
func (k *knowledge) suits(open domino.PipSet, w weights) (v int) {
	next := k.view.Void(k.rules.Next(k.view.Seat))
	for p := range k.rules.SetMax + 1 {
		if !open.Has(p) {
			continue
		}
		v += w.suitMate*k.opened[0][p&31] + w.suitRival*k.opened[1][p&31]
		if next.Has(p) {
			v += w.voidNext
		}
	}
	return v
}

// margin is the pips by which the own side is expected to be lower than the
// lowest other side if the round were blocked now: every unseen tile is taken
// for an average one.
func (k *knowledge) margin(hand domino.Set) int {
	totals := make([]int, k.rules.Sides())
	average := 10 * k.unseen.Pips() / max(1, k.unseen.Len())
	for s := range domino.Seat(k.rules.Seats) {
		pips := k.view.HandSize(s) * average / 10
		if s == k.view.Seat {
			pips = hand.Pips()
		}
		totals[k.rules.SideOf(s)] += pips
	}
	lowest, mine := 1<<20, k.rules.SideOf(k.view.Seat)
	for side, n := range totals {
		if domino.Side(side) != mine {
			lowest = min(lowest, n)
		}
	}
	return lowest - totals[mine]
}

// fits is how many tiles of a set show one of the values.
func fits(tiles domino.Set, open domino.PipSet) (n int) {
	for t := range tiles.All() {
		if open.Has(t.Hi()) || open.Has(t.Lo()) {
			n++
		}
	}
	return n
}

// values is how many different values a set shows.
func values(tiles domino.Set, top domino.Pip) (n int) {
	var shown domino.PipSet
	for t := range tiles.All() {
		shown = shown.With(t.Hi()).With(t.Lo())
	}
	for p := range top + 1 {
		if shown.Has(p) {
			n++
		}
	}
	return n
}

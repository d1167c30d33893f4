package domino

// outranks tells whether a is higher than b under tile_rank (C-03). Doubles
// get no bonus here; the order is total, so two tiles never tie.
func (r *Rules) outranks(a, b Tile) bool {
	if r.TileRank == SumThenHigh && a.Sum() != b.Sum() {
		return a.Sum() > b.Sum()
	}
	return a > b // by the high half, then by the low one
}

// highestTile is the highest tile of a hand; ok is false for an empty one.
func (r *Rules) highestTile(hand Set) (best Tile, ok bool) {
	for t := range hand.All() {
		if !ok || r.outranks(t, best) {
			best, ok = t, true
		}
	}
	return best, ok
}

// highestDouble is the highest double of a hand whose value is wanted.
func (r *Rules) highestDouble(hand Set, wanted PipSet) (best Tile, ok bool) {
	for p := int(r.SetMax); p >= 0; p-- {
		if t := Double(Pip(p)); wanted.Has(Pip(p)) && hand.Has(t) {
			return t, true
		}
	}
	return 0, false
}

// EarnedTile is the tile of a hand that earns an opening, which an OpenForced
// opener must lead (C-05, T-12): in tree games the highest double that has not
// started a round (K-03); in line games 6-6 where open_first asks for it, else
// the highest double, else the highest tile (L-03, C-03). The hand is that of
// the opener after the start draws, and not empty.
func (r *Rules) EarnedTile(hand Set, eligible PipSet) Tile {
	if r.Tree() {
		t, _ := r.highestDouble(hand, eligible)
		return t
	}
	if six := Double(6); r.OpenFirst != OpenFirstHighestDouble && hand.Has(six) {
		return six
	}
	if t, ok := r.highestDouble(hand, r.Doubles()); ok {
		return t
	}
	t, _ := r.highestTile(hand)
	return t
}

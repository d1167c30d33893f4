package domino

// SetSize is the number of tiles in a box whose highest half is top (G-01).
func SetSize(top Pip) int { return (int(top) + 1) * (int(top) + 2) / 2 }

// FullSet lists the box whose highest half is top, in ascending order of tile
// number, each tile once (T-04). It knows every box up to double-eighteen,
// also those that no rule set plays yet.
func FullSet(top Pip) []Tile {
	out := make([]Tile, SetSize(min(top, MaxPip)))
	for i := range out {
		out[i] = Tile(i)
	}
	return out
}

// Tiles is the number of tiles in the box of the rule set.
func (r *Rules) Tiles() int { return SetSize(r.SetMax) }

// Doubles is the set of values whose doubles are in the box.
func (r *Rules) Doubles() PipSet { return PipSet(1)<<(r.SetMax+1) - 1 }

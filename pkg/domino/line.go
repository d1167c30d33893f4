package domino

// extend lays t at an end of the line. The opening tile lies low half left
// (E-01), as records have it.
func (p *Public) extend(t Tile, at Spot) {
	switch {
	case p.count == 0:
		p.left, p.right = t.Lo(), t.Hi()
	case at == Left:
		p.left = t.Other(p.left)
	default:
		p.right = t.Other(p.right)
	}
}

// Laid is a tile of a line as it lies: its halves seen from the left.
type Laid struct {
	Tile        Tile
	Left, Right Pip
}

// Line lists a line from left to right (T-20); nil for a tree.
func (p *Public) Line() []Laid {
	if p.rules.Tree() || p.count == 0 {
		return nil
	}
	var before, after []Laid
	var left, right Pip
	for i, b := range p.board[:p.count] {
		switch {
		case i == 0:
			left, right = b.Tile.Lo(), b.Tile.Hi()
			after = append(after, Laid{b.Tile, left, right})
		case b.Spot == Left:
			outer := b.Tile.Other(left)
			before, left = append(before, Laid{b.Tile, outer, left}), outer
		default:
			outer := b.Tile.Other(right)
			after, right = append(after, Laid{b.Tile, right, outer}), outer
		}
	}
	line := make([]Laid, 0, p.count)
	for i := range before {
		line = append(line, before[len(before)-1-i])
	}
	return append(line, after...)
}

// Hung is the doubles of a line that can never be played any more: all other
// tiles of the suit lie, the double does not, and no end is open for it (L-12).
func (p *Public) Hung() (hung PipSet) {
	if p.rules.Tree() {
		return 0
	}
	for v := range p.rules.SetMax + 1 {
		if p.hangs(v) {
			hung = hung.With(v)
		}
	}
	return hung
}

func (p *Public) hangs(v Pip) bool {
	if v == p.left || v == p.right {
		return false
	}
	return touching[v&31]&box(p.rules.SetMax)&^p.played == SetOf(Double(v))
}

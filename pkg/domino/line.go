package domino

// extend lays t at an end of the line. The opening tile lies low half left
// (E-01), as records have it.
func (p *Public) extend(t Tile, at Spot) {
	if p.count == 0 {
		p.ends = [2]Pip{t.Lo(), t.Hi()}
		return
	}
	end := &p.ends[^at&1] // Left is odd
	*end = t.Other(*end)
}

// fitting is the tiles of any box that fit these ends of a line; equal ends
// count as the right one (E-02).
func fitting(left, right Pip) (m Moves) {
	m.First, m.Second = touching[left&31], touching[right&31]
	if left == right {
		m.First = 0
	}
	return m
}

// Laid is a tile of a line as it lies: its halves seen from the left.
type Laid struct {
	Tile        Tile
	Left, Right Pip
}

// Line lists a line from left to right (T-20); nil for a tree.
func (p *Public) Line() []Laid {
	if p.tree || p.count == 0 {
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

// Hung is the doubles of a line game that can never be played any more: all
// other tiles of the suit lie, the double does not, and no end is open for it
// (L-12).
func (p *Public) Hung() (hung PipSet) {
	if p.rules.StartsWithDouble() {
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
	if p.OpenPips().Has(v) {
		return false
	}
	return touching[v&31]&box(p.rules.SetMax)&^p.played == SetOf(Double(v))
}

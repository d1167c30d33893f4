package domino

import "math/bits"

// maxTiles is the size of the biggest box that a Set holds: double-nine.
const maxTiles = 55

// The masks below are indexed by pip & 31, so that no bounds check is left in
// a hot path; they are never written after the package is loaded.
var (
	touching = maskOf(func(t Tile, p Pip) bool { return t.Has(p) })
	highHalf = maskOf(func(t Tile, p Pip) bool { return t.Hi() == p })
	lowHalf  = maskOf(func(t Tile, p Pip) bool { return t.Lo() == p && !t.IsDouble() })
	doubles  = allDoubles()
	sumBits  = sumPlanes()
)

func maskOf(in func(Tile, Pip) bool) (masks [32]Set) {
	for p := range MaxPip + 1 {
		for t := range Tile(maxTiles) {
			if in(t, p) {
				masks[p] = masks[p].With(t)
			}
		}
	}
	return masks
}

func allDoubles() (s Set) {
	for t := range Tile(maxTiles) {
		if t.IsDouble() {
			s = s.With(t)
		}
	}
	return s
}

// sumPlanes are, for each bit of a sum of pips, the tiles whose sum has it: a
// whole hand is added up by counting bits, tile by tile is a guess of its size.
func sumPlanes() (planes [5]Set) {
	for t := range Tile(maxTiles) {
		for bit := range planes {
			if t.Sum()>>bit&1 != 0 {
				planes[bit] = planes[bit].With(t)
			}
		}
	}
	return planes
}

// first is the lowest value of a set that is not empty.
func (s PipSet) first() Pip { return Pip(bits.TrailingZeros32(uint32(s))) }

// highest is the tile of a set, which is not empty, with the highest number:
// of a set of doubles, the highest double.
func (s Set) highest() Tile { return Tile(63 - bits.LeadingZeros64(uint64(s))) }

// nth is the tile with k lower-numbered tiles in the set; k is less than Len.
func (s Set) nth(k int) Tile {
	for ; k > 0; k-- {
		s &= s - 1
	}
	return s.First()
}

// box is every tile of a set up to double-max.
func box(maxPip Pip) Set { return 1<<SetSize(maxPip) - 1 }

package domino

import (
	"iter"
	"math/bits"
	"strings"
)

// Set is a set of tiles of one box, up to double-nine (55 tiles): bit t is
// tile t. Only this file looks at the bits, so that a wider box is a change of
// this file alone.
type Set uint64

// SetOf returns the set of the given tiles.
func SetOf(tiles ...Tile) Set {
	var s Set
	for _, t := range tiles {
		s = s.With(t)
	}
	return s
}

// Has tells whether t is in the set.
func (s Set) Has(t Tile) bool { return s>>(t&63)&1 != 0 }

// With returns the set and t.
func (s Set) With(t Tile) Set { return s | 1<<(t&63) }

// Without returns the set less t.
func (s Set) Without(t Tile) Set { return s &^ (1 << (t & 63)) }

// And returns the tiles that are in both.
func (s Set) And(o Set) Set { return s & o }

// Or returns the tiles that are in either.
func (s Set) Or(o Set) Set { return s | o }

// Minus returns the tiles of s that are not in o.
func (s Set) Minus(o Set) Set { return s &^ o }

// Empty tells whether no tile is in the set.
func (s Set) Empty() bool { return s == 0 }

// Len is the number of tiles.
func (s Set) Len() int { return bits.OnesCount64(uint64(s)) }

// First is the tile with the lowest number; it means nothing for an empty set.
func (s Set) First() Tile { return Tile(bits.TrailingZeros64(uint64(s))) }

// All ranges over the tiles in ascending order of number (high half, then low).
func (s Set) All() iter.Seq[Tile] {
	return func(yield func(Tile) bool) {
		for ; s != 0; s &= s - 1 {
			if !yield(s.First()) {
				return
			}
		}
	}
}

// Tiles lists the set in ascending order of tile number.
func (s Set) Tiles() []Tile {
	out := make([]Tile, 0, s.Len())
	for t := range s.All() {
		out = append(out, t)
	}
	return out
}

// Pips is the sum of all halves, blanks counting nothing (G-08).
func (s Set) Pips() int {
	return (s & sumBits[0]).Len() + (s&sumBits[1]).Len()*2 + (s&sumBits[2]).Len()*4 +
		(s&sumBits[3]).Len()*8 + (s&sumBits[4]).Len()*16
}

// String lists the tiles by rank of low half within high, as records do.
func (s Set) String() string {
	var b strings.Builder
	for t := range s.All() {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.String())
	}
	return b.String()
}

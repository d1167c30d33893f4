package domino

import (
	"fmt"
	"strconv"
	"strings"
)

// Pip is the value of one half of a tile, 0 (blank) to 18.
type Pip uint8

// MaxPip is the highest half of the biggest set that tiles can be named for.
const MaxPip Pip = 18

// Tile is one domino. Its number is hi·(hi+1)/2 + lo, so a tile keeps its
// number in every bigger set and two spellings of one tile are equal.
type Tile uint8

// NewTile returns the tile with the two halves, in either order.
func NewTile(a, b Pip) Tile {
	hi, lo := max(a, b), min(a, b)
	return Tile(int(hi)*(int(hi)+1)/2 + int(lo))
}

// Double returns the tile whose two halves are p.
func Double(p Pip) Tile { return NewTile(p, p) }

// Hi is the greater half.
func (t Tile) Hi() Pip { return tileHi[t] }

// Lo is the smaller half.
func (t Tile) Lo() Pip { return tileLo[t] }

// Sum is the number of pips on both halves.
func (t Tile) Sum() int { return int(tileSum[t]) }

// IsDouble tells whether both halves are equal.
func (t Tile) IsDouble() bool { return tileHi[t] == tileLo[t] }

// Has tells whether one of the halves is p.
func (t Tile) Has(p Pip) bool { return tileHi[t] == p || tileLo[t] == p }

// Other is the half that faces away when p touches the board. For a double it
// is p; it means nothing for a tile without p.
func (t Tile) Other(p Pip) Pip { return tileSum[t] - p }

// String writes the tile high-low, as records do: "6-4".
func (t Tile) String() string {
	return strconv.Itoa(int(t.Hi())) + "-" + strconv.Itoa(int(t.Lo()))
}

// ParseTile reads "6-4" or "4-6". The error says what was wrong with the text.
func ParseTile(s string) (Tile, error) {
	a, b, ok := strings.Cut(s, "-")
	if !ok {
		return 0, fmt.Errorf("tile %q: want two numbers joined by a hyphen, such as 6-4", s)
	}
	x, err := parsePip(a)
	if err != nil {
		return 0, fmt.Errorf("tile %q: %w", s, err)
	}
	y, err := parsePip(b)
	if err != nil {
		return 0, fmt.Errorf("tile %q: %w", s, err)
	}
	return NewTile(x, y), nil
}

func parsePip(s string) (Pip, error) {
	if len(s) == 0 || len(s) > 2 || (len(s) == 2 && s[0] == '0') {
		return 0, fmt.Errorf("half %q: want a number from 0 to %d", s, MaxPip)
	}
	n, err := strconv.ParseUint(s, 10, 8)
	if err != nil || n > uint64(MaxPip) {
		return 0, fmt.Errorf("half %q: want a number from 0 to %d", s, MaxPip)
	}
	return Pip(n), nil
}

// tileHi, tileLo and tileSum give the halves of every tile number and their
// sum. They are 256 long so that a Tile indexes them without a bounds check;
// they are never written after the package is loaded.
var tileHi, tileLo, tileSum = halves()

func halves() (hi, lo, sum [256]Pip) {
	n := 0
	for h := Pip(0); h <= MaxPip; h++ {
		for l := Pip(0); l <= h; l++ {
			hi[n], lo[n], sum[n] = h, l, h+l
			n++
		}
	}
	return hi, lo, sum
}

package record

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tranca.example/pkg/domino"
)

// bySide shows a value for each side: by name in pairs, else by seat.
func bySide(pairs bool, values []int) any {
	if pairs && len(values) == 2 {
		return struct{ A, B int }{values[0], values[1]}
	}
	return values
}

// sideName is A or B in pairs, else the seat; nil for no side.
func sideName(pairs bool, s domino.Side) any {
	switch {
	case s == domino.NoSide:
		return nil
	case pairs:
		return string(rune('A' + s))
	}
	return int(s)
}

func sideNames(pairs bool, sides []domino.Side) []any {
	out := make([]any, len(sides))
	for i, s := range sides {
		out[i] = sideName(pairs, s)
	}
	return out
}

// seatNumber is nil for no seat.
func seatNumber(s domino.Seat) any {
	if s == domino.NoSeat {
		return nil
	}
	return int(s)
}

func tilesText(tiles []domino.Tile) string {
	words := make([]string, len(tiles))
	for i, t := range tiles {
		words[i] = t.String()
	}
	return strings.Join(words, " ")
}

// handText lists a hand as records do: by the low half, then the high one.
func handText(hand domino.Set) string {
	tiles := hand.Tiles()
	slices.SortFunc(tiles, func(a, b domino.Tile) int {
		return cmp.Or(cmp.Compare(a.Lo(), b.Lo()), cmp.Compare(a.Hi(), b.Hi()))
	})
	return tilesText(tiles)
}

func handTexts(hands []domino.Set) []string {
	out := make([]string, len(hands))
	for seat, h := range hands {
		out[seat] = handText(h)
	}
	return out
}

// lineText shows a line from left to right: "4|1 1|6".
func lineText(line []domino.Laid) string {
	words := make([]string, len(line))
	for i, l := range line {
		words[i] = fmt.Sprintf("%d|%d", l.Left, l.Right)
	}
	return strings.Join(words, " ")
}

// pipList lists a set from the highest value down.
func pipList(set domino.PipSet) []int {
	out := []int{}
	for p := int(domino.MaxPip); p >= 0; p-- {
		if set.Has(domino.Pip(p)) {
			out = append(out, p)
		}
	}
	return out
}

func moveTexts(moves []Move) []string {
	out := make([]string, len(moves))
	for i, m := range moves {
		out[i] = m.String()
	}
	return out
}

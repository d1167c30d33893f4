package wire

import (
	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
)

// seatPtr is absent for no seat.
func seatPtr[S domino.Seat | domino.Side](s S) *uint32 {
	if s < 0 {
		return nil
	}
	return new(uint32(s))
}

func tilePtr(t domino.Tile) *uint32 { return new(uint32(t)) }

func seatNumbers[S domino.Seat | domino.Side](seats []S) []uint32 {
	var out []uint32
	for _, s := range seats {
		out = append(out, uint32(s))
	}
	return out
}

func seatBytes(seats []domino.Seat) []byte {
	var out []byte
	for _, s := range seats {
		out = append(out, byte(s))
	}
	return out
}

func tileBytes(tiles []domino.Tile) []byte {
	var out []byte
	for _, t := range tiles {
		out = append(out, byte(t))
	}
	return out
}

func setBytes(s domino.Set) []byte {
	if s.Empty() {
		return nil
	}
	out := make([]byte, 0, s.Len())
	for t := range s.All() {
		out = append(out, byte(t))
	}
	return out
}

// hashBytes leaves a zero hash out.
func hashBytes[H table.Hash | table.Seed](h H) []byte {
	var zero H
	if h == zero {
		return nil
	}
	b := [32]byte(h)
	return b[:]
}

func countNumbers(counts []int) []uint32 {
	var out []uint32
	for _, n := range counts {
		out = append(out, uint32(n))
	}
	return out
}

func points(n []int) []int32 {
	var out []int32
	for _, v := range n {
		out = append(out, int32(v))
	}
	return out
}

func wholes(n []int32) []int {
	var out []int
	for _, v := range n {
		out = append(out, int(v))
	}
	return out
}

// present leaves an empty map out.
func present(m map[string]string) map[string]string {
	if len(m) == 0 {
		return nil
	}
	return m
}

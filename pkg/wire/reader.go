package wire

import (
	"strconv"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
)

// Bounds of what a message may say.
const (
	noSeatByte = 0xff
	tileCount  = 64 // numbers that a domino.Set can hold
	maxCount   = 1 << 20
)

// reader converts fields and keeps the first complaint; after one, results
// mean nothing.
type reader struct{ err *Malformed }

func (r *reader) fail(field, got, want string) {
	if r.err == nil {
		r.err = &Malformed{Field: field, Got: got, Want: want}
	}
}

// done is the first complaint as an error.
func (r *reader) done() error {
	if r.err == nil {
		return nil
	}
	return r.err
}

func number(n uint32) string { return strconv.FormatUint(uint64(n), 10) }

// seat reads a seat that must be there.
func (r *reader) seat(field string, v *uint32) domino.Seat {
	if v == nil {
		r.fail(field, "nothing", "a seat")
		return domino.NoSeat
	}
	return r.seatNumber(field, *v)
}

func (r *reader) seatNumber(field string, v uint32) domino.Seat {
	if v >= domino.MaxSeats {
		r.fail(field, "seat "+number(v), "0 to 9")
		return domino.NoSeat
	}
	return domino.Seat(v)
}

// anySeat reads a seat that may be absent.
func (r *reader) anySeat(field string, v *uint32) domino.Seat {
	if v == nil {
		return domino.NoSeat
	}
	return r.seatNumber(field, *v)
}

func (r *reader) side(field string, v *uint32) domino.Side { return domino.Side(r.anySeat(field, v)) }

func (r *reader) seats(field string, v []uint32) []domino.Seat {
	var out []domino.Seat
	for _, s := range v {
		out = append(out, r.seatNumber(field, s))
	}
	return out
}

func (r *reader) sides(field string, v []uint32) []domino.Side {
	var out []domino.Side
	for _, s := range v {
		out = append(out, domino.Side(r.seatNumber(field, s)))
	}
	return out
}

func (r *reader) seatBytes(field string, v []byte) []domino.Seat {
	var out []domino.Seat
	for _, s := range v {
		out = append(out, r.seatNumber(field, uint32(s)))
	}
	return out
}

// tile reads a tile that must be there.
func (r *reader) tile(field string, v *uint32) domino.Tile {
	if v == nil {
		r.fail(field, "nothing", "a tile")
		return 0
	}
	return r.tileNumber(field, *v)
}

func (r *reader) tileNumber(field string, v uint32) domino.Tile {
	if v >= tileCount {
		r.fail(field, "tile "+number(v), "0 to 63")
		return 0
	}
	return domino.Tile(v)
}

func (r *reader) tiles(field string, v []byte) []domino.Tile {
	var out []domino.Tile
	for _, t := range v {
		out = append(out, r.tileNumber(field, uint32(t)))
	}
	return out
}

func (r *reader) set(field string, v []byte) domino.Set {
	var out domino.Set
	for i, t := range v {
		if i > 0 && v[i-1] >= t {
			r.fail(field, "unordered tiles", "ascending numbers")
		}
		out = out.With(r.tileNumber(field, uint32(t)))
	}
	return out
}

func (r *reader) spot(field string, v uint32) domino.Spot {
	if v > 0xff {
		r.fail(field, "spot "+number(v), "0 to 255")
	}
	return domino.Spot(v)
}

func (r *reader) hash(field string, v []byte) (h [32]byte) {
	if len(v) != 0 && len(v) != len(h) {
		r.fail(field, strconv.Itoa(len(v))+" bytes", "0 or 32")
	}
	copy(h[:], v)
	return h
}

func (r *reader) commandID(field string, v []byte) (id table.CommandID) {
	if len(v) != 0 && len(v) != len(id) {
		r.fail(field, strconv.Itoa(len(v))+" bytes", "0 or 16")
	}
	copy(id[:], v)
	return id
}

// count reads a number of things.
func (r *reader) count(field string, v uint32) int {
	if v > maxCount {
		r.fail(field, number(v), "at most "+number(maxCount))
		return 0
	}
	return int(v)
}

func (r *reader) counts(field string, v []uint32) []int {
	var out []int
	for _, n := range v {
		out = append(out, r.count(field, n))
	}
	return out
}

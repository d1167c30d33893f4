package wire

import (
	"errors"
	"maps"
	"slices"
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"tranca.example/pkg/domino"
)

var errNoText = errors.New("a text is not UTF-8")

// message is a protobuf message that is being written, field by field in the
// order of their numbers: the spelling of a deterministic proto.Marshal, without
// the tree of pointers in between, because this is on the way of every commit.
// Zero values are left out where the method does not say otherwise.
type message struct {
	b   []byte
	err error // the first one
}

// number writes a whole number or an enum.
func (m *message) number(field protowire.Number, v uint64) {
	if v != 0 {
		m.present(field, v)
	}
}

// present writes a number also when it is 0.
func (m *message) present(field protowire.Number, v uint64) {
	m.b = appendNumber(appendTag(m.b, field, protowire.VarintType), v)
}

// appendNumber is protowire.AppendVarint, small enough to become part of its
// caller: nearly all numbers have one byte.
func appendNumber(b []byte, v uint64) []byte {
	if v < 0x80 {
		return append(b, byte(v))
	}
	return protowire.AppendVarint(b, v)
}

// appendTag is protowire.AppendTag in the same way.
func appendTag(b []byte, field protowire.Number, kind protowire.Type) []byte {
	return appendNumber(b, protowire.EncodeTag(field, kind))
}

// signed writes a number that may be negative, in the plain spelling.
func (m *message) signed(field protowire.Number, v int64) { m.number(field, uint64(v)) } //nolint:gosec // as protobuf does

func (m *message) flag(field protowire.Number, set bool) {
	if set {
		m.present(field, 1)
	}
}

func (m *message) text(field protowire.Number, v string) {
	if v != "" {
		m.item(field, v)
	}
}

// item writes a text also when it is empty, as lists do. A text that no reader
// would take is an error.
func (m *message) item(field protowire.Number, v string) {
	if m.err == nil && !utf8.ValidString(v) {
		m.err = errNoText
	}
	m.b = append(appendNumber(appendTag(m.b, field, protowire.BytesType), uint64(len(v))), v...)
}

func (m *message) bytes(field protowire.Number, v []byte) {
	if len(v) > 0 {
		m.b = append(appendNumber(appendTag(m.b, field, protowire.BytesType), uint64(len(v))), v...)
	}
}

func (m *message) hash(field protowire.Number, h [32]byte) {
	if h != ([32]byte{}) {
		m.bytes(field, h[:])
	}
}

// seat writes a seat or a side; no seat is left out, and 0 is one.
func (m *message) seat(field protowire.Number, s domino.Seat) {
	if s >= 0 {
		m.present(field, uint64(s))
	}
}

// list writes numbers as one field.
func list[N any](m *message, field protowire.Number, all []N, spell func(N) uint64) {
	if len(all) == 0 {
		return
	}
	mark := m.open(field)
	for _, n := range all {
		m.b = protowire.AppendVarint(m.b, spell(n))
	}
	m.close(mark)
}

// small writes numbers below 256 as bytes.
func small[N domino.Seat | domino.Tile](m *message, field protowire.Number, all []N) {
	if len(all) == 0 {
		return
	}
	mark := m.open(field)
	for _, n := range all {
		m.b = append(m.b, byte(n))
	}
	m.close(mark)
}

// pairs writes a map in the order of its keys.
func (m *message) pairs(field protowire.Number, pairs map[string]string) {
	if len(pairs) == 0 {
		return
	}
	for _, key := range slices.Sorted(maps.Keys(pairs)) {
		mark := m.open(field)
		m.item(1, key)
		m.item(2, pairs[key])
		m.close(mark)
	}
}

// open begins a field that is a message or bytes; close, with the mark, ends it.
func (m *message) open(field protowire.Number) (mark int) {
	m.b = append(appendTag(m.b, field, protowire.BytesType), 0)
	return len(m.b)
}

// close writes the length. It has one byte nearly always, else what is behind it
// moves.
func (m *message) close(mark int) {
	size := len(m.b) - mark
	if more := protowire.SizeVarint(uint64(size)) - 1; more > 0 {
		m.b = append(m.b, 0, 0, 0)[:len(m.b)+more]
		copy(m.b[mark+more:], m.b[mark:mark+size])
	}
	protowire.AppendVarint(m.b[:mark-1], uint64(size))
}

// embed writes a message of the contract.
func (m *message) embed(field protowire.Number, v proto.Message) {
	mark := m.open(field)
	b, err := proto.MarshalOptions{Deterministic: true}.MarshalAppend(m.b, v)
	if m.b = b; err != nil && m.err == nil {
		m.err = err
	}
	m.close(mark)
}

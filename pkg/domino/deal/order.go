package deal

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"

	"tranca.example/pkg/domino"
)

// Order is the dealing order of the box: seat s holds the tiles from
// s·HandSize on, and after all hands the boneyard stands in drawing order. The
// opening double, if one is laid beforehand, is not part of it.
func (p Params) Order(seed Seed) ([]domino.Tile, error) {
	if err := p.Validate(); err != nil {
		return nil, fmt.Errorf("order the tiles: %w", err)
	}
	return shuffle(p.box(p.Opening), p.key(labelMix, seed)), nil
}

// Lot is one tile for each seat, seat 0 first, drawn from a full box that is
// mixed for this alone: rule sets that open by lot compare them.
func (p Params) Lot(seed Seed) ([]domino.Tile, error) {
	if err := p.Validate(); err != nil {
		return nil, fmt.Errorf("draw the lot: %w", err)
	}
	return shuffle(p.box(NoOpening), p.key(labelLot, seed))[:p.Players], nil
}

// key separates the deal from the lot: both mix the same fields.
func (p Params) key(label string, seed Seed) []byte {
	m := hmac.New(sha256.New, seed[:])
	m.Write(ctx(label, p.MatchID, p.Round))
	m.Write(p.fields(p.commit(seed)))
	return m.Sum(nil)
}

// box is the full set in ascending order, less the double of opening.
func (p Params) box(opening int) []domino.Tile {
	out := make([]domino.Tile, 0, p.tiles()+1)
	for hi := range p.MaxPip + 1 {
		for lo := range hi + 1 {
			if hi != lo || int(hi) != opening {
				out = append(out, domino.NewTile(hi, lo))
			}
		}
	}
	return out
}

func shuffle(a []domino.Tile, key []byte) []domino.Tile {
	s := stream{mac: hmac.New(sha256.New, key)}
	s.permute(a)
	return a
}

// permute is Fisher–Yates from the end. Bytes that would favour some places
// are skipped.
func (s *stream) permute(a []domino.Tile) {
	for i := len(a) - 1; i >= 1; i-- {
		m := i + 1
		b := s.next()
		for b >= 256-256%m {
			b = s.next()
		}
		j := b % m
		a[i], a[j] = a[j], a[i]
	}
}

// stream is HMAC(key, 0) ‖ HMAC(key, 1) ‖ …, read byte by byte.
type stream struct {
	mac   hash.Hash
	block uint32
	buf   []byte
	at    int
	count [4]byte
}

func (s *stream) next() int {
	if s.at == len(s.buf) {
		binary.BigEndian.PutUint32(s.count[:], s.block)
		s.mac.Reset()
		s.mac.Write(s.count[:])
		s.buf, s.at = s.mac.Sum(s.buf[:0]), 0
		s.block++
	}
	s.at++
	return int(s.buf[s.at-1])
}

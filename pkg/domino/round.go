package domino

import (
	"errors"
	"fmt"
	"slices"
)

// ErrBadDeal says that an order of tiles is not one box, each tile once, or
// that a deal and a round do not belong together. It never names a tile.
var ErrBadDeal = errors.New("deal does not fit the round")

// Deal is the secret of a round: who was dealt what, and the boneyard in
// drawing order. It is never changed: Open and every Full share the slice.
type Deal struct {
	Hands    [MaxSeats]Set
	Boneyard []Tile
}

// NewDeal splits a shuffled box: seat s holds order[s·hand : (s+1)·hand), the
// rest is the boneyard in drawing order. The order must be the whole box of
// the rule set, each tile once; otherwise the error is ErrBadDeal. The deal
// keeps a part of order, which must not be changed afterwards.
func NewDeal(r *Rules, order []Tile) (d Deal, err error) {
	if len(order) != r.Tiles() {
		return Deal{}, fmt.Errorf("new deal: %w: %d tiles, want %d", ErrBadDeal, len(order), r.Tiles())
	}
	if r.Seats < 1 || r.Seats > MaxSeats || r.HandSize < 1 || r.Seats*r.HandSize > len(order) {
		return Deal{}, fmt.Errorf("new deal: %w: %d seats of %d tiles, have %d", ErrBadDeal, r.Seats, r.HandSize, len(order))
	}
	var seen Set
	for s := range r.Seats {
		d.Hands[s] = SetOf(order[s*r.HandSize : (s+1)*r.HandSize]...)
		seen |= d.Hands[s]
	}
	rest := order[r.Seats*r.HandSize:]
	if seen|SetOf(rest...) != box(r.SetMax) {
		return Deal{}, fmt.Errorf("new deal: %w: a tile is missing or foreign", ErrBadDeal)
	}
	d.Boneyard = slices.Clip(rest)
	return d, nil
}

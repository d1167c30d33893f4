package domino

import (
	"errors"
	"fmt"
)

// ErrBadSnapshot says that a stored state cannot be one of its rule set.
var ErrBadSnapshot = errors.New("snapshot does not fit the rules")

// Snapshot is a Public state laid open for storage: what a codec writes and
// reads. Everything that follows from it (ends, leaves, hand sizes) is left
// out and made again by Restore.
type Snapshot struct {
	Dealt     RoundDealt
	Board     []Placement
	DrawOrder []Seat // start draws included
	Turn      Seat
	Drew      int      // tiles drawn in this turn
	Void      []PipSet // by seat
	Over      *RoundEnded
}

// Placement is what the log says of one tile on the board.
type Placement struct {
	Seat Seat
	Tile Tile
	Spot Spot
}

// Snapshot lays the state open.
func (p *Public) Snapshot() Snapshot {
	s := Snapshot{
		Dealt: RoundDealt{
			Round: p.round, Opener: p.opener, Opening: p.opening, Eligible: p.eligible,
			HandSize: int(p.handSize), BoneyardSize: int(p.bones),
		},
		DrawOrder: p.DrawOrder(), Turn: p.turn, Drew: int(p.drew), Over: p.over,
		Void: append([]PipSet(nil), p.void[:p.rules.Seats]...),
	}
	s.Dealt.StartDraws = s.DrawOrder[:p.startDraws]
	for _, b := range p.board[:p.count] {
		s.Board = append(s.Board, Placement{b.Seat, b.Tile, b.Spot})
	}
	return s
}

// Restore makes the state again that Snapshot laid open. The error is
// ErrBadSnapshot when a number in it is out of bounds.
func Restore(r *Rules, s Snapshot) (Public, error) {
	p := NewRound(r, s.Dealt)
	if err := p.bounds(s); err != nil {
		return Public{}, fmt.Errorf("restore round %d: %w", s.Dealt.Round, err)
	}
	for _, by := range s.DrawOrder[p.draws:] {
		p.take(by)
	}
	for _, b := range s.Board {
		p.place(b.Seat, b.Tile, b.Spot, NoSeat)
	}
	p.void = [MaxSeats]PipSet{}
	copy(p.void[:], s.Void)
	p.turn, p.drew, p.over = s.Turn, uint8(s.Drew), s.Over
	if s.Over != nil {
		p.end = s.Over.End
	}
	return p, nil
}

func (p *Public) bounds(s Snapshot) error {
	tiles := p.rules.Tiles()
	for _, c := range []struct {
		what string
		ok   bool
	}{
		{"seats", p.rules.Seats >= 1 && p.rules.Seats <= MaxSeats},
		{"hand or boneyard size", s.Dealt.HandSize >= 0 && s.Dealt.BoneyardSize >= 0 && s.Dealt.HandSize*p.rules.Seats+s.Dealt.BoneyardSize <= tiles},
		{"draws", len(s.DrawOrder) <= s.Dealt.BoneyardSize && len(s.DrawOrder) >= int(p.draws)},
		{"drawn this turn", s.Drew >= 0 && s.Drew <= len(s.DrawOrder)},
		{"void", len(s.Void) <= p.rules.Seats},
		{"seat", s.Turn == NoSeat || p.seated(s.Turn)},
		{"seat that drew", p.allSeated(s.DrawOrder)},
		{"board", p.boardInBounds(s.Board, tiles)},
	} {
		if !c.ok {
			return fmt.Errorf("%w: %s out of bounds", ErrBadSnapshot, c.what)
		}
	}
	return nil
}

func (p *Public) allSeated(seats []Seat) bool {
	for _, s := range seats {
		if !p.seated(s) {
			return false
		}
	}
	return true
}

func (p *Public) boardInBounds(board []Placement, tiles int) bool {
	var seen Set
	for _, b := range board {
		if int(b.Tile) >= tiles || seen.Has(b.Tile) || !p.seated(b.Seat) {
			return false
		}
		seen = seen.With(b.Tile)
	}
	return true
}

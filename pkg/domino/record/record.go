package record

import (
	"encoding/json"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
)

// Record is one round: what was given, what was done, and what the record
// claims came of it.
type Record struct {
	Line int // in the file that it was read from, from 1; 0 for a made one

	ID     string
	Preset string
	Knobs  map[string]string // what differs from the preset; seats and teams follow from the hands and Pairs
	First  bool              // round 1: the first-round opening applies
	Before []int             // totals by side before the round
	Pairs  bool              // totals and winners are the sides A and B, not seats
	Played *int              // rounds that counted before this one; only where a number of rounds ends the match

	Rot  string // knob rotation, checked when present
	Draw string // knob draw, checked when present

	Opener   domino.Seat    // line games; NoSeat when absent
	Eligible *domino.PipSet // where rounds start with a double: those that have not started a round
	Start    string         // there, checked when present: held or drawn
	Root     *domino.Tile   // there, checked when present
	Starter  domino.Seat    // there; NoSeat when absent

	Hands    []domino.Set // as dealt, by seat
	Boneyard []domino.Tile
	Moves    []Move

	Claims map[string]json.RawMessage // outcomes and alt_* that the record states
	Deal   *Deal
}

// Deal is what makes the hands of a record verifiable.
type Deal struct {
	MatchID string
	Round   uint32
	Seed    deal.Seed
	Commit  deal.Hash
	Tip     deal.Hash
	Clients [][]byte // client seeds by seat, empty for none
	Beacon  []byte
}

// MoveKind is what a seat did.
type MoveKind uint8

// The kinds of moves.
const (
	MovePlay MoveKind = iota
	MoveDraw
	MovePass
	MoveForfeit
	MoveVoid
)

// Move is one entry of the transcript.
type Move struct {
	Kind MoveKind
	Seat domino.Seat // NoSeat for MoveVoid
	Tile domino.Tile // of MovePlay and MoveDraw
	Spot domino.Spot // of MovePlay; Unnamed when the record gives none
}

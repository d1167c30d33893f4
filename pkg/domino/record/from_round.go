package record

import (
	"errors"
	"fmt"

	"tranca.example/pkg/domino"
)

// Round is a round that is over, as a log tells it.
type Round struct {
	ID     string
	Rules  *domino.Rules
	Before domino.Standing
	Dealt  domino.RoundDealt
	Deal   domino.Deal
	Events []domino.Event // of the round, in order, with its RoundEnded
	Score  domino.RoundScore
	Proof  *Deal // nil leaves the record without a deal
}

// ErrRunning says that a round has not ended: it must not be written, because
// a record tells every tile.
var ErrRunning = errors.New("round is not over")

// FromRound makes the record of a finished round: its premises, every move,
// and what the log said came of it. Equal input makes equal records.
func FromRound(in Round) (Record, error) {
	public := domino.NewRound(in.Rules, in.Dealt)
	for _, e := range in.Events {
		public = domino.Evolve(public, e)
	}
	ended, over := public.Over()
	if !over {
		return Record{}, fmt.Errorf("record of round %d: %w", in.Dealt.Round, ErrRunning)
	}
	rec := in.premises()
	rec.Moves = in.moves()
	fields, err := outcomes(&public, in.Events, ended, in.Score).fields()
	if err != nil {
		return Record{}, fmt.Errorf("record of round %d: %w", in.Dealt.Round, err)
	}
	rec.Claims = fields
	if in.Rules.StartsWithDouble() && len(public.Board()) > 0 {
		root := public.Board()[0].Tile
		rec.Root = &root
	}
	return rec, nil
}

func (in *Round) premises() Record {
	r := in.Rules
	rec := Record{
		ID: in.ID, Preset: r.Preset, Knobs: r.Overrides(), First: in.Before.First, Before: in.Before.Totals,
		Pairs: r.Teams == domino.TeamsPairs, Opener: in.Dealt.Opener, Starter: domino.NoSeat,
		Hands: append([]domino.Set(nil), in.Deal.Hands[:r.Seats]...), Boneyard: in.Deal.Boneyard, Deal: in.Proof,
	}
	delete(rec.Knobs, "seats") // follows from the hands
	delete(rec.Knobs, "teams") // follows from the sides
	rec.Rot, _ = r.Knob("rotation")
	played := 0
	if r.StartsWithDouble() {
		in.treePremises(&rec)
		played = derivedPlayed(r, in.Before.Eligible)
	} else {
		rec.Draw, _ = r.Knob("draw")
		if !in.Before.First && in.Before.Opener == domino.NoSeat {
			rec.Opener = domino.NoSeat // found from the hands after a void round
		}
	}
	if r.Rounds > 0 && (played != in.Before.Played || !r.StartsWithDouble()) {
		rec.Played = &in.Before.Played
	}
	return rec
}

func (in *Round) treePremises(rec *Record) {
	eligible := in.Dealt.Eligible
	rec.Eligible, rec.Starter, rec.Opener, rec.Start = &eligible, in.Dealt.Opener, domino.NoSeat, "held"
	if len(in.Dealt.StartDraws) > 0 {
		rec.Start = "drawn"
	}
}

// moves writes the transcript; the tiles drawn follow from the boneyard.
func (in *Round) moves() []Move {
	out, drawn := []Move{}, 0
	draw := func(s domino.Seat) {
		out = append(out, Move{Kind: MoveDraw, Seat: s, Tile: in.Deal.Boneyard[drawn]})
		drawn++
	}
	for _, s := range in.Dealt.StartDraws {
		draw(s)
	}
	for _, e := range in.Events {
		switch e := e.(type) {
		case domino.TilePlayed:
			out = append(out, Move{MovePlay, e.Seat, e.Tile, e.Spot})
		case domino.TileDrawn:
			draw(e.Seat)
		case domino.TurnPassed:
			out = append(out, Move{Kind: MovePass, Seat: e.Seat})
		case domino.RoundEnded:
			out = append(out, cutShort(e)...)
		default: // facts that follow from the moves
		}
	}
	return out
}

// cutShort is the move that ended a round before it was played out.
func cutShort(e domino.RoundEnded) []Move {
	switch e.End {
	case domino.EndForfeit:
		return []Move{{Kind: MoveForfeit, Seat: e.Forfeits}}
	case domino.EndVoid:
		return []Move{{Kind: MoveVoid, Seat: domino.NoSeat}}
	default:
		return nil
	}
}

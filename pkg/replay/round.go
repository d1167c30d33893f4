package replay

import (
	"fmt"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/domino/record"
	"tranca.example/pkg/table"
)

// folder collects the round that the log is in.
type folder struct {
	round *round // nil between rounds, and for a deal that was lost
}

// round is what the log has told of one round so far.
type round struct {
	record.Round
	params deal.Params
	commit deal.Hash
	tip    deal.Hash
	ended  bool
}

// fold takes one event of a commit that led to s; over is true when it was the
// last one of a round that may be told.
func (f *folder) fold(s table.State, e table.Event) (in record.Round, over bool) {
	if dealt, ok := e.(table.RoundDealt); ok {
		f.round = begin(s, dealt)
		return in, false
	}
	if f.round == nil {
		return in, false
	}
	switch e := e.(type) {
	case table.InRound:
		f.round.Events = append(f.round.Events, e.Event)
	case table.RoundEnded:
		if !f.round.end(e) {
			f.round = nil
		}
	case table.RoundScored:
		return f.over(e.Score)
	case table.TableVoided:
		return f.over(f.round.score())
	default: // no part of a record
	}
	return in, false
}

func (f *folder) over(score domino.RoundScore) (record.Round, bool) {
	r := f.round
	f.round = nil
	r.Score = score
	return r.Round, r.ended
}

// begin takes the premises. The state is the one after the deal: it still has
// the standing before the round, and the client seeds that the deal hangs on.
func begin(s table.State, dealt table.RoundDealt) *round {
	if s.Rules == nil || s.Match == nil {
		return nil
	}
	return &round{
		Round: record.Round{
			ID: fmt.Sprintf("%s/%d", s.Match.ID, dealt.Round), Rules: s.Rules,
			Before: s.Match.Standing, Dealt: dealt.RoundDealt,
		},
		params: table.DealParams(s, dealt.Round),
		commit: deal.Hash(dealt.Commit),
		tip:    deal.Hash(s.Match.Tip),
	}
}

// end opens the deal with the revealed seed; false when there is none.
func (r *round) end(e table.RoundEnded) bool {
	seed := deal.Seed(e.Seed)
	if seed == (deal.Seed{}) {
		return false
	}
	order, err := r.params.Order(seed)
	if err != nil {
		return false
	}
	if r.Deal, err = domino.NewDeal(r.Rules, order); err != nil {
		return false
	}
	r.Events, r.ended = append(r.Events, e.RoundEnded), true
	r.Proof = &record.Deal{
		MatchID: r.params.MatchID, Round: r.params.Round, Seed: seed,
		Commit: r.commit, Tip: r.tip, Clients: r.params.Clients, Beacon: r.params.Beacon,
	}
	return true
}

// score is for the round in which a table was voided: the log never says it.
func (r *round) score() domino.RoundScore {
	if !r.ended {
		return domino.RoundScore{}
	}
	opener, lead := r.Dealt.Opener, domino.Tile(0)
	for _, e := range r.Events {
		if played, ok := e.(domino.TilePlayed); ok {
			opener, lead = played.Seat, played.Tile
			break
		}
	}
	ended, _ := r.Events[len(r.Events)-1].(domino.RoundEnded)
	return domino.ScoreRound(r.Rules, r.Before, opener, lead, ended)
}

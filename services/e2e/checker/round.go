package checker

import (
	"errors"
	"fmt"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/domino/record"
	eventv1 "tranca.example/proto/gen/tranca/event/v1"
)

// round is one round as the log tells it.
type round struct {
	dealt  *eventv1.RoundDealt
	rules  *eventv1.RuleSet
	before *eventv1.Standing
	seats  int
	events []*eventv1.Event
	ended  *eventv1.RoundEnded
}

var errNotEnded = errors.New("it is scored and has not ended")

// record is the round for whoever judges records. Hands and boneyard follow from
// the seed that the log reveals.
func (r *round) record(g *game, score *eventv1.RoundScore) (record.Record, error) {
	if r.ended == nil {
		return record.Record{}, errNotEnded
	}
	rules, err := rulesOf(r.rules)
	if err != nil {
		return record.Record{}, err
	}
	premises := r.dealt.GetPremises()
	proof := &record.Deal{
		MatchID: g.match, Round: premises.GetRound(), Seed: deal.Seed(fixed(r.ended.GetSeed())),
		Commit: deal.Hash(fixed(r.dealt.GetCommit())), Tip: deal.Hash(fixed(g.tip)), Clients: make([][]byte, r.seats),
	}
	for seat, seed := range g.seeds {
		if int(seat) < r.seats {
			proof.Clients[seat] = seed
		}
	}
	order, err := deal.Params{
		MatchID: proof.MatchID, Round: proof.Round, MaxPip: rules.SetMax, Players: rules.Seats,
		HandSize: rules.HandSize, Opening: deal.NoOpening, Clients: proof.Clients,
	}.Order(proof.Seed)
	if err != nil {
		return record.Record{}, err
	}
	dealt, err := domino.NewDeal(rules, order)
	if err != nil {
		return record.Record{}, err
	}
	in := record.Round{
		ID: fmt.Sprintf("%s/%d", g.match, premises.GetRound()), Rules: rules, Before: standing(r.before),
		Dealt: premisesOf(premises), Deal: dealt, Score: scoreOf(score), Proof: proof,
	}
	for _, e := range r.events {
		if move := moveOf(e); move != nil {
			in.Events = append(in.Events, move)
		}
	}
	in.Events = append(in.Events, ending(r.ended.GetEnding()))
	return record.FromRound(in)
}

// fixed is a hash or a seed; a missing one is all zero.
func fixed(b []byte) (out [32]byte) {
	copy(out[:], b)
	return out
}

// seat is NoSeat for an absent one.
func seat(n *uint32) domino.Seat {
	if n == nil {
		return domino.NoSeat
	}
	return domino.Seat(*n) //nolint:gosec // judged afterwards
}

func tiles(b []byte) (out []domino.Tile) {
	for _, t := range b {
		out = append(out, domino.Tile(t))
	}
	return out
}

func ints[N int32 | uint32](in []N) (out []int) {
	for _, n := range in {
		out = append(out, int(n))
	}
	return out
}

func premisesOf(m *eventv1.Premises) domino.RoundDealt {
	d := domino.RoundDealt{
		Round: m.GetRound(), Opener: seat(m.Opener), Opening: domino.Opening(m.GetOpening()), //nolint:gosec // an enum
		Eligible: domino.PipSet(m.GetEligible()), HandSize: int(m.GetHandSize()), BoneyardSize: int(m.GetBoneyardSize()),
	}
	for _, s := range m.GetStartDraws() {
		d.StartDraws = append(d.StartDraws, domino.Seat(s))
	}
	return d
}

// moveOf is a move as package domino knows it, nil for what follows from one.
func moveOf(e *eventv1.Event) domino.Event {
	switch {
	case e.GetTilePlayed() != nil:
		m := e.GetTilePlayed()
		return domino.TilePlayed{
			Seat: seat(m.Seat), Tile: domino.Tile(m.GetTile()), Spot: domino.Spot(m.GetSpot()), Next: seat(m.Next), //nolint:gosec // judged afterwards
		}
	case e.GetTileDrawn() != nil:
		m := e.GetTileDrawn()
		return domino.TileDrawn{Seat: seat(m.Seat), BoneyardLeft: int(m.GetBoneyardLeft())}
	case e.GetTurnPassed() != nil:
		m := e.GetTurnPassed()
		return domino.TurnPassed{Seat: seat(m.Seat), Next: seat(m.Next)}
	case e.GetChickieCalled() != nil:
		m := e.GetChickieCalled()
		return domino.ChickieCalled{Seat: seat(m.Seat), Double: domino.Tile(m.GetDouble())} //nolint:gosec // judged afterwards
	case e.GetFootCompleted() != nil:
		m := e.GetFootCompleted()
		return domino.FootCompleted{Seat: seat(m.Seat), Node: domino.Spot(m.GetNode())} //nolint:gosec // judged afterwards
	case e.GetDoubleHung() != nil:
		m := e.GetDoubleHung()
		return domino.DoubleHung{Double: domino.Tile(m.GetDouble()), By: seat(m.By)} //nolint:gosec // judged afterwards
	}
	return nil
}

func ending(m *eventv1.RoundEnding) domino.RoundEnded {
	e := domino.RoundEnded{
		End: domino.Ending(m.GetEnd()), Closer: seat(m.Closer), Forfeits: seat(m.Forfeits), Reason: m.GetReason(), //nolint:gosec // an enum
		Pips: ints(m.GetPips()), Boneyard: tiles(m.GetBoneyard()),
	}
	for _, hand := range m.GetHands() {
		e.Hands = append(e.Hands, domino.SetOf(tiles(hand)...))
	}
	return e
}

func standing(m *eventv1.Standing) domino.Standing {
	return domino.Standing{
		First: m.GetFirst(), Opener: seat(m.Opener), Starter: seat(m.Starter), Eligible: domino.PipSet(m.GetEligible()),
		Played: int(m.GetPlayed()), Totals: ints(m.GetTotals()),
	}
}

func scoreOf(m *eventv1.RoundScore) domino.RoundScore {
	s := domino.RoundScore{
		Winner: domino.Side(seat(m.Winner)), Points: int(m.GetPoints()), Breakdown: ints(m.GetBreakdown()), Next: standing(m.GetNext()),
		Shuffler: seat(m.Shuffler), MatchOver: m.GetMatchOver(), Places: ints(m.GetPlaces()),
	}
	for _, side := range m.GetWinners() {
		s.Winners = append(s.Winners, domino.Side(side)) //nolint:gosec // judged afterwards
	}
	return s
}

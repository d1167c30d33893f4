package table

import (
	"slices"

	"tranca.example/pkg/domino"
)

// match is a fresh copy of the match that may be written to.
func (s *State) match() *Match {
	m := Match{}
	if s.Match != nil {
		m = *s.Match
	}
	s.Match = &m
	return s.Match
}

func (s *State) evolveMatch(e Event) {
	switch e := e.(type) {
	case MatchStarted:
		s.start(e)
	case DealCommitted:
		m := s.match()
		m.Tip, m.PrevSeed, m.Committed, m.Fair, m.RevealBy = e.Tip, e.Tip, true, e.Fair, e.RevealDeadline
		s.Deadline, s.Overdue = e.RevealDeadline, false
	case ClientSeedRevealed:
		if seat := s.edit(e.Seat); seat != nil {
			seat.ClientSeed = e.Seed
		}
		if len(s.unrevealed()) == 0 {
			s.match().RevealBy = 0
			s.Deadline, s.Overdue = 0, false
		}
	case StartCancelled:
		s.cancel(e)
	case RoundScored:
		m := s.match()
		m.Standing, m.NextDeal = e.Score.Next, e.NextDeal
		s.Phase, s.Deadline = PhaseDealing, 0
		if s.Round != nil {
			r := *s.Round
			r.Score = &e.Score
			s.Round = &r
		}
	case MatchEnded:
		m := s.match()
		m.Winners, m.Places, m.EndReason = e.Winners, e.Places, e.Reason
		m.RevealBy, m.NextDeal = 0, 0
		s.Phase, s.Deadline, s.Overdue = PhaseFinished, e.Deadline, false
	default: // Evolve sends nothing else here
	}
}

// start begins a match in which nothing of an older one is left (T-30, T-33).
func (s *State) start(e MatchStarted) {
	s.Match = &Match{ID: e.MatchID, N: e.N, Players: s.people()}
	if e.TimeBank > 0 {
		s.Match.Banks = slices.Repeat([]Millis{e.TimeBank}, len(s.Seats))
	}
	if s.Rules != nil {
		s.Match.Standing = domino.NewStanding(s.Rules)
	}
	s.Matches, s.Phase = e.N, PhaseDealing
	s.Deadline, s.Overdue, s.Rematch = 0, false, nil
}

// people are the pseudonyms of those who sit there now, "" for a bot's seat.
func (s *State) people() []string {
	out := make([]string, len(s.Seats))
	for i := range s.Seats {
		if s.Seats[i].Kind == SeatPlayer {
			out[i] = s.Seats[i].Player
		}
	}
	return out
}

func (s *State) cancel(e StartCancelled) {
	s.match().RevealBy = 0
	s.Phase, s.Deadline, s.Overdue = PhaseOpen, e.Deadline, false
	s.each(func(i domino.Seat, seat *SeatState) {
		seat.unready()
		if slices.Contains(e.Seats, i) && seat.Kind == SeatPlayer {
			seat.Cancelled++
		}
		if slices.Contains(e.Lost, i) {
			seat.vacate(false)
		}
	})
}

func (s *State) evolveRound(e Event) {
	switch e := e.(type) {
	case RoundDealt:
		if s.Rules == nil {
			return
		}
		s.Round = &Round{Dealt: e.RoundDealt, Commit: e.Commit, Lot: e.Lot, Public: domino.NewRound(s.Rules, e.RoundDealt)}
		m := s.match()
		m.Round, m.NextDeal = e.Round, 0
		s.setClock(e.Deadline, e.LimitEnd, false)
		s.Phase, s.Overdue = PhasePlaying, false
	case InRound:
		s.evolveInRound(e)
	case RoundEnded:
		s.endRound(e)
	default: // Evolve sends nothing else here
	}
}

func (s *State) evolveInRound(e InRound) {
	if s.Round == nil {
		return
	}
	s.charge(s.turn(), e.BankUsed, e.BankAdded)
	r := *s.Round
	domino.EvolveInto(&r.Public, e.Event)
	if step, ok := stepOf(e.Event); ok {
		r.Steps = slices.Concat(r.Steps, []Step{step})
	}
	s.Round = &r
	if e.Deadline != 0 {
		s.setClock(e.Deadline, e.LimitEnd, false)
		s.Overdue = false
	}
}

func stepOf(e domino.Event) (Step, bool) {
	switch e := e.(type) {
	case domino.TilePlayed:
		return Step{Kind: StepPlay, Seat: e.Seat, Tile: e.Tile, Spot: e.Spot, Next: e.Next}, true
	case domino.TileDrawn:
		return Step{Kind: StepDraw, Seat: e.Seat}, true
	case domino.TurnPassed:
		return Step{Kind: StepPass, Seat: e.Seat, Next: e.Next}, true
	default: // the rest follows from a step, or ends the round
		return Step{}, false
	}
}

func (s *State) endRound(e RoundEnded) {
	if s.Round == nil {
		return
	}
	r := *s.Round
	domino.EvolveInto(&r.Public, e.RoundEnded)
	r.Ended = &Ended{RoundEnded: e.RoundEnded, Seed: e.Seed, Actor: e.Actor}
	s.Round = &r
	if e.Seed != (Seed{}) {
		s.match().PrevSeed = Hash(e.Seed)
	}
	s.setClock(0, 0, false)
	s.Phase, s.Overdue = PhaseScoring, false
}

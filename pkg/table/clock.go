package table

import "tranca.example/pkg/domino"

// Bank is what a seat's time bank holds; what the running turn uses of it is
// taken when the turn ends.
func (s *State) Bank(seat domino.Seat) Millis {
	if s.Match == nil || seat < 0 || int(seat) >= len(s.Match.Banks) {
		return 0
	}
	return s.Match.Banks[seat]
}

// turn is the seat on turn; NoSeat while no round runs.
func (s *State) turn() domino.Seat {
	if s.Phase != PhasePlaying || s.Round == nil {
		return domino.NoSeat
	}
	return s.Round.Public.Turn()
}

// charge takes from a seat's time bank and adds to it.
func (s *State) charge(seat domino.Seat, used, added Millis) {
	if used == 0 && added == 0 || s.Match == nil || s.at(seat) == nil {
		return
	}
	m := s.match()
	banks := make([]Millis, len(s.Seats))
	copy(banks, m.Banks)
	banks[seat] = min(max(banks[seat]-used, 0)+added, MaxLimit)
	m.Banks = banks
}

func (s *State) setClock(deadline, limitEnd Time, bankRuns bool) {
	s.Deadline, s.LimitEnd, s.BankRuns = deadline, limitEnd, bankRuns
}

// runsOut is the moment at which the turn's clock is looked at next: the end of
// its limit, or the deadline where there is no time bank or it runs already.
func (s *State) runsOut() Time {
	if s.LimitEnd != 0 && !s.BankRuns {
		return s.LimitEnd
	}
	return s.Deadline
}

// turnLimit is the limit of the running turn.
func (s *State) turnLimit() Millis {
	if s.Round != nil {
		for _, step := range s.Round.Steps {
			if step.Kind != StepDraw {
				return s.Options.turnLimit()
			}
		}
	}
	return s.Options.firstLimit()
}

// firstLimit is the limit of a round's first turn.
func (o *Options) firstLimit() Millis {
	if o.FirstMove > 0 {
		return o.FirstMove
	}
	return o.turnLimit()
}

// turnLimit is the limit of any later turn. Without one a table would wait for
// ever for somebody who went away unnoticed, so that idleness ends the turn.
func (o *Options) turnLimit() Millis {
	if o.TurnLimit > 0 {
		return o.TurnLimit
	}
	return o.IdleLimit
}

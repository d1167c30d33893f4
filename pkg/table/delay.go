package table

// Mark is what has to be known of a commit to tell whether whoever has no seat
// may see it.
type Mark struct {
	Version uint32
	At      Time
	Match   uint32 // number of the match that ran, or ran last; 0: none did
	Round   uint32 // number of its last round; 0: none was dealt
	Played  bool   // it was made while that match ran
}

// MarkOf is the mark of a commit.
func MarkOf(c *Commit) Mark {
	m := Mark{Version: c.Version, At: c.At, Played: c.Writer != Lobby}
	if c.State.Match != nil {
		m.Match, m.Round = c.State.Match.N, c.State.Match.Round
	}
	return m
}

// Delayed tells whether a match runs of which whoever has no seat sees less than
// there is. With the match the delay ends.
func (s *State) Delayed() bool {
	return s.Phase.InMatch() && (s.Options.SpectatorDelay > 0 || s.Options.SpectatorRounds > 0)
}

// Shows tells whether whoever has no seat may see a commit of the table that now
// stands at s, and else when it will be old enough; 0: not before the table goes
// on. What was done before the match is always shown, its start included.
func (s *State) Shows(m Mark, now Time) (ok bool, due Time) {
	switch {
	case !s.Delayed(), !m.Played, s.Match == nil, m.Match != s.Match.N:
		return true, 0
	case m.Round > 0 && m.Round+s.Options.SpectatorRounds > s.roundDue():
		return false, 0
	}
	due = m.At + Time(s.Options.SpectatorDelay)
	return due <= now, due
}

// roundDue is the number of the round that is played or scored, or is dealt next.
func (s *State) roundDue() uint32 {
	if s.Phase == PhaseDealing {
		return s.Match.Round + 1
	}
	return s.Match.Round
}

package domino

import "slices"

// NewStanding is the standing before the first round of a match.
func NewStanding(r *Rules) Standing {
	s := Standing{First: true, Opener: NoSeat, Starter: NoSeat, Totals: make([]int, r.Sides())}
	if r.StartsWithDouble() {
		s.Eligible = r.Doubles()
	}
	return s
}

// ScoreRound says what an ended round is worth, who opens the next one and
// whether the match is over. Opener is who opened the round and lead the first
// tile on the board; lead is read only where rounds start with a double of their
// own, and only when a tile lies (Closer is a seat).
//
// A forfeit with two sides is won by the other side as if it had gone out; with
// more sides nobody scores. Where everybody scores his own pips, only the seat
// that gave up writes its own down. An annulled round counts nothing and leaves
// the standing as it was. It never fails: a seat that is not at the table counts
// as nobody, and so do pips of such a seat.
func ScoreRound(r *Rules, before Standing, opener Seat, lead Tile, e RoundEnded) RoundScore {
	s := RoundScore{Winner: NoSide, Shuffler: opener, Breakdown: make([]int, r.Sides()), Next: before}
	s.Next.Totals = make([]int, r.Sides())
	copy(s.Next.Totals, before.Totals)
	if e.End == EndVoid {
		return s
	}
	e = atTable(r, e)
	if r.ScoreDomino == ScoreOwnPips {
		scoreOwnPips(r, &s, e)
	} else {
		scoreWinner(r, &s, opener, e)
	}
	for side, points := range s.Breakdown {
		s.Next.Totals[side] += points
	}
	s.Next.First = false
	s.Next.Played++
	s.Next.Starter = opener
	s.Next.Opener = nextOpener(r, opener, s.Winner, e)
	if e.Closer != NoSeat {
		s.Next.Eligible = r.eligibleAfter(before.Eligible, lead)
	}
	if s.MatchOver = r.matchOver(s.Next); s.MatchOver {
		s.Winners, s.Places = r.rank(s.Next.Totals)
	}
	return s
}

// seated tells whether s is a seat of the table.
func (r *Rules) seated(s Seat) bool { return s >= 0 && int(s) < r.Seats }

// atTable drops what does not belong to a seat of the table.
func atTable(r *Rules, e RoundEnded) RoundEnded {
	pips := make([]int, r.Seats)
	copy(pips, e.Pips)
	e.Pips = pips
	if !r.seated(e.Closer) {
		e.Closer = NoSeat
	}
	if !r.seated(e.Forfeits) {
		e.Forfeits = NoSeat
	}
	return e
}

// scoreOwnPips lets every seat write down what is left in its hand (K-19).
func scoreOwnPips(r *Rules, s *RoundScore, e RoundEnded) {
	for seat, pips := range e.Pips {
		if e.End != EndForfeit || Seat(seat) == e.Forfeits {
			s.Breakdown[r.SideOf(Seat(seat))] += pips
		}
	}
}

// scoreWinner finds the winning side and its points (C-12 to C-16).
func scoreWinner(r *Rules, s *RoundScore, opener Seat, e RoundEnded) {
	formula := r.ScoreDomino
	switch {
	case e.End == EndDomino && e.Closer != NoSeat:
		s.Winner = r.SideOf(e.Closer)
	case e.End == EndBlocked:
		formula = r.ScoreBlock
		s.Winner = blockWinner(r, opener, e)
	case e.End == EndForfeit && e.Forfeits != NoSeat && r.Sides() == 2:
		s.Winner = 1 - r.SideOf(e.Forfeits)
	}
	if s.Winner != NoSide {
		s.Points = r.points(formula, s.Winner, e.Pips)
		s.Breakdown[s.Winner] = s.Points
	}
}

// points applies a formula; it never gives less than nothing, which matters
// only where the lowest hand wins and not the lowest side (E-22).
func (r *Rules) points(formula Scoring, winner Side, pips []int) int {
	own, opponents := 0, 0
	for seat, n := range pips {
		if r.SideOf(Seat(seat)) == winner {
			own += n
		} else {
			opponents += n
		}
	}
	switch formula {
	case ScoreOpponentsMinusOwn:
		return max(0, opponents-own)
	case ScoreAllRemaining:
		return opponents + own
	case ScoreOpponents, ScoreOwnPips:
	}
	return opponents
}

// nextOpener is the opener of the next round; NoSeat leaves it to the hands.
// The winner is who went out; after a block or a forfeit in pairs, the seat of
// the winning side nearest to the opener in turn order, the opener included.
func nextOpener(r *Rules, opener Seat, winner Side, e RoundEnded) Seat {
	switch {
	case r.StartsWithDouble():
		return NoSeat
	case winner == NoSide:
		return voidOpener(r, opener)
	case r.OpenNext == OpenNextSame:
		return opener
	case r.OpenNext == OpenNextCloser && e.Closer != NoSeat, r.OpenNext == OpenNextWinner && e.End == EndDomino && e.Closer != NoSeat:
		return e.Closer
	case r.OpenNext == OpenNextWinner:
		return nearest(r, opener, func(s Seat) bool { return r.SideOf(s) == winner })
	}
	return r.Next(opener)
}

func voidOpener(r *Rules, opener Seat) Seat {
	switch r.VoidNextOpener {
	case VoidSame:
		return opener
	case VoidHolder66:
		return NoSeat
	case VoidRotate:
	}
	return r.Next(opener)
}

// nearest walks from a seat in turn order, that seat first, to one that is
// meant; NoSeat if none is.
func nearest(r *Rules, from Seat, meant func(Seat) bool) Seat {
	s := from
	for range r.Seats {
		if meant(s) {
			return s
		}
		s = r.Next(s)
	}
	return NoSeat
}

// eligibleAfter takes the starting double out, and under start_order=descending
// every higher one too (K-05).
func (r *Rules) eligibleAfter(eligible PipSet, lead Tile) PipSet {
	if r.StartOrder == StartDescending {
		return eligible & (PipSet(1)<<lead.Hi() - 1)
	}
	return eligible.Without(lead.Hi())
}

// matchOver tells whether the target is reached or exceeded (C-18), the rounds
// are played, or every double has started a round (K-20).
func (r *Rules) matchOver(s Standing) bool {
	return r.Target > 0 && slices.Max(s.Totals) >= r.Target ||
		r.Rounds > 0 && s.Played >= r.Rounds ||
		r.StartsWithDouble() && s.Eligible == 0
}

// rank finds the winners and the place of each side: the highest total, or the
// lowest where everybody scores his own pips. Tied sides share (K-20, E-47).
func (r *Rules) rank(totals []int) (winners []Side, places []int) {
	places = make([]int, len(totals))
	for side, mine := range totals {
		places[side] = 1
		for _, other := range totals {
			if other != mine && (other < mine) == (r.ScoreDomino == ScoreOwnPips) {
				places[side]++
			}
		}
		if places[side] == 1 {
			winners = append(winners, Side(side))
		}
	}
	return winners, places
}

package table

import "tranca.example/pkg/domino"

// score turns the ended round into points, and into the end of the match when
// a side has left, the target is reached or the rounds are played.
func (j *judge) score() ([]Event, error) {
	if j.Phase != PhaseScoring || j.Round == nil || j.Round.Ended == nil {
		return nil, j.wrongPhase()
	}
	opener, lead := j.lead()
	score := domino.ScoreRound(j.Rules, j.Match.Standing, opener, lead, j.Round.Ended.RoundEnded)
	switch left := j.vacant(); {
	case left != domino.NoSeat:
		return []Event{RoundScored{Score: score}, j.forfeited(left)}, nil
	case score.MatchOver:
		return []Event{RoundScored{Score: score}, j.matchEnded(score.Winners, score.Places, j.endReason(score))}, nil
	}
	return []Event{RoundScored{Score: score, NextDeal: j.in(j.Options.Intermission)}}, nil
}

// lead is who opened the round and the first tile on the board.
func (j *judge) lead() (domino.Seat, domino.Tile) {
	for _, step := range j.Round.Steps {
		if step.Kind == StepPlay {
			return step.Seat, step.Tile
		}
	}
	return j.Round.Dealt.Opener, 0
}

func (j *judge) endReason(score domino.RoundScore) string {
	if j.Rules.Target > 0 {
		for _, total := range score.Next.Totals {
			if total >= j.Rules.Target {
				return EndTarget
			}
		}
	}
	return EndRounds
}

func (j *judge) matchEnded(winners []domino.Side, places []int, reason string) Event {
	return MatchEnded{Winners: winners, Places: places, Reason: reason, Deadline: j.in(j.Options.IdleLimit)}
}

// forfeited ends the match of two sides of which one has left.
func (j *judge) forfeited(left domino.Seat) Event {
	loser := j.Rules.SideOf(left)
	places := []int{1, 1}
	places[loser] = 2
	return j.matchEnded([]domino.Side{1 - loser}, places, EndForfeit)
}

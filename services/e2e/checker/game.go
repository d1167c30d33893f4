package checker

import (
	"fmt"
	"slices"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/record"
	eventv1 "tranca.example/proto/gen/tranca/event/v1"
)

// game is what the log told of the matches of one table so far.
type game struct {
	match   string
	seeds   map[uint32][]byte // client seeds that were shown, by seat
	tip     []byte
	totals  []int32 // added up from the rounds
	round   *round  // that runs or waits for its score
	results []result
}

// result is a match that ended.
type result struct {
	match  string
	totals []int32
}

// plays folds the events of a commit into the game of the table.
func (f *Facts) plays(t *table, c *eventv1.Commit, id string) {
	g := &t.game
	for _, e := range c.GetEvents() {
		switch {
		case e.GetMatchStarted() != nil:
			*g = game{match: e.GetMatchStarted().GetMatchId(), seeds: map[uint32][]byte{}, results: g.results}
		case e.GetDealCommitted() != nil:
			g.tip = e.GetDealCommitted().GetTip()
		case e.GetClientSeedRevealed() != nil:
			g.seeds[e.GetClientSeedRevealed().GetSeat()] = e.GetClientSeedRevealed().GetSeed()
		case e.GetRoundDealt() != nil:
			f.begins(g, c, e.GetRoundDealt(), id)
		case e.GetRoundEnded() != nil && g.round != nil:
			g.round.ended = e.GetRoundEnded()
		case e.GetRoundScored() != nil && g.round != nil:
			f.scores(g, e.GetRoundScored().GetScore(), id)
		case e.GetMatchEnded() != nil:
			f.ends(g, c, e.GetMatchEnded(), id)
		case g.round != nil:
			g.round.events = append(g.round.events, e)
		}
	}
}

// begins takes a round's premises. The standing before it must be what the
// rounds so far add up to.
func (f *Facts) begins(g *game, c *eventv1.Commit, dealt *eventv1.RoundDealt, id string) {
	before := c.GetState().GetMatch().GetStanding()
	if g.totals == nil {
		g.totals = make([]int32, len(before.GetTotals()))
	}
	f.totals.Check(slices.Equal(before.GetTotals(), g.totals), "table %s, match %s: round %d begins at %v, the rounds before add up to %v",
		id, g.match, dealt.GetPremises().GetRound(), before.GetTotals(), g.totals)
	g.round = &round{dealt: dealt, rules: c.GetState().GetRules(), before: before, seats: len(c.GetState().GetSeats())}
}

// scores has the round judged, and adds its points.
func (f *Facts) scores(g *game, score *eventv1.RoundScore, id string) {
	r := g.round
	g.round = nil
	name := fmt.Sprintf("table %s, match %s, round %d", id, g.match, r.dealt.GetPremises().GetRound())
	for side, points := range score.GetBreakdown() {
		if side < len(g.totals) {
			g.totals[side] += points
		}
	}
	f.totals.Check(slices.Equal(score.GetNext().GetTotals(), g.totals), "%s: the log says %v, the rounds add up to %v",
		name, score.GetNext().GetTotals(), g.totals)
	if len(r.ended.GetSeed()) == 0 && r.ended.GetEnding().GetEnd() == eventv1.Ending_ENDING_VOID {
		return // annulled because its deal was lost: there is nothing to judge
	}
	rec, err := r.record(g, score)
	if err != nil {
		f.legal.Check(false, "%s: %v", name, err)
		return
	}
	verdict, err := record.Judge(rec, record.Options{})
	f.legal.Check(err == nil && verdict.OK(), "%s: %v", name, judged(verdict, err))
	f.deals.Check(record.Verify(rec) == nil, "%s: %v", name, record.Verify(rec))
}

// judged says what is wrong with a record.
func judged(v record.Verdict, err error) string {
	switch {
	case err != nil:
		return err.Error()
	case v.Fault != nil:
		return fmt.Sprintf("move %d: %s: %s", v.Fault.Move, v.Fault.Reason, v.Fault.Message)
	}
	return fmt.Sprintf("differences %v", v.Differences)
}

// ends notes how a match ended. The state must tell the same.
func (f *Facts) ends(g *game, c *eventv1.Commit, e *eventv1.MatchEnded, id string) {
	match := c.GetState().GetMatch()
	f.totals.Check(match.GetId() == g.match && slices.Equal(match.GetStanding().GetTotals(), g.totals) && slices.Equal(match.GetWinners(), e.GetWinners()),
		"table %s: match %s ends at %v for %v, the rounds of %s add up to %v for %v",
		id, match.GetId(), match.GetStanding().GetTotals(), match.GetWinners(), g.match, g.totals, e.GetWinners())
	g.results = append(g.results, result{g.match, slices.Clone(g.totals)})
}

// rulesOf are the rules that a state names.
func rulesOf(m *eventv1.RuleSet) (*domino.Rules, error) {
	return domino.NewRules(m.GetPreset(), m.GetKnobs())
}

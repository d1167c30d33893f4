package table_test

import (
	"reflect"
	"slices"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
)

func TestScoringARound(t *testing.T) {
	score := domino.RoundScore{Winner: 0, Points: 13, Breakdown: []int{13, 0}, Shuffler: 0,
		Next: domino.Standing{Opener: 1, Starter: 0, Played: 1, Totals: []int{13, 0}}}
	won := score
	won.MatchOver, won.Winners, won.Places = true, []domino.Side{0}, []int{1, 2}
	low := func(knob string) func(*testing.T) *desk {
		return func(t *testing.T) *desk {
			knobs := map[string]string{knob: "1"}
			if knob == "rounds" {
				knobs["target"] = "0"
			}
			return playing(t, "classic.draw", knobs, limits).finishRound()
		}
	}
	ended := func(reason string) []table.Event {
		return []table.Event{table.RoundScored{Score: won}, table.MatchEnded{
			Winners: []domino.Side{0}, Places: []int{1, 2}, Reason: reason, Deadline: 1_060_000}}
	}
	void := func(t *testing.T) *desk { return with(after(3), as(operator, table.Annul{}))(t) }
	run(t, []example{
		{name: "points, the next opener, and the intermission", given: endedRound, when: as(scoring, table.Score{}),
			then: []table.Event{table.RoundScored{Score: score, NextDeal: 1_003_000}}},
		{name: "the target ends the match", given: low("target"), when: as(scoring, table.Score{}), then: ended(table.EndTarget)},
		{name: "so do the rounds", given: low("rounds"), when: as(scoring, table.Score{}), then: ended(table.EndRounds)},
		{name: "an annulled round counts nothing", given: void, when: as(scoring, table.Score{}),
			then: []table.Event{table.RoundScored{NextDeal: 1_003_000, Score: domino.RoundScore{
				Winner: domino.NoSide, Breakdown: []int{0, 0}, Shuffler: 0,
				Next: domino.Standing{First: true, Opener: domino.NoSeat, Starter: domino.NoSeat, Totals: []int{0, 0}},
			}}}},
		{name: "another service", given: endedRound, when: as(rules, table.Score{}), err: notAllowed(table.Forbidden, domino.NoSeat)},
		{name: "nothing to score", given: dealtTable, when: as(scoring, table.Score{}), err: wrongPhase(table.PhasePlaying)},
	})
}

func TestT30T33ANewRoundAndANewMatchStartClean(t *testing.T) {
	d := finished(t)
	for i := range d.state.Seats {
		d.do(d.seat(i), table.AskRematch{})
	}
	d.started()
	if m := d.state.Match; m.ID != tableID+".2" || m.Round != 0 || m.Committed || !m.Standing.First ||
		m.Standing.Opener != domino.NoSeat || !slices.Equal(m.Standing.Totals, []int{0, 0}) || m.Winners != nil {
		t.Fatalf("the second match starts as %+v", m)
	}
	d.dealt()
	fresh := domino.NewRound(d.state.Rules, d.state.Round.Dealt)
	if r := d.state.Round; !reflect.DeepEqual(r.Public, fresh) || r.Steps != nil || r.Ended != nil {
		t.Fatalf("the first round of the second match starts as %+v", r)
	}
	if d.finishRound(); d.state.Phase != table.PhaseScoring {
		t.Fatal("the round did not end")
	}
}

func TestT30AVoidRoundLeavesNothingToTheNextOne(t *testing.T) {
	d := after(3)(t)
	before := d.state.Match.Standing
	d.do(operator, table.Annul{Reason: "x"})
	d.do(scoring, table.Score{})
	if got := d.state.Match.Standing; !reflect.DeepEqual(got, before) {
		t.Fatalf("standing %+v, want %+v", got, before)
	}
	d.dealt()
	if d.state.Round.Dealt.Round != 2 || d.state.Round.Dealt.Opening != domino.OpenForced {
		t.Fatalf("dealt %+v, want round 2 with the opening of a first round", d.state.Round.Dealt)
	}
}

func TestT32ABlockedRoundIsFollowedByTheNextDealWithoutAnyClient(t *testing.T) {
	for root := byte(1); ; root++ {
		d := newDesk(t)
		d.root[0] = root
		d.open("classic.block4", nil, limits).seated().started().dealt().finishRound()
		if d.state.Round.Ended.End != domino.EndBlocked {
			continue
		}
		for _, want := range []table.Task{table.TaskScore, table.TaskDealRound} {
			due, ok := table.NextDue(d.state)
			if !ok || due.Task != want {
				t.Fatalf("after a block the table waits for %+v, want %s", due, want)
			}
			if want == table.TaskScore {
				d.do(scoring, table.Score{})
			}
		}
		d.dealt()
		return
	}
}

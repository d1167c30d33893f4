package judges_test

import (
	"slices"
	"testing"
	"time"

	"tranca.example/pkg/table"
)

// timeouts are the commits that acted on a deadline, each with the one before.
func timeouts(commits []table.Commit) (out [][2]table.Commit) {
	for i, c := range commits {
		if i > 0 && count[table.TurnTimedOut]([]table.Commit{c}) > 0 {
			out = append(out, [2]table.Commit{commits[i-1], c})
		}
	}
	return out
}

func TestTurnsRunOutAtTheirDeadlineAndNeverBefore(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	r.dealer()
	r.rules()
	g := r.newGame(table.Options{TurnLimit: 300})
	var commits []table.Commit
	eventually(t, "eight turns that run out", func() bool {
		commits = g.history()
		return len(timeouts(commits)) >= 8
	})
	var late []table.Time
	for _, pair := range timeouts(commits) {
		late = append(late, pair[1].At-pair[0].State.Deadline)
	}
	slices.Sort(late)
	t.Logf("late by %v ms", late)
	if late[0] < 0 {
		t.Errorf("a turn ran out %d ms early", -late[0])
	}
	if n := count[table.ClockCompensated](commits); n != 0 {
		t.Errorf("%d compensations: want none while everybody works", n)
	}
}

func TestATurnThatRanOutWhileRulesWasAwayGetsAFreshLimitOnce(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	r.dealer()
	stop := r.rules()
	g := r.newGame(table.Options{TurnLimit: 500})
	g.playing()
	stop()
	s := g.state()
	eventually(t, "the deadline is long over", func() bool {
		return time.Now().UnixMilli() > int64(s.Deadline)+int64(table.LateAfter)+100
	})
	before := len(g.history())
	r.rules()
	var after []table.Commit
	eventually(t, "two more commits", func() bool {
		after = g.history()[before:]
		return len(after) >= 3
	})
	if count[table.ClockCompensated](after[:1]) != 1 || count[table.ClockCompensated](after[1:]) != 0 {
		t.Errorf("got %+v, want one compensation, first", after)
	}
	if after[1].At < after[0].State.Deadline || count[table.TurnTimedOut](after[1:2]) != 1 {
		t.Errorf("after the fresh limit: got %+v at %d", after[1].Events, after[1].At)
	}
}

func TestATableWithoutLimitsArmsNothing(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	r.dealer()
	r.rules()
	r.scoring()
	g := r.newGame(table.Options{})
	g.playOn(never)
	if n := r.metric("tranca_timers_armed_total"); n != 0 {
		t.Errorf("%v timers were armed", n)
	}
}

func TestWakesThatNobodyHeardAreMadeUpForByTheSweep(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	r.rules()
	g := r.newGame(table.Options{}) // the wake for the dealer is lost: there is none
	if s := g.state(); s.Phase != table.PhaseDealing {
		t.Fatalf("got phase %s", s.Phase)
	}
	r.dealer()
	g.playing()
	if n := r.metric("tranca_sweep_wakes_total"); n < 1 {
		t.Errorf("got %v wakes of the sweep: who woke the dealer?", n)
	}
}

// metric sums the series of a counter.
func (r *rig) metric(name string) (sum float64) {
	r.t.Helper()
	families, err := r.registry.Gather()
	must(r.t, err)
	for _, f := range families {
		if f.GetName() != name {
			continue
		}
		for _, m := range f.GetMetric() {
			sum += m.GetCounter().GetValue()
		}
	}
	return sum
}

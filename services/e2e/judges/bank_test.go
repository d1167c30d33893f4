package judges_test

import (
	"slices"
	"testing"
	"time"

	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
)

func TestATimeBankIsOpenedAtTheEndOfTheLimitAndTheTurnEndsWhenItIsEmpty(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	r.dealer()
	r.rules()
	g := r.newGame(table.Options{TurnLimit: 300, FirstMove: 400, TimeBank: 350})
	var commits []table.Commit
	eventually(t, "six turns that run out", func() bool {
		commits = g.history()
		return len(timeouts(commits)) >= 6
	})
	var late []table.Time
	for i, c := range commits {
		for _, e := range c.Events {
			switch e.(type) {
			case table.BankOpened, table.ClockCompensated: // a busy machine may be late for once
				late = append(late, c.At-commits[i-1].State.LimitEnd)
			case table.TurnTimedOut:
				late = append(late, c.At-commits[i-1].State.Deadline)
			}
		}
	}
	slices.Sort(late)
	t.Logf("late by %v ms", late)
	if late[0] < 0 {
		t.Errorf("a clock rang %d ms early", -late[0])
	}
	if opened, granted := count[table.BankOpened](commits), count[table.ClockCompensated](commits); opened < 2 || opened > 2+granted {
		t.Errorf("%d banks were opened and %d limits granted anew, want one bank a seat", opened, granted)
	}
	if s := g.state(); s.Bank(0) != 0 || s.Bank(1) != 0 {
		t.Errorf("banks %v", s.Match.Banks)
	}
}

func TestAMoveThatWaitsForRulesIsChargedUntilItArrived(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	r.dealer()
	stop := r.rules()
	g := r.newGame(table.Options{TurnLimit: 200, TimeBank: 600_000})
	g.playing()
	s := g.reaches("an open bank", func(s table.State) bool { return s.BankRuns })
	turn := s.Round.Public.Turn()
	view, err := g.ask(turn, wire.Request{Query: wire.GetSeatView{AtLeast: s.Version}})
	must(t, err)
	stop()
	arrived := table.Time(time.Now().UnixMilli())
	answered := make(chan error, 1)
	go func() {
		_, err := g.ask(turn, wire.Request{Command: choice(view.View), Arrived: arrived})
		answered <- err
	}()
	eventually(t, "the move waits for a second", func() bool { return table.Time(time.Now().UnixMilli()) > arrived+1000 })
	r.rules()
	must(t, <-answered)
	commits := g.history()
	i := slices.IndexFunc(commits, func(c table.Commit) bool { return c.Version == s.Version+1 })
	if used := 600_000 - commits[i].State.Bank(turn); used != table.Millis(arrived-s.LimitEnd) || commits[i].At < arrived+1000 {
		t.Errorf("charged %d ms at %d; the limit ended at %d, the move arrived at %d", used, commits[i].At, s.LimitEnd, arrived)
	}
}

func TestAMoveThatCameInTimeAndFoundNobodyIsNotTooLate(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	r.dealer()
	stop := r.rulesThatSettle(time.Hour)
	g := r.newGame(table.Options{TurnLimit: 3000})
	s := g.playing()
	turn := s.Round.Public.Turn()
	view, err := g.ask(turn, wire.Request{Query: wire.GetSeatView{AtLeast: s.Version}})
	must(t, err)
	stop()
	answered := make(chan error, 1)
	go func() {
		_, err := g.ask(turn, wire.Request{Expected: s.Version, Command: choice(view.View), Arrived: table.Time(time.Now().UnixMilli())})
		answered <- err
	}()
	eventually(t, "the turn is over", func() bool { return table.Time(time.Now().UnixMilli()) > s.Deadline+200 })
	r.rulesThatSettle(0)
	must(t, <-answered)
	if n := len(timeouts(g.history()[:s.Version+1])); n != 0 {
		t.Errorf("%d turns ran out before the move", n)
	}
}

func TestAnOutageThatEndsALimitLeavesTheBankAlone(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	r.dealer()
	g := r.newGame(table.Options{TurnLimit: 400, TimeBank: 700})
	s := g.playing() // and nobody keeps the time
	eventually(t, "limit and bank are long over", func() bool {
		return table.Time(time.Now().UnixMilli()) > s.Deadline+table.Time(table.LateAfter)+100
	})
	r.rules()
	var commits []table.Commit
	eventually(t, "the first turn runs out", func() bool {
		commits = g.history()[s.Version:]
		return len(timeouts(commits)) > 0
	})
	var got []table.Event
	for _, c := range commits {
		switch e := c.Events[0].(type) {
		case table.ClockCompensated:
			if c.State.Bank(0) != 700 || c.State.Bank(1) != 700 || e.LimitEnd != c.At+400 || e.Deadline != c.At+1100 {
				t.Errorf("at %d: %+v, banks %v", c.At, e, c.State.Match.Banks)
			}
		case table.TurnTimedOut:
			if e.BankUsed != 700 {
				t.Errorf("%+v", e)
			}
		}
		if got = append(got, c.Events[0]); len(got) == 3 {
			break
		}
	}
	if count[table.ClockCompensated](commits[:1]) != 1 || count[table.BankOpened](commits[1:2]) != 1 || count[table.TurnTimedOut](commits[2:3]) != 1 {
		t.Errorf("got %+v, want a fresh limit, an open bank and a time-out", got)
	}
}

// Somebody went away and nobody noticed.
func TestATableWithoutATurnLimitDoesNotWaitForEver(t *testing.T) {
	t.Parallel()
	r := newRig(t, nil)
	r.dealer()
	r.scoring()
	g := r.newGame(table.Options{IdleLimit: 150})
	g.playing()
	r.rules() // not before: the table might be closed before its seats are taken
	s := g.reaches("the match is over", func(s table.State) bool { return s.Phase == table.PhaseFinished || s.Phase == table.PhaseClosed })
	if s.Match == nil || s.Match.EndReason != table.EndRounds || s.Seats[0].Kind != table.SeatPlayer {
		t.Errorf("got %+v", s.Match)
	}
}

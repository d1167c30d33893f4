package table_test

import (
	"reflect"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
)

// banked is limits with all that a clock can have.
func banked() table.Options {
	o := limits
	o.FirstMove, o.TimeBank, o.Increment = 15_000, 30_000, 2000
	return o
}

// withBanks is dealtTable with time banks: seat 0 opens with 5-5.
func withBanks(t *testing.T) *desk {
	return newDesk(t).open("classic.draw", nil, banked()).seated().started().dealt()
}

func TestATurnHasALimitAndThenATimeBank(t *testing.T) {
	opens, answers := at(0, play(5, 5, domino.Unnamed)), at(1, play(5, 0, domino.Unnamed))
	timeout := as(rules, table.Timeout{})
	first, second := played(0, 5, 5, domino.Unnamed, 1), played(1, 5, 0, domino.Right, 0)
	opened := with(later(withBanks, 15_000), timeout)
	run(t, []example{
		{name: "a move within the first limit costs nothing and earns the increment", given: later(withBanks, 15_000), when: opens,
			then: []table.Event{table.InRound{Event: first, BankAdded: 2000, LimitEnd: 1_025_000, Deadline: 1_055_000}}},
		{name: "one after it takes from the bank", given: later(withBanks, 15_700), when: opens,
			then: []table.Event{table.InRound{Event: first, BankUsed: 700, BankAdded: 2000, LimitEnd: 1_025_700, Deadline: 1_055_700}}},
		{name: "the next turn has the ordinary limit, and the bank that is left", given: later(with(later(withBanks, 15_700), opens), 11_000), when: answers,
			then: []table.Event{table.InRound{Event: second, BankUsed: 1000, BankAdded: 2000, LimitEnd: 1_036_700, Deadline: 1_068_000}}},
		{name: "the bank is not opened before the limit ends", given: later(withBanks, 14_999), when: timeout, err: refused(table.NotDue, "at", "1015000")},
		{name: "then it is", given: later(withBanks, 15_200), when: timeout,
			then: []table.Event{table.BankOpened{Seat: 0, Since: 1_015_000, Deadline: 1_045_000}}},
		{name: "once", given: later(opened, 29_999), when: timeout, err: refused(table.NotDue, "at", "1045000")},
		{name: "a move is charged from the end of the limit", given: later(opened, 20_000), when: opens,
			then: []table.Event{table.InRound{Event: first, BankUsed: 20_000, BankAdded: 2000, LimitEnd: 1_045_000, Deadline: 1_075_000}}},
		{name: "nobody acts for the seat before the bank is empty", given: later(opened, 29_000), when: timeout, err: refused(table.NotDue, "at", "1045000")},
		{name: "then the table does, and nothing is earned", given: later(opened, 30_000), when: timeout,
			then: []table.Event{table.TurnTimedOut{Seat: 0, Action: "play", BankUsed: 30_000},
				table.InRound{Event: first, LimitEnd: 1_055_000, Deadline: 1_085_000}}},
		{name: "an operator stops the clock and what ran is charged", given: later(opened, 4000), when: as(operator, table.Freeze{Reason: "look"}),
			then: []table.Event{table.TableFrozen{Reason: "look", BankUsed: 4000, By: byOperator}}},
		{name: "the thawed turn has its limit anew and the bank that is left",
			given: with(later(opened, 4000), as(operator, table.Freeze{})), when: as(operator, table.Thaw{}),
			then: []table.Event{table.TableThawed{LimitEnd: 1_034_000, Deadline: 1_060_000, Grace: 1_039_000, By: byOperator}}},
		{name: "so has the first turn of the next round", given: func(t *testing.T) *desk {
			d := withBanks(t).finishRound()
			d.do(scoring, table.Score{})
			d.now = d.state.Match.NextDeal
			return d
		}, when: func(d *desk) (table.Actor, table.Command) { return dealer, d.dealRound() }, then: nextRound(t)},
	})
}

// nextRound is the second round of withBanks as it is dealt: seat 0 went out with
// its seventh tile.
func nextRound(t *testing.T) []table.Event {
	t.Helper()
	d := withBanks(t).finishRound()
	d.do(scoring, table.Score{})
	d.now = d.state.Match.NextDeal
	c := d.dealRound()
	bank := d.state.Bank(c.Dealt.Opener)
	if bank != 30_000+2000*7 && bank != 30_000+2000*6 {
		t.Fatalf("seat %d earned %d", c.Dealt.Opener, bank-30_000)
	}
	return []table.Event{table.RoundDealt{RoundDealt: c.Dealt, Commit: c.Commit, Lot: c.Lot,
		LimitEnd: d.now + 15_000, Deadline: d.now + 15_000 + table.Time(bank)}}
}

func TestATurnOfAnEmptyBankHasOneDeadline(t *testing.T) {
	d := withBanks(t)
	d.now = d.state.LimitEnd
	d.do(rules, table.Timeout{})
	d.now = d.state.Deadline
	d.do(rules, table.Timeout{}) // seat 0 has nothing left
	d.do(d.move())
	if s := d.state; s.Bank(0) != 0 || s.LimitEnd != 0 || s.Deadline != d.now+10_000 {
		t.Fatalf("bank %d, limit until %d, deadline %d at %d", s.Bank(0), s.LimitEnd, s.Deadline, d.now)
	}
	d.now += 10_500
	if e := d.do(d.move())[0].(table.InRound); e.BankUsed != 0 || e.BankAdded != 2000 {
		t.Fatalf("charged %d, added %d", e.BankUsed, e.BankAdded)
	}
	checkFold(t, d.log)
}

func TestATurnWithoutALimitEndsByIdleness(t *testing.T) {
	given := func(o table.Options) func(*testing.T) *desk {
		return func(t *testing.T) *desk { return playing(t, "classic.draw", nil, o) }
	}
	idle := given(table.Options{IdleLimit: 60_000})
	run(t, []example{
		{name: "not before", given: later(idle, 59_999), when: as(rules, table.Timeout{}), err: refused(table.NotDue, "at", "1060000")},
		{name: "then the table acts", given: later(idle, 60_000), when: as(rules, table.Timeout{}), then: []table.Event{
			table.TurnTimedOut{Seat: 0, Action: "play"}, table.InRound{Event: played(0, 5, 5, domino.Unnamed, 1), Deadline: 1_120_000}}},
		{name: "never where that has no limit either", given: later(given(table.Options{}), 1<<40), when: as(rules, table.Timeout{}),
			err: refused(table.NoDeadline)},
	})
}

func TestTheBankIsTheSeatsAndForOneMatch(t *testing.T) {
	d := withBanks(t)
	d.now += 16_000
	d.do(d.move())
	d.do(d.seat(0), table.Leave{})
	if got := d.state.Bank(0); got != 31_000 {
		t.Fatalf("the bot that took over has %d, want 31000", got)
	}
	d.finishMatch()
	d.do(d.seat(1), table.AskRematch{})
	d.do(d.seat(1), table.Ready{})
	if d.state.Phase != table.PhaseDealing || d.state.Bank(0) != 30_000 || d.state.Bank(1) != 30_000 {
		t.Fatalf("phase %s, the second match begins with %v", d.state.Phase, d.state.Match.Banks)
	}
	checkFold(t, d.log)
}

// Draws are commands of their own: what came after one cannot have arrived
// before it.
func TestAStampFromBeforeTheLastDrawIsNotBelieved(t *testing.T) {
	o := banked()
	o.Increment = 0
	d := newDesk(t).open("classic.draw", nil, o).seated().started().dealt()
	for range 11 {
		d.do(d.move())
	}
	began := d.now
	d.now += 10_100
	d.do(rules, table.Timeout{})
	d.now = began + 20_000
	d.do(d.seat(1), table.Draw{})
	d.now = began + 25_000
	req := d.request(d.move())
	req.Arrived = began + 12_000
	if _, err := d.send(req); err != nil || d.state.Bank(1) != 20_000 {
		t.Fatalf("bank %d, %v; want 20000", d.state.Bank(1), err)
	}
}

func TestAStampThatIsOlderThanAnythingWaitsIsNotBelieved(t *testing.T) {
	o := limits
	o.TimeBank = 600_000
	d := newDesk(t).open("classic.draw", nil, o).seated().started().dealt()
	began := d.now
	d.now += 10_100
	d.do(rules, table.Timeout{})
	d.now = began + 200_000
	req := d.request(d.move())
	req.Arrived = began + 1
	if _, err := d.send(req); err != nil || d.state.Bank(0) != 600_000-(200_000-60_000-10_000) {
		t.Fatalf("bank %d, %v", d.state.Bank(0), err)
	}
}

// Whatever an event says, a bank stays within its bounds.
func TestABankIsNeitherNegativeNorEndless(t *testing.T) {
	s := table.Evolve(withBanks(t).state, table.MatchStarted{MatchID: "x", N: 2, TimeBank: 500})
	s = table.Evolve(s, table.TurnTimedOut{Seat: 0, BankUsed: 501})
	if s.Bank(0) != 0 || s.Bank(1) != 500 || s.Bank(2) != 0 || s.Bank(domino.NoSeat) != 0 {
		t.Errorf("banks %v", s.Match.Banks)
	}
	o := limits
	o.TimeBank, o.Increment = table.MaxLimit, table.MaxLimit
	d := newDesk(t).open("classic.draw", nil, o).seated().started().dealt()
	d.do(d.move())
	if got := d.state.Bank(0); got != table.MaxLimit {
		t.Errorf("bank %d, want %d", got, table.MaxLimit)
	}
}

func TestClockSettingsSayWhatIsAllowed(t *testing.T) {
	bad := func(name, got, want string) error {
		return refused(table.BadSettings, "setting", name, "got", got, "want", want)
	}
	const much, most = 30*24*3_600_000 + 1, "0 to 2592000000 ms"
	for _, x := range []struct {
		o   table.Options
		err error
	}{
		{table.Options{TurnLimit: 1, FirstMove: much}, bad("first_move", "2592000001", most)},
		{table.Options{TurnLimit: 1, TimeBank: -1}, bad("time_bank", "-1", most)},
		{table.Options{TurnLimit: 1, Increment: much}, bad("increment", "2592000001", most)},
		{table.Options{FirstMove: 5}, bad("first_move", "5", "0 ms, because turn_limit is 0")},
		{table.Options{TimeBank: 6, IdleLimit: 9}, bad("time_bank", "6", "0 ms, because turn_limit is 0")},
		{table.Options{Increment: 7}, bad("increment", "7", "0 ms, because turn_limit is 0")},
	} {
		open := table.OpenTable{ID: tableID, Preset: "classic.draw", Options: x.o}
		if err := table.CheckOpen(open); !reflect.DeepEqual(err, x.err) {
			t.Errorf("%+v: got %v, want %v", x.o, err, x.err)
		}
		run(t, []example{
			{name: "open: " + x.err.Error(), given: noTable, when: as(key(0), open), err: x.err},
			{name: "change: " + x.err.Error(), given: opened, when: as(key(0), table.ChangeSettings{Preset: "classic.draw", Options: x.o}), err: x.err},
		})
	}
}

func TestAnOldTablesRoundIsTimedAsItWas(t *testing.T) {
	d := dealtTable(t)
	if d.state.LimitEnd != 0 || d.state.Match.Banks != nil {
		t.Fatalf("a table without banks has a limit's end %d and banks %v", d.state.LimitEnd, d.state.Match.Banks)
	}
	d.now += 10_900
	if e := d.do(d.move())[0].(table.InRound); e.BankUsed != 0 || e.BankAdded != 0 || e.LimitEnd != 0 {
		t.Fatalf("%+v", e)
	}
}

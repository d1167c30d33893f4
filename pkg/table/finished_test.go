package table_test

import (
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
)

func TestAfterTheMatch(t *testing.T) {
	oneAsked := with(finished, at(1, table.AskRematch{}))
	now := finished(t).now
	version := finished(t).state.Version
	reopened := table.TableReopened{Deadline: now + 60_000}
	run(t, []example{
		{name: "a player asks for a rematch", given: finished, when: at(1, table.AskRematch{}),
			then: []table.Event{table.RematchAsked{Seat: 1}}},
		{name: "asking twice is asking", given: oneAsked, when: at(1, table.AskRematch{}), err: granted(version + 1)},
		{name: "the last one opens the table", given: oneAsked, when: at(0, table.AskRematch{}),
			then: []table.Event{table.RematchAsked{Seat: 0}, reopened}},
		{name: "those who stay need not wait for who leaves", given: oneAsked, when: at(0, table.Leave{}),
			then: []table.Event{table.SeatLeft{Seat: 0}, reopened}},
		{name: "who leaves asks for nothing", given: oneAsked, when: at(1, table.Leave{}), then: []table.Event{table.SeatLeft{Seat: 1}}},
		{name: "no rematch in a match", given: dealtTable, when: at(0, table.AskRematch{}), err: wrongPhase(table.PhasePlaying)},
		{name: "the owner closes", given: finished, when: as(key(0), table.Close{}), then: []table.Event{table.TableClosed{Reason: table.ByOwner}}},
		{name: "and an open table", given: opened, when: as(key(0), table.Close{}), then: []table.Event{table.TableClosed{Reason: table.ByOwner}}},
		{name: "but not a running one", given: dealtTable, when: at(0, table.Close{}), err: wrongPhase(table.PhasePlaying)},
		{name: "a guest does not close", given: finished, when: at(1, table.Close{}), err: notAllowed(table.NotOwner, 1)},
		{name: "idleness does", given: later(finished, 60_000), when: as(lobby, table.Timeout{}),
			then: []table.Event{table.TableClosed{Reason: table.ByIdleness}}},
		{name: "an outage of ours is no idleness", given: later(finished, 63_000), when: as(lobby, table.Timeout{}),
			then: []table.Event{table.ClockCompensated{Deadline: now + 123_000}}},
		{name: "a closed table is closed", given: closed, when: as(key(0), table.Close{}), err: wrongPhase(table.PhaseClosed)},
		{name: "for everybody", given: closed, when: as(operator, table.Void{}), err: wrongPhase(table.PhaseClosed)},
	})
}

func TestEveryCommitPutsTheIdleDeadlineOff(t *testing.T) {
	d := opened(t)
	d.now += 63_000
	d.do(lobby, table.Timeout{})
	if !d.state.Overdue || d.state.Deadline != d.now+60_000 {
		t.Fatalf("after the grant: overdue %v, deadline %d", d.state.Overdue, d.state.Deadline)
	}
	d.now += 1000
	d.do(key(0), table.Sit{Seat: domino.NoSeat, Player: "ana"})
	if d.state.Overdue || d.state.Deadline != d.now+60_000 {
		t.Fatalf("after somebody came: overdue %v, deadline %d", d.state.Overdue, d.state.Deadline)
	}
}

func TestARematchKeepsSeatsAndTokensAndAsksForReadinessAgain(t *testing.T) {
	d := finished(t)
	d.do(d.seat(0), table.AskRematch{})
	d.do(d.seat(1), table.AskRematch{})
	for i, seat := range d.state.Seats {
		if seat.Player != player(i) || seat.Ready || seat.Gen != 1 {
			t.Errorf("seat %d: %+v", i, seat)
		}
	}
	if d.state.Phase != table.PhaseOpen || d.state.Rematch != nil || table.NextMatchID(d.state) != tableID+".2" {
		t.Fatalf("phase %s, rematch %v, next match %s", d.state.Phase, d.state.Rematch, table.NextMatchID(d.state))
	}
}

package table_test

import (
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
)

// noBots is limits where leaving forfeits the match.
func noBots() table.Options {
	o := limits
	o.BotPolicy = table.NoBots
	return o
}

func takenOver(seat domino.Seat, by string) table.SeatTakenOver {
	return table.SeatTakenOver{Seat: seat, From: player(int(seat)), To: "bot-greedy-" + player(int(seat))[1:] + "-2",
		Kind: table.SeatBot, Policy: "greedy", Gen: 2, Actor: by}
}

func TestLeavingAMatch(t *testing.T) {
	replaced := []table.Event{table.SeatLeft{Seat: 1}, takenOver(1, table.ByLeave)}
	strict := func(t *testing.T) *desk { return newDesk(t).open("classic.draw", nil, noBots()).seated().started() }
	strictRound := func(t *testing.T) *desk { return strict(t).dealt() }
	forfeit := table.MatchEnded{Winners: []domino.Side{0}, Places: []int{1, 2}, Reason: table.EndForfeit, Deadline: 1_060_000}
	h := strictRound(t).hidden()
	given := table.RoundEnded{Seed: table.Seed(h.Seed), RoundEnded: domino.RoundEnded{End: domino.EndForfeit,
		Closer: domino.NoSeat, Forfeits: 1, Pips: []int{h.Full.Pips(0), h.Full.Pips(1)},
		Hands: []domino.Set{h.Full.Hands[0], h.Full.Hands[1]}, Boneyard: h.Full.Boneyard()}}
	run(t, []example{
		{name: "a bot takes over while dealing", given: startedTable, when: at(1, table.Leave{}), then: replaced},
		{name: "while playing", given: dealtTable, when: at(1, table.Leave{}), then: replaced},
		{name: "while scoring", given: endedRound, when: at(1, table.Leave{}), then: replaced},
		{name: "without bots the match is forfeit", given: strict, when: at(1, table.Leave{}),
			then: []table.Event{table.SeatLeft{Seat: 1}, forfeit}},
		{name: "and the round with it", given: strictRound, when: at(1, table.Leave{}), then: []table.Event{table.SeatLeft{Seat: 1}, given}},
		{name: "a seat is given up while scoring", given: func(t *testing.T) *desk { return strictRound(t).finishRound() },
			when: at(1, table.Leave{}), then: []table.Event{table.SeatLeft{Seat: 1}}},
		{name: "a revoked token cannot leave", given: with(dealtTable, at(1, table.Leave{})),
			when: as(table.Actor{Kind: table.ActorSeat, Seat: 1, Gen: 1}, table.Leave{}), err: notAllowed(table.TokenRevoked, 1)},
	})
}

func TestAForfeitRoundIsScoredAndEndsTheMatch(t *testing.T) {
	d := newDesk(t).open("latin.pairs", nil, noBots()).seated().started().dealt()
	d.do(d.seat(2), table.Leave{})
	events := d.do(scoring, table.Score{})
	end := events[1].(table.MatchEnded)
	if end.Reason != table.EndForfeit || len(end.Winners) != 1 || end.Winners[0] != 1 || end.Places[0] != 2 || end.Places[1] != 1 {
		t.Fatalf("%+v, want side 1 to win by forfeit", end)
	}
	checkFold(t, d.log)
	checkFacts(t, d.log)
}

func TestPresence(t *testing.T) {
	away := with(dealtTable, at(1, table.Disconnect{}))
	run(t, []example{
		{name: "a lost connection starts the grace", given: dealtTable, when: at(1, table.Disconnect{}),
			then: []table.Event{table.SeatDisconnected{Seat: 1, GraceUntil: 1_020_000}}},
		{name: "once", given: away, when: at(1, table.Disconnect{}), err: granted(8)},
		{name: "a return ends it", given: away, when: at(1, table.Return{}), then: []table.Event{table.SeatReturned{Seat: 1}}},
		{name: "who is here need not return", given: dealtTable, when: at(1, table.Return{}), err: granted(7)},
		{name: "no grace, no take-over", given: func(t *testing.T) *desk { return playing(t, "classic.draw", nil, table.Options{}) },
			when: at(1, table.Disconnect{}), then: []table.Event{table.SeatDisconnected{Seat: 1}}},
		{name: "a bot is never away", given: with(dealtTable, at(1, table.Leave{})), when: at(1, table.Disconnect{}), err: granted(8)},
		{name: "a frozen clock grants no time to be away", given: frozen(dealtTable), when: at(1, table.Disconnect{}),
			then: []table.Event{table.SeatDisconnected{Seat: 1}}},
		{name: "after the grace a bot takes over", given: later(away, 20_000), when: as(rules, table.TakeOver{Seat: 1}),
			then: []table.Event{takenOver(1, table.ByGrace)}},
		{name: "not before", given: later(away, 19_999), when: as(rules, table.TakeOver{Seat: 1}), err: refused(table.NotDue, "at", "1020000")},
		{name: "not when we were late", given: later(away, 22_001), when: as(rules, table.TakeOver{Seat: 1}),
			then: []table.Event{table.ClockCompensated{Grace: 1_042_001}}},
		{name: "which is granted once", given: later(with(later(away, 22_001), as(rules, table.TakeOver{Seat: 1})), 30_000),
			when: as(rules, table.TakeOver{Seat: 1}), then: []table.Event{takenOver(1, table.ByGrace)}},
		{name: "before a match the seat is free again", given: later(with(seatedTable, at(1, table.Disconnect{})), 20_000),
			when: as(lobby, table.TakeOver{Seat: 1}), then: []table.Event{table.SeatLeft{Seat: 1}}},
		{name: "who is here keeps the seat", given: dealtTable, when: as(rules, table.TakeOver{Seat: 1}), err: refused(table.NotAway, "seat", "1")},
		{name: "unless an operator takes it", given: dealtTable, when: as(operator, table.TakeOver{Seat: 1}),
			then: []table.Event{takenOverBy(operator, 1, "")}},
		{name: "a bot has no successor", given: with(dealtTable, at(1, table.Leave{})), when: as(operator, table.TakeOver{Seat: 1}),
			err: refused(table.NoPlayerThere, "seat", "1")},
		{name: "a seat that is not there", given: dealtTable, when: as(operator, table.TakeOver{Seat: 4}),
			err: refused(table.UnknownSeat, "seat", "4", "want", "0 to 1")},
		{name: "no player takes a seat over", given: dealtTable, when: at(0, table.TakeOver{Seat: 1}), err: notAllowed(table.Forbidden, 0)},
		{name: "nor a service that does not own the phase", given: dealtTable, when: as(lobby, table.TakeOver{Seat: 1}),
			err: notAllowed(table.Forbidden, domino.NoSeat)},
	})
}

func TestTokens(t *testing.T) {
	run(t, []example{
		{name: "a holder gets a new token", given: dealtTable, when: at(1, table.ReissueToken{}),
			then: []table.Event{table.SeatTokenIssued{Seat: 1, Gen: 2}}},
		{name: "so does the key that sits there", given: dealtTable, when: as(key(1), table.ReissueToken{}),
			then: []table.Event{table.SeatTokenIssued{Seat: 1, Gen: 2}}},
		{name: "a key without a seat does not", given: dealtTable, when: as(key(9), table.ReissueToken{}),
			err: notAllowed(table.NoToken, domino.NoSeat)},
	})
}

func TestFreezingStopsTheClocks(t *testing.T) {
	away := with(dealtTable, at(1, table.Disconnect{}))
	run(t, []example{
		{name: "an operator freezes", given: dealtTable, when: as(operator, table.Freeze{Reason: "look"}),
			then: []table.Event{table.TableFrozen{Reason: "look", By: byOperator}}},
		{name: "once", given: frozen(dealtTable), when: as(operator, table.Freeze{}), err: granted(8)},
		{name: "a player does not", given: dealtTable, when: at(0, table.Freeze{}), err: notAllowed(table.NotOperator, 0)},
		{name: "nobody plays", given: frozen(dealtTable), when: at(0, play(5, 5, domino.Unnamed)), err: refused(table.Frozen)},
		{name: "nobody runs out of time", given: later(frozen(dealtTable), 99_000), when: as(rules, table.Timeout{}), err: refused(table.Frozen)},
		{name: "nobody is taken over", given: later(frozen(away), 99_000), when: as(rules, table.TakeOver{Seat: 1}), err: refused(table.Frozen)},
		{name: "tokens are still given", given: frozen(dealtTable), when: at(0, table.ReissueToken{}),
			then: []table.Event{table.SeatTokenIssued{Seat: 0, Gen: 2}}},
		{name: "thawing gives fresh limits", given: later(frozen(away), 99_000), when: as(operator, table.Thaw{}),
			then: []table.Event{table.TableThawed{Deadline: 1_109_000, Grace: 1_119_000, By: byOperator}}},
		{name: "to reveals too", given: frozen(revealing), when: as(operator, table.Thaw{}),
			then: []table.Event{table.TableThawed{Deadline: 1_005_000, Grace: 1_020_000, By: byOperator}}},
		{name: "to an open table its idle time", given: frozen(seatedTable), when: as(operator, table.Thaw{}),
			then: []table.Event{table.TableThawed{Deadline: 1_060_000, Grace: 1_020_000, By: byOperator}}},
		{name: "a table between rounds has no deadline", given: frozen(endedRound), when: as(operator, table.Thaw{}),
			then: []table.Event{table.TableThawed{Grace: 1_020_000, By: byOperator}}},
		{name: "what is not frozen is not thawed", given: dealtTable, when: as(operator, table.Thaw{}), err: refused(table.NotFrozen)},
		{name: "a frozen table can be voided", given: frozen(seatedTable), when: as(operator, table.Void{Reason: "end"}),
			then: []table.Event{table.TableVoided{Reason: "end", By: byOperator}}},
	})
}

func TestAFrozenTableWaitsForNothingAndThawsWithFreshGrace(t *testing.T) {
	d := frozen(with(dealtTable, at(1, table.Disconnect{})))(t)
	if got := table.Agenda(d.state); got != nil || d.state.Deadline != 0 {
		t.Fatalf("agenda %+v, deadline %d", got, d.state.Deadline)
	}
	d.now += 50_000
	d.do(operator, table.Thaw{})
	if got := d.state.Seats[1].GraceUntil; got != d.now+20_000 {
		t.Fatalf("grace until %d, want %d", got, d.now+20_000)
	}
	checkFold(t, d.log)
}

func TestVoidingATable(t *testing.T) {
	voided := []table.Event{table.TableVoided{Reason: "power", By: byOperator}}
	for _, given := range []func(*testing.T) *desk{opened, startedTable, endedRound, finished} {
		run(t, []example{{name: string(given(t).state.Phase), given: given, when: as(operator, table.Void{Reason: "power"}), then: voided}})
	}
	run(t, []example{
		{name: "the owner of the phase may", given: startedTable, when: as(dealer, table.Void{Reason: "power"}),
			then: []table.Event{table.TableVoided{Reason: "power", By: table.Author{Kind: table.ByService, Name: "dealer"}}}},
		{name: "other services may not", given: startedTable, when: as(rules, table.Void{}), err: notAllowed(table.Forbidden, domino.NoSeat)},
		{name: "nor players", given: startedTable, when: at(0, table.Void{}), err: notAllowed(table.NotOperator, 0)},
	})
}

package table_test

import (
	"errors"
	"strings"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
)

// takenOverBy is a seat that an official gave to a bot.
func takenOverBy(who table.Actor, seat domino.Seat, reason string) table.SeatTakenOver {
	e := takenOver(seat, table.ByOperator)
	if who.Kind == table.ActorReferee {
		e.Actor = table.ByReferee
	}
	e.Name, e.Reason = who.Name, reason
	return e
}

func TestWhatOfficialsMayDo(t *testing.T) {
	strict := func(t *testing.T) *desk { return newDesk(t).open("classic.draw", nil, noBots()).seated().started() }
	nobody := domino.NoSeat
	run(t, []example{
		{name: "a referee freezes", given: dealtTable, when: as(referee, table.Freeze{Reason: "look"}),
			then: []table.Event{table.TableFrozen{Reason: "look", By: byReferee}}},
		{name: "and thaws, and says why", given: frozen(endedRound), when: as(referee, table.Thaw{Reason: "seen"}),
			then: []table.Event{table.TableThawed{Grace: 1_020_000, Reason: "seen", By: byReferee}}},
		{name: "and takes a seat over", given: dealtTable, when: as(referee, table.TakeOver{Seat: 1, Reason: "rude"}),
			then: []table.Event{takenOverBy(referee, 1, "rude")}},
		{name: "also of a frozen table", given: frozen(dealtTable), when: as(referee, table.TakeOver{Seat: 1, Reason: "rude"}),
			then: []table.Event{takenOverBy(referee, 1, "rude")}},
		{name: "before a match the seat is free", given: seatedTable, when: as(operator, table.TakeOver{Seat: 1, Reason: "rude"}),
			then: []table.Event{table.SeatLeft{Seat: 1, By: byOperator, Reason: "rude"}}},
		{name: "without bots the match is forfeit, and a frozen table has no deadline", given: frozen(strict),
			when: as(referee, table.TakeOver{Seat: 1, Reason: "rude"}),
			then: []table.Event{table.SeatLeft{Seat: 1, By: byReferee, Reason: "rude"},
				table.MatchEnded{Winners: []domino.Side{0}, Places: []int{1, 2}, Reason: table.EndForfeit}}},
		{name: "a token is revoked", given: dealtTable, when: as(referee, table.RevokeToken{Seat: 1, Reason: "stolen"}),
			then: []table.Event{table.SeatTokenIssued{Seat: 1, Gen: 2, By: byReferee, Reason: "stolen"}}},
		{name: "also of a frozen table", given: frozen(dealtTable), when: as(operator, table.RevokeToken{Seat: 1, Reason: "stolen"}),
			then: []table.Event{table.SeatTokenIssued{Seat: 1, Gen: 2, By: byOperator, Reason: "stolen"}}},
		{name: "a bot has none", given: with(dealtTable, at(1, table.Leave{})), when: as(operator, table.RevokeToken{Seat: 1}),
			err: refused(table.NoPlayerThere, "seat", "1")},
		{name: "nor a free seat", given: opened, when: as(operator, table.RevokeToken{Seat: 1}), err: refused(table.NoPlayerThere, "seat", "1")},
		{name: "nor one that is not there", given: dealtTable, when: as(operator, table.RevokeToken{Seat: 4}),
			err: refused(table.UnknownSeat, "seat", "4", "want", "0 to 1")},
		{name: "only an operator voids", given: dealtTable, when: as(referee, table.Void{Reason: "end"}), err: notAllowed(table.NotOperator, nobody)},
		{name: "and annuls", given: dealtTable, when: as(referee, table.Annul{Reason: "end"}), err: notAllowed(table.NotOperator, nobody)},
		{name: "no player revokes", given: dealtTable, when: at(0, table.RevokeToken{Seat: 1}), err: notAllowed(table.NotOperator, 0)},
		{name: "an official takes no seat", given: opened, when: as(operator, table.Sit{Player: "x"}), err: notAllowed(table.Forbidden, nobody)},
		{name: "a closed table has nothing to freeze", given: with(opened, as(operator, table.Void{})), when: as(referee, table.Freeze{}),
			err: &table.WrongPhase{Phase: table.PhaseClosed}},
		{name: "no essays", given: dealtTable, when: as(referee, table.Freeze{Reason: strings.Repeat("a", 201)}), err: unsayable},
		{name: "nothing that breaks a line", given: dealtTable, when: as(referee, table.TakeOver{Seat: 1, Reason: "a\nb"}), err: unsayable},
	})
}

var unsayable = refused(table.Malformed, "field", "reason", "want", "at most 200 bytes of printable text")

func TestNobodyDecidesAboutAGameOfTheirOwn(t *testing.T) {
	player := table.Actor{Kind: table.ActorOperator, Name: "ops", KeyHash: keyHash(1)}
	for _, c := range []table.Command{
		table.Freeze{}, table.Thaw{}, table.Void{}, table.TakeOver{Seat: 0}, table.TakeOver{Seat: 1}, table.RevokeToken{Seat: 0}, table.Annul{},
	} {
		run(t, []example{
			{name: "who has a seat", given: dealtTable, when: as(player, c), err: notAllowed(table.HoldsSeat, domino.NoSeat)},
		})
	}
	d := dealtTable(t)
	d.do(d.seat(1), table.Leave{})
	d.do(player, table.Freeze{}) // who has left is free to
}

func TestACommandOfAnOfficialIsDoneOnce(t *testing.T) {
	d := dealtTable(t)
	req := d.request(referee, table.RevokeToken{Seat: 1, Reason: "stolen"})
	if _, err := d.send(req); err != nil {
		t.Fatal(err)
	}
	again, err := d.send(req)
	if done, ok := errors.AsType[*table.AlreadyAnswered](err); !ok || done.Version != d.state.Version || again != nil {
		t.Errorf("the same again: got %v, %v", again, err)
	}
	req.Actor = operator // the id of another official says nothing
	if _, err := d.send(req); err != nil {
		t.Errorf("of somebody else: %v", err)
	}
	checkFold(t, d.log)
}

func TestAVoidRoundIsRevealedInTheSameCommit(t *testing.T) {
	d := frozen(dealtTable)(t)
	seed := d.hidden().Seed
	events := d.do(operator, table.Void{Reason: "power"})
	ended, ok := events[0].(table.RoundEnded)
	if !ok || ended.End != domino.EndVoid || ended.Reason != "power" || ended.Actor != "ops" || ended.Seed != table.Seed(seed) || len(ended.Hands) != 2 {
		t.Errorf("first %+v", events[0])
	}
	if len(events) != 2 || events[1] != (table.TableVoided{Reason: "power", By: byOperator}) || d.state.Phase != table.PhaseClosed || d.state.Frozen {
		t.Errorf("then %+v, phase %s", events[1:], d.state.Phase)
	}
	checkFold(t, d.log)
	checkFacts(t, d.log)
}

package table_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
)

// withBot is a table whose seat 1 a bot plays for, since its holder left.
func withBot(given func(*testing.T) *desk) func(*testing.T) *desk {
	return with(given, at(1, table.Leave{}))
}

func TestAPlayerSitsDownForABotWhileAMatchRuns(t *testing.T) {
	sits := table.Sit{Seat: 1, Player: "late"}
	taken := []table.Event{table.SeatTakenOver{
		Seat: 1, From: "bot-greedy-1-2", To: "late", Kind: table.SeatPlayer, KeyHash: keyHash(9), Gen: 3, Actor: table.BySitting,
	}}
	run(t, []example{
		{name: "while dealing", given: withBot(startedTable), when: as(key(9), sits), then: taken},
		{name: "while playing", given: withBot(dealtTable), when: as(key(9), sits), then: taken},
		{name: "while scoring", given: withBot(endedRound), when: as(key(9), sits), then: taken},
		{name: "wherever a bot sits", given: withBot(dealtTable), when: as(key(9), table.Sit{Seat: domino.NoSeat, Player: "late"}), then: taken},
		{name: "not for a player", given: withBot(dealtTable), when: as(key(9), table.Sit{Seat: 0, Player: "late"}),
			err: refused(table.SeatOccupied, "seat", "0")},
		{name: "nor where none is", given: withBot(dealtTable), when: as(key(9), table.Sit{Seat: 7, Player: "late"}),
			err: refused(table.UnknownSeat, "seat", "7", "want", "0 to 1")},
		{name: "nor where no bot sits", given: dealtTable, when: as(key(9), table.Sit{Seat: domino.NoSeat, Player: "late"}),
			err: refused(table.TableFull, "seats", "2")},
		{name: "nor on another seat of his", given: withBot(dealtTable), when: as(key(0), sits), err: granted(8)},
		{name: "nor by the name of who sits there", given: withBot(dealtTable), when: as(key(9), table.Sit{Seat: 1, Player: player(0)}),
			err: refused(table.PlayerSeated, "player", player(0))},
		{name: "nor while the clocks stand", given: frozen(withBot(dealtTable)), when: as(key(9), sits), err: refused(table.Frozen)},
		{name: "nor where the seat's seed is awaited", given: withBot(revealing), when: as(key(9), sits),
			err: refused(table.RevealsMissing, "seat", "1")},
	})
}

func TestWhoSatDownForABotHoldsTheSeatAndItsSecrets(t *testing.T) {
	d := withBot(dealtTable)(t)
	bot, before := d.seat(1), d.state
	d.do(key(9), table.Sit{Seat: 1, Player: "late"})
	seat := d.state.Seats[1]
	if seat.ClientCommit != before.Seats[1].ClientCommit || !bytes.Equal(seat.ClientSeed, before.Seats[1].ClientSeed) {
		t.Error("the seat is not bound to what it was bound to")
	}
	if d.state.TurnVersion != before.TurnVersion || d.state.SeatOf(keyHash(9)) != 1 || seat.Kind != table.SeatPlayer || seat.Away {
		t.Errorf("got %+v at turn version %d", seat, d.state.TurnVersion)
	}
	if _, err := d.try(bot, table.Pass{}); !errors.As(err, new(*table.NotAllowed)) {
		t.Errorf("the bot still commands: %v", err)
	}
	if slices.ContainsFunc(table.Agenda(d.state), func(due table.Due) bool { return due.Task == table.TaskBotTurn && due.Seat == 1 }) {
		t.Error("the bot is still woken")
	}
	view, err := table.View(d.state, d.hidden(), 1)
	if err != nil || view.Hand != d.hidden().Full.Hands[1] {
		t.Errorf("sees %v, %v", view.Hand, err)
	}
	checkFold(t, d.log)
	checkFacts(t, d.log)
}

package table_test

import (
	"reflect"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
)

func TestAgendaTellsWhatATableWaitsFor(t *testing.T) {
	none := domino.NoSeat
	version := func(given func(*testing.T) *desk) uint32 { return given(t).state.TurnVersion }
	botTurn := with(dealtTable, at(0, table.Leave{}))
	for _, x := range []struct {
		name  string
		given func(*testing.T) *desk
		want  []table.Due
	}{
		{"no table", noTable, nil},
		{"an open table idles", opened, []table.Due{{table.Lobby, table.TaskCloseIdle, none, 1_060_000, 1}}},
		{"a started one waits for the dealer", startedTable, []table.Due{{table.Dealer, table.TaskCommitDeal, none, 1_000_000, 5}}},
		{"seeds are due", revealing, []table.Due{{table.Dealer, table.TaskCancelStart, none, 1_005_000, 5}}},
		{"then the round is dealt", func(t *testing.T) *desk {
			d := revealing(t)
			d.do(d.seat(0), table.Reveal{Seed: clientSeed(0)})
			d.do(d.seat(1), table.Reveal{Seed: clientSeed(1)})
			return d
		}, []table.Due{{table.Dealer, table.TaskDealRound, none, 1_000_000, 5}}},
		{"a person has a limit", dealtTable, []table.Due{{table.Rules, table.TaskTimeout, none, 1_010_000, 7}}},
		{"a bot is on turn, thinks, and has the limit too", botTurn, []table.Due{
			{table.Bots, table.TaskBotTurn, 0, 1_000_000, 7}, {table.Rules, table.TaskTimeout, none, 1_010_000, 7}}},
		{"who is away has a grace", with(dealtTable, at(1, table.Disconnect{})), []table.Due{
			{table.Rules, table.TaskTimeout, none, 1_010_000, 7}, {table.Rules, table.TaskTakeOver, 1, 1_020_000, 7}}},
		{"an ended round is scored", endedRound, []table.Due{{table.Scoring, table.TaskScore, none, 1_000_000, version(endedRound)}}},
		{"the next round waits for the intermission", with(endedRound, as(scoring, table.Score{})),
			[]table.Due{{table.Dealer, table.TaskDealRound, none, 1_003_000, version(endedRound) + 1}}},
		{"a closed table waits for nothing", closed, nil},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := x.given(t)
			if got := table.Agenda(d.state); !reflect.DeepEqual(got, x.want) {
				t.Fatalf("agenda %+v, want %+v", got, x.want)
			}
			next, ok := table.NextDue(d.state)
			if ok != (x.want != nil) || ok && next != x.want[0] {
				t.Fatalf("next %+v, %v", next, ok)
			}
		})
	}
}

func TestEveryTaskThatNeedsNoSecretIsItsOwnCommand(t *testing.T) {
	for task, want := range map[table.Task]table.Command{
		table.TaskCancelStart: table.CancelStart{}, table.TaskTimeout: table.Timeout{Version: 4}, table.TaskScore: table.Score{},
		table.TaskTakeOver: table.TakeOver{Seat: 2}, table.TaskCloseIdle: table.Timeout{Version: 4},
		table.TaskCommitDeal: nil, table.TaskDealRound: nil, table.TaskBotTurn: nil,
	} {
		got, ok := table.Due{Task: task, Seat: 2, Version: 4}.Command()
		if got != want || ok != (want != nil) {
			t.Errorf("%s: %+v, %v", task, got, ok)
		}
	}
}

func TestBotsThinkAsLongWhateverTheyHold(t *testing.T) {
	o := limits
	o.BotThinking = 700
	d := newDesk(t).open("classic.draw", nil, o)
	for range 2 {
		d.do(key(0), table.AddBot{Seat: domino.NoSeat, Policy: "greedy"})
	}
	d.dealt()
	for d.state.Phase == table.PhasePlaying {
		due, _ := table.NextDue(d.state)
		if due.Task != table.TaskBotTurn || due.At != d.now+700 || due.Seat != d.state.Round.Public.Turn() {
			t.Fatalf("due %+v at %d", due, d.now)
		}
		d.now = due.At
		d.do(d.move())
	}
}

func TestE50TheSeatViewHasTheOwnHandAndOnlyOnTurnItsMoves(t *testing.T) {
	d := after(1)(t)
	h := d.hidden()
	for seat := range domino.Seat(2) {
		v, err := table.View(d.state, h, seat)
		if err != nil {
			t.Fatal(err)
		}
		if v.Hand != h.Full.Hands[seat] || (len(v.Plays) > 0) != (seat == 1) || v.MayDraw || v.MayPass {
			t.Errorf("view of seat %d: %v %v %v %v", seat, v.Hand, v.Plays, v.MayDraw, v.MayPass)
		}
		if v.OwnerKey != (table.Hash{}) || v.Seats[0].KeyHash != (table.Hash{}) || v.Seats[0].Recent != nil {
			t.Error("a view holds a key hash or command ids")
		}
	}
	if _, err := table.View(d.state, h, 2); err == nil {
		t.Error("a view of seat 2 of 2")
	}
	if v, err := table.View(endedRound(t).state, nil, 0); err != nil || v.Hand != 0 {
		t.Errorf("between rounds: %v, %v", v.Hand, err)
	}
}

func TestPublicHidesKeysAndIDsAndLeavesTheStateAlone(t *testing.T) {
	d := dealtTable(t)
	want := d.state.Seats[0].KeyHash
	if p := table.Public(d.state); p.Seats[0].KeyHash != (table.Hash{}) || p.Seats[0].Player != "p0" || p.OwnerRecent != nil {
		t.Fatalf("public seat: %+v", p.Seats[0])
	}
	if d.state.Seats[0].KeyHash != want {
		t.Fatal("Public wrote into the state")
	}
}

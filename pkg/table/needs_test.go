package table_test

import (
	"reflect"
	"slices"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
)

func TestWhatConcernsSeatsAloneIsDecidedWithoutTheHiddenTiles(t *testing.T) {
	for _, policy := range []string{"greedy", table.NoBots} {
		d := playing(t, "classic.draw", nil, table.Options{BotPolicy: policy, TurnLimit: 1000, Grace: 1000})
		d.do(d.seat(1), table.Disconnect{})
		d.now = max(d.state.Deadline, d.state.Seats[1].GraceUntil)
		turn := int(d.hidden().Full.Turn())
		_, move := d.move()
		for _, c := range []struct {
			actor   table.Actor
			command table.Command
			hidden  bool
		}{
			{d.seat(0), table.Disconnect{}, false},
			{d.seat(1), table.Return{}, false},
			{d.seat(0), table.ReissueToken{}, false},
			{operator, table.Freeze{Reason: "x"}, false},
			{d.seat(0), table.Leave{}, policy == table.NoBots},
			{rules, table.TakeOver{Seat: 1}, policy == table.NoBots},
			{d.seat(turn), move, true},
			{d.seat(turn), table.Draw{}, true},
			{d.seat(turn), table.Pass{}, true},
			{rules, table.Timeout{}, true},
			{operator, table.Annul{Reason: "x"}, true},
			{operator, table.Void{Reason: "x"}, true},
			{d.seat(0), table.Ready{}, false},
		} {
			if got := table.NeedsHidden(d.state, c.command); got != c.hidden {
				t.Errorf("%s: %T needs them: got %t, want %t", policy, c.command, got, c.hidden)
			}
			with, errWith := d.try(c.actor, c.command)
			without, errWithout := table.Decide(d.state, nil, d.request(c.actor, c.command))
			same := reflect.DeepEqual(with, without) && reflect.DeepEqual(errWith, errWithout)
			if !c.hidden && !same {
				t.Errorf("%s: %T: with %+v, %v; without %+v, %v", policy, c.command, with, errWith, without, errWithout)
			}
			if c.hidden && same {
				t.Errorf("%s: %T is the same without them", policy, c.command)
			}
		}
	}
}

func TestOutsideARoundNothingNeedsTheHiddenTiles(t *testing.T) {
	d := newDesk(t).open("classic.draw", nil, table.Options{BotPolicy: table.NoBots}).seated()
	for _, c := range []table.Command{table.Play{}, table.Leave{}, table.Timeout{}, table.Void{}} {
		if table.NeedsHidden(d.state, c) {
			t.Errorf("%T needs them in phase %s", c, d.state.Phase)
		}
	}
}

func TestAMatchKeepsWhoBeganItAndARoundWhatItWasWorth(t *testing.T) {
	d := newDesk(t).open("latin.pairs", nil, table.Options{BotPolicy: "greedy"})
	d.do(key(0), table.AddBot{Seat: 2, Policy: "random"})
	for _, i := range []int{0, 1, 3} {
		d.do(key(i), table.Sit{Seat: domino.Seat(i), Player: player(i)})
		d.do(d.seat(i), table.Ready{})
	}
	want := []string{"p0", "p1", "", "p3"}
	if got := d.state.Match.Players; !slices.Equal(got, want) {
		t.Fatalf("got %q, want %q", got, want)
	}
	d.dealt()
	d.do(d.seat(1), table.Leave{})
	if d.finishRound(); d.state.Round.Score != nil {
		t.Errorf("scored before it is scored: %+v", d.state.Round.Score)
	}
	events := d.do(scoring, table.Score{})
	if scored := events[0].(table.RoundScored); !reflect.DeepEqual(*d.state.Round.Score, scored.Score) {
		t.Errorf("got %+v, want %+v", *d.state.Round.Score, scored.Score)
	}
	d.finishMatch()
	if got := d.state.Match.Players; !slices.Equal(got, want) || d.state.Seats[1].Kind != table.SeatBot {
		t.Errorf("got %q after %+v left, want %q", got, d.state.Seats[1], want)
	}
}

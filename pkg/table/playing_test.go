package table_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
)

// The first round of dealtTable:
//
//	seat 0: 0-0 2-2 4-2 4-3 5-4 5-5 6-5   seat 1: 1-1 2-0 3-0 3-2 4-1 5-0 6-4
//	boneyard: 5-2 3-1 6-2 …, opener 0 with 5-5
//
// Default play is 5-5, 5-0, 0-0, 2-0, 2-2, 3-2, 4-3, 4-1, 5-4, 1-1, 4-2, seat 1
// draws 5-2 and plays it, and seat 0 goes out with 6-5.

// after is dealtTable after n default moves.
func after(n int) func(*testing.T) *desk {
	return func(t *testing.T) *desk {
		d := dealtTable(t)
		for range n {
			d.do(d.move())
		}
		return d
	}
}

func play(hi, lo domino.Pip, at domino.Spot) table.Play {
	return table.Play{Tile: domino.NewTile(hi, lo), Spot: at}
}

func played(seat domino.Seat, hi, lo domino.Pip, at domino.Spot, next domino.Seat) domino.TilePlayed {
	return domino.TilePlayed{Seat: seat, Tile: domino.NewTile(hi, lo), Spot: at, Next: next}
}

// lastTile is the end of the round, as it is revealed.
func lastTile(t *testing.T) []table.Event {
	d := dealtTable(t)
	tile := domino.NewTile
	return []table.Event{
		table.InRound{Event: played(0, 6, 5, domino.Left, domino.NoSeat)},
		table.RoundEnded{Seed: table.Seed(d.hidden().Seed), RoundEnded: domino.RoundEnded{
			End: domino.EndDomino, Closer: 0, Forfeits: domino.NoSeat, Pips: []int{0, 13},
			Hands: []domino.Set{0, domino.SetOf(tile(3, 0), tile(6, 4))},
			Boneyard: []domino.Tile{tile(3, 1), tile(6, 2), tile(3, 3), tile(4, 0), tile(6, 0), tile(1, 0), tile(6, 6),
				tile(6, 3), tile(2, 1), tile(4, 4), tile(5, 1), tile(5, 3), tile(6, 1)},
		}},
	}
}

func TestPlayingDrawingAndEndingARound(t *testing.T) {
	run(t, []example{
		{name: "T-12 the forced tile opens, under the turn clock", given: dealtTable, when: at(0, play(5, 5, domino.Unnamed)),
			then: []table.Event{table.InRound{Event: played(0, 5, 5, domino.Unnamed, 1), Deadline: 1_010_000}}},
		{name: "an answer gives the other seat a fresh limit", given: later(after(1), 4000), when: at(1, play(5, 0, domino.Unnamed)),
			then: []table.Event{table.InRound{Event: played(1, 5, 0, domino.Right, 0), Deadline: 1_014_000}}},
		{name: "a draw leaves turn and deadline as they are", given: later(after(11), 4000), when: at(1, table.Draw{}),
			then: []table.Event{table.InRound{Event: domino.TileDrawn{Seat: 1, BoneyardLeft: 13}}}},
		{name: "the last tile reveals the round and its seed", given: after(13), when: at(0, play(6, 5, domino.Left)), then: lastTile(t)},
		{name: "nothing is played before the deal", given: startedTable, when: at(0, play(5, 5, domino.Unnamed)), err: wrongPhase(table.PhaseDealing)},
		{name: "nor after the round", given: endedRound, when: at(1, table.Pass{}), err: wrongPhase(table.PhaseScoring)},
		{name: "an old token plays no more", given: with(dealtTable, at(0, table.ReissueToken{})),
			when: as(table.Actor{Kind: table.ActorSeat, Seat: 0, Gen: 1}, play(5, 5, domino.Unnamed)), err: notAllowed(table.TokenRevoked, 0)},
		{name: "nor does a seat that is not there", given: dealtTable, when: as(table.Actor{Kind: table.ActorSeat, Seat: 7, Gen: 1}, table.Pass{}),
			err: notAllowed(table.TokenRevoked, 7)},
		{name: "nor a key", given: dealtTable, when: as(key(0), table.Draw{}), err: notAllowed(table.NoToken, domino.NoSeat)},
	})
}

func TestTheRoundsOwnRejectionsPassThrough(t *testing.T) {
	for _, x := range []struct {
		name  string
		given func(*testing.T) *desk
		seat  int
		c     table.Command
		why   domino.Reason
		code  string
		legal []string
	}{
		{"T-12 the server enforces the forced opening", dealtTable, 0, play(5, 4, domino.Unnamed), domino.MustOpenWith, "failed_precondition", []string{"5-5"}},
		{"T-12 any other seat sends anything", dealtTable, 1, play(5, 0, domino.Unnamed), domino.NotYourTurn, "failed_precondition", []string{}},
		{"T-40 seat 1 sends a legal move of seat 0", dealtTable, 1, play(5, 5, domino.Unnamed), domino.NotYourTurn, "failed_precondition", []string{}},
		{"a tile of another hand", after(1), 1, play(6, 5, domino.Unnamed), domino.NotInHand, "failed_precondition", []string{"5-0 R"}},
		{"a tile that does not fit", after(1), 1, play(1, 1, domino.Unnamed), domino.DoesNotFit, "failed_precondition", []string{"5-0 R"}},
		{"no such tile", after(1), 1, table.Play{Tile: 60}, domino.UnknownTile, "invalid_argument", []string{"5-0 R"}},
		{"pass with a tile that fits", after(1), 1, table.Pass{}, domino.MustPlay, "failed_precondition", []string{"5-0 R"}},
		{"draw with a tile that fits", after(1), 1, table.Draw{}, domino.MustPlay, "failed_precondition", []string{"5-0 R"}},
		{"pass before the boneyard is asked", after(11), 1, table.Pass{}, domino.MustDraw, "failed_precondition", []string{"+"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := x.given(t)
			events, err := d.try(d.seat(x.seat), x.c)
			move, ok := errors.AsType[*table.IllegalMove](err)
			if !ok || events != nil {
				t.Fatalf("%v, %v: want an illegal move", events, err)
			}
			if move.Reason() != x.why.Reason() || move.Code() != x.code || !slices.Equal(move.Legal(), x.legal) {
				t.Fatalf("reason %s, code %s, legal %q", move.Reason(), move.Code(), move.Legal())
			}
			if !errors.Is(err, x.why) {
				t.Fatalf("%v is not %v", err, x.why)
			}
		})
	}
}

func TestT17AMissedDrawAndItsPassShareOneCommit(t *testing.T) {
	d := playing(t, "latin.solo", map[string]string{"seats": "2"}, limits)
	for {
		a, c := d.move()
		before := d.now
		events := d.do(a, c)
		if _, draws := c.(table.Draw); draws && len(events) == 2 {
			want := table.InRound{Event: domino.TurnPassed{Seat: a.Seat, Next: 1 - a.Seat}, Deadline: before + 10_000}
			if !reflect.DeepEqual(events[1], want) {
				t.Fatalf("after the draw %+v, want %+v", events[1], want)
			}
			return
		}
		if d.state.Phase == table.PhaseScoring {
			d.do(scoring, table.Score{})
			d.dealt()
		}
	}
}

func TestTurnsThatRunOut(t *testing.T) {
	timedOut := func(seat domino.Seat, action string, e domino.Event, deadline table.Time) []table.Event {
		return []table.Event{table.TurnTimedOut{Seat: seat, Action: action}, table.InRound{Event: e, Deadline: deadline}}
	}
	compensated := with(later(dealtTable, 12_001), as(rules, table.Timeout{}))
	run(t, []example{
		{name: "the table plays the first legal tile", given: later(dealtTable, 10_000), when: as(rules, table.Timeout{Version: 7}),
			then: timedOut(0, "play", played(0, 5, 5, domino.Unnamed, 1), 1_020_000)},
		{name: "two seconds late is still in time", given: later(dealtTable, 12_000), when: as(rules, table.Timeout{}),
			then: timedOut(0, "play", played(0, 5, 5, domino.Unnamed, 1), 1_022_000)},
		{name: "or draws, and the next draw comes soon", given: later(after(11), 10_000), when: as(rules, table.Timeout{}),
			then: timedOut(1, "draw", domino.TileDrawn{Seat: 1, BoneyardLeft: 13}, 1_011_000)},
		{name: "not before the deadline", given: later(dealtTable, 9999), when: as(rules, table.Timeout{}), err: refused(table.NotDue, "at", "1010000")},
		{name: "not for a turn that is over", given: later(after(1), 10_000), when: as(rules, table.Timeout{Version: 7}), err: &table.Stale{Current: 8}},
		{name: "handled too late, a fresh limit is granted", given: later(dealtTable, 12_001), when: as(rules, table.Timeout{}),
			then: []table.Event{table.ClockCompensated{Deadline: 1_022_001}}},
		{name: "T-32 the clock was set back: nothing is due", given: later(compensated, -5000), when: as(rules, table.Timeout{}),
			err: refused(table.NotDue, "at", "1022001")},
		{name: "the fresh limit is the last one", given: later(compensated, 60_000), when: as(rules, table.Timeout{}),
			then: timedOut(0, "play", played(0, 5, 5, domino.Unnamed, 1), 1_082_001)},
		{name: "the next turn has its own grant", given: later(with(compensated, at(0, play(5, 5, domino.Unnamed))), 13_000),
			when: as(rules, table.Timeout{}), then: []table.Event{table.ClockCompensated{Deadline: 1_035_001}}},
		{name: "no limit, no time-out", given: func(t *testing.T) *desk { return playing(t, "classic.draw", nil, table.Options{}) },
			when: as(rules, table.Timeout{}), err: refused(table.NoDeadline)},
		{name: "no seat can time out another", given: later(dealtTable, 10_000), when: at(1, table.Timeout{}), err: notAllowed(table.Forbidden, 1)},
	})
}

func TestT32AMoveIsJudgedByVersionsAndNeverByClocks(t *testing.T) {
	d := after(1)(t)
	req := d.request(d.seat(1), play(5, 0, domino.Right))
	req.Expected = d.state.TurnVersion
	for _, skew := range []table.Time{-5000, 0, 5000, 1 << 40} {
		req.Now = d.now + skew
		events, err := table.Decide(d.state, d.hidden(), req)
		if err != nil || events[0].(table.InRound).Event != played(1, 5, 0, domino.Right, 0) {
			t.Errorf("clock off by %d ms: %v, %v", skew, events, err)
		}
	}
}

func TestT13ATimedOutSeatDrawsUntilATileFitsAndThePlayGoesOn(t *testing.T) {
	d := after(11)(t)
	d.now += 10_000
	d.do(rules, table.Timeout{})
	d.now = d.state.Deadline
	d.do(rules, table.Timeout{})
	if turn := d.state.Round.Public.Turn(); turn != 0 || d.state.Deadline != d.now+10_000 {
		t.Fatalf("turn %d until %d, want seat 0 until %d", turn, d.state.Deadline, d.now+10_000)
	}
}

func TestAnnulments(t *testing.T) {
	d := after(11)(t)
	h := d.hidden()
	void := domino.RoundEnded{End: domino.EndVoid, Closer: 0, Forfeits: domino.NoSeat, Reason: "spilt", Pips: []int{11, 22},
		Hands: []domino.Set{h.Full.Hands[0], h.Full.Hands[1]}, Boneyard: h.Full.Boneyard()}
	void.Pips = []int{h.Full.Pips(0), h.Full.Pips(1)}
	ended := func(actor string) table.RoundEnded {
		return table.RoundEnded{RoundEnded: void, Seed: table.Seed(h.Seed), Actor: actor}
	}
	run(t, []example{
		{name: "an operator annuls the round, which is revealed", given: after(11), when: as(operator, table.Annul{Reason: "spilt"}),
			then: []table.Event{ended("ops")}},
		{name: "the rules may", given: after(11), when: as(rules, table.Annul{Reason: "spilt"}), then: []table.Event{ended("rules")}},
		{name: "a player may not", given: after(11), when: at(0, table.Annul{Reason: "spilt"}), err: notAllowed(table.NotOperator, 0)},
		{name: "there must be a round", given: startedTable, when: as(operator, table.Annul{}), err: wrongPhase(table.PhaseDealing)},
		{name: "a voided table shows its round first", given: after(11), when: as(operator, table.Void{Reason: "spilt"}),
			then: []table.Event{ended("ops"), table.TableVoided{Reason: "spilt", By: byOperator}}},
	})
}

func TestARoundWhoseDealIsLostVoidsTheTable(t *testing.T) {
	d := after(11)(t)
	byRules := table.Author{Kind: table.ByService, Name: "rules"}
	lost := table.RoundEnded{Actor: "rules", RoundEnded: domino.RoundEnded{
		End: domino.EndVoid, Closer: 0, Forfeits: domino.NoSeat, Reason: "no seed"}}
	for _, x := range []struct {
		c    table.Command
		then []table.Event
		err  error
	}{
		{table.Annul{Reason: "no seed"}, []table.Event{lost, table.TableVoided{Reason: table.DealLost, By: byRules}}, nil},
		{table.Void{Reason: "no seed"}, []table.Event{lost, table.TableVoided{Reason: "no seed", By: byRules}}, nil},
		{table.Timeout{}, nil, refused(table.DealMissing)},
	} {
		req := d.request(rules, x.c)
		req.Now = d.state.Deadline
		events, err := table.Decide(d.state, nil, req)
		if !reflect.DeepEqual(events, x.then) || !reflect.DeepEqual(err, x.err) {
			t.Errorf("%T: %+v, %v", x.c, events, err)
		}
	}
	if _, err := table.Decide(d.state, nil, d.request(d.seat(1), table.Draw{})); !reflect.DeepEqual(err, refused(table.DealMissing)) {
		t.Errorf("a draw without the deal: %v", err)
	}
	if _, err := table.View(d.state, nil, 0); err == nil {
		t.Error("a view without the deal")
	}
}

package tablehost_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
)

func commit(_ context.Context, s table.State, due table.Due) (table.Command, error) {
	if due.Task == table.TaskCommitDeal {
		return table.CommitDeal{Tip: table.Hash{1}, Entropy: s.Options.Entropy}, nil
	}
	return nil, nil
}

func TestWhatIsDueSinceTheLastCommitIsDoneByAClockThatIsBehindItsWriters(t *testing.T) {
	w := newWorld(t)
	tok := w.opened()
	w.accepted(w.request(key(alice), table.AddBot{Seat: 1, Policy: "greedy"}))
	w.accepted(w.request(seatToken(tok), table.Ready{}))
	w.now = epoch.Add(-50 * time.Millisecond)
	dealer := w.host(table.Dealer, nil)
	if err := dealer.React(t.Context(), w.id, 0, commit); err != nil {
		t.Fatal(err)
	}
	s, err := dealer.LastState(t.Context(), w.id)
	if err != nil || !s.Match.Committed {
		t.Fatalf("the match is not committed; version %d, %v", s.Version, err)
	}
}

func TestARetryOfTheLastCommandWakesWhoComesNextOnceMore(t *testing.T) {
	w := newWorld(t)
	tok := w.opened()
	w.accepted(w.request(key(alice), table.AddBot{Seat: 1, Policy: "greedy"}))
	ready := w.request(seatToken(tok), table.Ready{})
	w.accepted(ready)
	w.wakes.sent = nil
	other := w.host(table.Lobby, nil) // the first replica may have died before its wake
	if _, err := other.Command(t.Context(), ready); err != nil {
		t.Fatal(err)
	}
	if want := []subject.Service{subject.Dealer}; !slices.Equal(w.wakes.sent, want) {
		t.Fatalf("woken: %v, want %v", w.wakes.sent, want)
	}
	if err := w.host(table.Dealer, nil).React(t.Context(), w.id, 0, commit); err != nil {
		t.Fatal(err)
	}
	w.wakes.sent = nil
	if _, err := other.Command(t.Context(), ready); err != nil { // the state in memory is still the old one
		t.Fatal(err)
	}
	if _, err := w.host(table.Lobby, nil).Command(t.Context(), ready); err != nil || len(w.wakes.sent) != 1 {
		t.Fatalf("woken: %v, %v; want only what the first of them sent", w.wakes.sent, err)
	}
}

func TestAnIdOlderThanTheStateRemembersIsFoundInTheLogAlsoWhenThePhaseHasPassed(t *testing.T) {
	w := newWorld(t)
	tok := w.opened()
	first, never := w.request(seatToken(tok), table.Ready{}), w.request(seatToken(tok), table.Ready{})
	first.Expected, never.Expected = 2, 2
	w.accepted(first)
	for range table.RecentIDs / 2 {
		w.accepted(w.request(seatToken(tok), table.Unready{}))
		w.accepted(w.request(seatToken(tok), table.Ready{}))
	}
	w.accepted(w.request(key(alice), table.AddBot{Seat: 1, Policy: "greedy"})) // the match starts
	if reply := w.accepted(first); reply.Phase != table.PhaseDealing {
		t.Fatalf("got phase %q", reply.Phase)
	}
	if _, err := w.lobby.Command(t.Context(), never); reasonOf(err) != "wrong_phase" {
		t.Fatalf("a command that was never accepted: %v", err)
	}
}

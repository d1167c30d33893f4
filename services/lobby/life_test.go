package lobby_test

import (
	"strings"
	"testing"
	"time"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
)

func TestPeopleSitMoveAndLeaveUntilTheLastReadyStartsTheMatch(t *testing.T) {
	h := newHouse(t, 0)
	h.lobby(nil)
	at := h.opens("classic.draw4")
	first := h.must(key("a"), at, table.Sit{Seat: 0, Player: "Ana"})
	again := h.must(key("a"), at, table.Sit{Seat: 2, Player: "Ana"})
	if first.Seat != 0 || again.Seat != 0 || again.Version != first.Version || again.SeatToken != first.SeatToken {
		t.Errorf("sitting down twice: got %+v, then %+v", first, again)
	}
	ana := wire.Credential{SeatToken: first.SeatToken}
	moved := h.must(ana, at, table.MoveSeat{To: 3})
	if moved.Seat != 3 || moved.SeatToken == "" {
		t.Fatalf("moved: got %+v", moved)
	}
	_, err := h.do(ana, at, table.Ready{})
	wantReason(t, "the token of the seat before", err, "token_revoked")
	ana = wire.Credential{SeatToken: moved.SeatToken}
	bob := h.seat("b", at)
	_, err = h.do(key("c"), at, table.Sit{Seat: 3, Player: "Cy"})
	wantReason(t, "an occupied seat", err, "seat_occupied")
	_, err = h.do(key("c"), at, table.AddBot{Seat: 1, Policy: "greedy"})
	wantReason(t, "a stranger's bot", err, "no_token")
	for _, seat := range []domino.Seat{1, 2} {
		h.must(key("a"), at, table.AddBot{Seat: seat, Policy: "greedy"})
	}
	h.must(bob, at, table.RemoveBot{Seat: 2})
	h.must(ana, at, table.Ready{})
	h.must(ana, at, table.Unready{})
	h.must(ana, at, table.Ready{})
	h.must(bob, at, table.AddBot{Seat: 2, Policy: "random"})
	reply := h.must(bob, at, table.Ready{})
	if s := h.state(at); reply.Phase != table.PhaseDealing || s.Match.ID != at+".1" {
		t.Errorf("got %s, %+v", reply.Phase, s.Match)
	}
	_, err = h.do(bob, at, table.Unready{})
	if r := wantReason(t, "not to be ready any more in a match", err, "wrong_phase"); r.Params["owner"] != "dealer" {
		t.Errorf("got %+v", r)
	}
}

func TestNamesThatHideOrBreakAreRefused(t *testing.T) {
	h := newHouse(t, 0)
	h.lobby(nil)
	at := h.opens("classic.draw")
	for name, player := range map[string]string{
		"empty": "", "blank": "   ", "space before": " Ana", "space after": "Ana\u00a0", "too long": strings.Repeat("a", 65),
		"a new line": "A\nna", "zero": "A\x00na", "escape": "\x1b[31mAna", "delete": "Ana\x7f", "C1": "A\u0085na",
		"line separator": "A\u2028na", "turned writing": "A\u202ena", "bad UTF-8": "A\xffna",
	} {
		_, err := h.do(key("b"), at, table.Sit{Seat: 0, Player: player})
		if name == "bad UTF-8" {
			if err == nil {
				t.Error("bad UTF-8 was taken")
			}
			continue
		}
		if r := wantReason(t, name, err, "malformed"); r.Params["field"] != "player" {
			t.Errorf("%s: got %+v", name, r)
		}
	}
	h.must(key("a"), at, table.Sit{Seat: 0, Player: "<b>Ana</b> & Zoë \U0001F469\u200d\U0001F680"}) // text is text
	_, err := h.do(key("b"), at, table.Sit{Seat: 1, Player: "<b>Ana</b> & Zoë \U0001F469\u200d\U0001F680"})
	wantReason(t, "a name that sits there", err, "player_seated")
}

func TestAnIdleTableIsClosedWhenTheLobbyIsWoken(t *testing.T) {
	h := newHouse(t, 0)
	h.lobby(nil)
	at := h.must(key("a"), "", table.OpenTable{Preset: "classic.draw", Options: table.Options{IdleLimit: 10_000}}).TableID
	row := at + " open 0"
	h.shows(wire.ListTables{}, row)
	h.Wake(subject.Lobby, at, 1)
	h.Wake(subject.Lobby, "no table", 1)
	h.Wake(subject.Lobby, "0-aaaaaaaaaaaaaaaa", 1)
	time.Sleep(50 * time.Millisecond)
	h.shows(wire.ListTables{}, row) // too early
	h.Advance(10 * time.Second)     // less than a caller waits
	for range 3 {
		h.Wake(subject.Lobby, at, 1)
	}
	h.shows(wire.ListTables{})
	_, err := h.do(key("b"), at, table.Sit{Seat: 0, Player: "b"})
	if r := wantReason(t, "a closed table", err, "wrong_phase"); r.Params["phase"] != "closed" {
		t.Errorf("got %+v", r)
	}
	if heads := h.heads(); heads[0] != 2 {
		t.Errorf("the log holds %d commits, want 2", heads[0])
	}
}

// finished is a table whose match of one person and one bot ended by forfeit.
func (h *house) finished() (at string, ana wire.Credential) {
	h.t.Helper()
	at = h.must(key("a"), "", table.OpenTable{Preset: "classic.draw", Options: table.Options{BotPolicy: table.NoBots}}).TableID
	ana = h.seat("a", at)
	bob := h.seat("b", at)
	h.must(ana, at, table.Ready{})
	h.must(bob, at, table.Ready{})
	h.leaves(bob, at)
	return at, ana
}

// leaves has a holder go while his table waits for a deal.
func (h *house) leaves(who wire.Credential, at string) {
	h.t.Helper()
	dealer, err := replica.NewOwner(h.Env(subject.Dealer), table.Dealer, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	r := wire.Request{TableID: at, ID: id(1), Credential: who, Command: table.Leave{}}
	if _, err := dealer.Host.Command(h.t.Context(), r); err != nil {
		h.t.Fatal(err)
	}
}

func TestAFinishedTableOpensAgainWhenAllWantARematch(t *testing.T) {
	h := newHouse(t, 0)
	h.lobby(nil)
	at, ana := h.finished()
	h.shows(wire.ListTables{Phase: table.PhaseFinished}, at+" finished 1")
	_, err := h.do(key("c"), at, table.AskRematch{})
	wantReason(t, "a stranger's wish", err, "no_token")
	reply := h.must(ana, at, table.AskRematch{})
	if next := table.NextMatchID(h.state(at)); reply.Phase != table.PhaseOpen || next != at+".2" {
		t.Errorf("got %s, next match %s", reply.Phase, next)
	}
	h.shows(wire.ListTables{Phase: table.PhaseOpen}, at+" open 1")
	_, err = h.do(key("b"), at, table.Close{})
	wantReason(t, "closing another's table", err, "not_owner")
	h.must(key("a"), at, table.Close{})
	h.shows(wire.ListTables{})
}

func TestAReplicaThatStopsLeavesItsTablesToTheOthers(t *testing.T) {
	h := newHouse(t, 0)
	_, stop := h.lobby(nil)
	at := h.opens("classic.draw")
	stop()
	h.lobby(nil)
	h.shows(wire.ListTables{}, at+" open 0")
	h.seat("a", at)
	h.shows(wire.ListTables{}, at+" open 1")
}

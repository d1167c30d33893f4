package table_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
)

func TestE48TheSameCommandTwiceIsOneEvent(t *testing.T) {
	for _, x := range []struct {
		name  string
		given func(*testing.T) *desk
		when  func(*desk) (table.Actor, table.Command)
	}{
		{"opening a table", noTable, as(key(0), table.OpenTable{ID: tableID, Preset: "classic.draw"})},
		{"sitting down", opened, as(key(1), table.Sit{Seat: 1, Player: "ana"})},
		{"adding a bot without a seat", opened, as(key(0), table.AddBot{Seat: domino.NoSeat, Policy: "greedy"})},
		{"getting ready", seatedTable, at(0, table.Ready{})},
		{"the ready that starts the match", oneReady, at(0, table.Ready{})},
		{"moving, which makes the own token void", with(opened, as(key(1), table.Sit{Seat: 0, Player: "ana"})), at(0, table.MoveSeat{To: 1})},
		{"leaving, which makes the own token void", dealtTable, at(1, table.Leave{})},
		{"a new token, which makes the own token void", dealtTable, at(1, table.ReissueToken{})},
		{"playing", dealtTable, at(0, play(5, 5, domino.Unnamed))},
		{"the last tile of a round", after(13), at(0, play(6, 5, domino.Left))},
		{"annulling", dealtTable, as(operator, table.Annul{Reason: "x"})},
	} {
		t.Run(x.name, func(t *testing.T) {
			d := x.given(t)
			actor, command := x.when(d)
			req := d.request(actor, command)
			if _, err := d.send(req); err != nil {
				t.Fatal(err)
			}
			want := d.state.Version
			for range 3 {
				req.Expected = want // whatever a retry says that it saw
				if _, err := d.send(req); !reflect.DeepEqual(err, granted(want)) {
					t.Fatalf("retry: %v, want the answer of version %d", err, want)
				}
				d.do(operator, table.Freeze{})
				d.do(operator, table.Thaw{})
			}
		})
	}
}

func TestIDsAreScopedToTheirHolder(t *testing.T) {
	d := dealtTable(t)
	req := d.request(d.seat(0), table.ReissueToken{})
	if _, err := d.send(req); err != nil {
		t.Fatal(err)
	}
	for name, actor := range map[string]table.Actor{
		"another seat": d.seat(1), "another generation": {Kind: table.ActorSeat, Seat: 0, Gen: 9},
		"a key": key(0), "an operator": operator, "no seat": {Kind: table.ActorSeat, Seat: 9},
	} {
		other := req
		other.Actor = actor
		if v, ok := table.Recognise(d.state, other); ok {
			t.Errorf("%s is told the answer of seat 0: version %d", name, v)
		}
	}
	req.ID = table.CommandID{}
	if _, ok := table.Recognise(d.state, req); ok {
		t.Error("a command without id is recognised")
	}
}

func TestOnlyTheLatestIDsAreRememberedAndTheLogIsAskedForOlderOnes(t *testing.T) {
	d := seatedTable(t)
	first := d.request(d.seat(0), table.Ready{})
	if _, err := d.send(first); err != nil {
		t.Fatal(err)
	}
	if table.MayHaveForgotten(d.state, first) {
		t.Fatal("nothing is forgotten yet")
	}
	for range table.RecentIDs / 2 {
		d.do(d.seat(0), table.Unready{})
		d.do(d.seat(0), table.Ready{})
	}
	if _, ok := table.Recognise(d.state, first); ok || len(d.state.Seats[0].Recent) != table.RecentIDs {
		t.Fatalf("remembers %d ids", len(d.state.Seats[0].Recent))
	}
	if first.Expected = 3; !table.MayHaveForgotten(d.state, first) {
		t.Fatal("an id that may be older than all that is remembered must be searched")
	}
	if first.Expected = d.state.Version; table.MayHaveForgotten(d.state, first) {
		t.Fatal("an id of now cannot be forgotten")
	}
	if first.Expected = 0; table.MayHaveForgotten(d.state, first) {
		t.Fatal("without an expected version there is nothing to search from")
	}
	if first.Actor.Seat, first.Expected = 8, 3; table.MayHaveForgotten(d.state, first) {
		t.Fatal("no such seat")
	}
}

func TestT32CommandsAreOrderedByTurnVersion(t *testing.T) {
	d := after(1)(t)
	turn := d.state.TurnVersion
	d.do(d.seat(0), table.Disconnect{})
	d.do(d.seat(0), table.Return{})
	d.do(d.seat(0), table.ReissueToken{})
	if d.state.TurnVersion != turn || d.state.Version != turn+3 {
		t.Fatalf("presence moved the turn: version %d, turn version %d", d.state.Version, d.state.TurnVersion)
	}
	req := d.request(d.seat(1), play(5, 0, domino.Right))
	for _, x := range []struct {
		expected uint32
		err      error
	}{
		{turn - 1, &table.Stale{Current: turn + 3}},
		{turn, nil}, {turn + 3, nil}, {0, nil},
		{turn + 4, refused(table.Malformed, "expected_version", "12", "want", "at most 11")},
	} {
		req.Expected = x.expected
		if _, err := table.Decide(d.state, d.hidden(), req); !reflect.DeepEqual(err, x.err) {
			t.Errorf("expected version %d: %v, want %v", x.expected, err, x.err)
		}
	}
}

func TestACommandOfNoKindIsRefused(t *testing.T) {
	run(t, []example{{name: "nil", given: dealtTable, when: at(0, nil), err: refused(table.UnknownCommand)}})
}

func TestRefusalsTellCodeReasonAndParameters(t *testing.T) {
	type told interface {
		error
		Code() string
		Reason() string
	}
	for _, x := range []struct {
		err                told
		text, code, reason string
	}{
		{refused(table.SeatOccupied, "seat", "1").(told), `the seat is taken: seat "1"`, "failed_precondition", "seat_occupied"},
		{refused(table.UnknownTable).(told), "there is no such table", "not_found", "unknown_table"},
		{refused(table.DealMissing).(told), "the round has to be opened first", "unavailable", "deal_missing"},
		{refused(table.BadSettings, "setting", "grace", "got", "-1").(told), `the settings cannot be used: got "-1", setting "grace"`, "invalid_argument", "bad_settings"},
		{notAllowed(table.TokenRevoked, 2).(told), "the seat has another holder or a newer token: seat 2", "unauthenticated", "token_revoked"},
		{notAllowed(table.NotOwner, domino.NoSeat).(told), "this is for whoever opened the table", "permission_denied", "not_owner"},
		{wrongPhase(table.PhaseScoring).(told), `wrong phase: the table is scoring, owned by "scoring"`, "failed_precondition", "wrong_phase"},
		{&table.Stale{Current: 7}, "stale version: the table is at 7", "aborted", "stale_version"},
		{&table.AlreadyAnswered{Version: 7}, "already answered at version 7", "already_exists", "already_answered"},
	} {
		if x.err.Error() != x.text || x.err.Code() != x.code || x.err.Reason() != x.reason {
			t.Errorf("%q, %q, %q; want %q, %q, %q", x.err.Error(), x.err.Code(), x.err.Reason(), x.text, x.code, x.reason)
		}
	}
	if got := (&table.Stale{Current: 7}).Params()["version"]; got != "7" {
		t.Errorf("stale version %q", got)
	}
	if got := (&table.WrongPhase{Phase: table.PhaseOpen, Owner: table.Lobby}).Params(); got["owner"] != "lobby" || got["phase"] != "open" {
		t.Errorf("wrong phase %v", got)
	}
}

// whys are all codes of refusals, as the source declares them.
func whys(t *testing.T) []table.Why {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "errors.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var all []table.Why
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || len(spec.Values) != 1 || fmt.Sprint(spec.Type) != "Why" {
			return true
		}
		text, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, table.Why(text))
		return true
	})
	if len(all) < 20 {
		t.Fatalf("the source declares %v", all)
	}
	return all
}

func TestEveryRefusalIsASentenceAndKeepsItsCode(t *testing.T) {
	for _, why := range whys(t) {
		for _, err := range []error{refused(why), notAllowed(why, domino.NoSeat)} {
			reason := err.(interface{ Reason() string }).Reason()
			if text := err.Error(); reason != string(why) || !strings.Contains(text, " ") || strings.Contains(text, "_") {
				t.Errorf("%s: the reason is %q and the text %q", why, reason, text)
			}
		}
	}
}

func TestAStrangersKeyHasNoLogSearched(t *testing.T) {
	d := dealtTable(t)
	full := make([]table.Answered, table.RecentIDs)
	for i := range full {
		full[i] = table.Answered{ID: d.id(), Version: 5}
	}
	s := d.state
	s.OwnerRecent = full
	for name, c := range map[string]struct {
		actor table.Actor
		want  bool
	}{
		"a stranger": {key(77), false}, "the owner": {key(0), true}, "a seated player": {key(1), true},
	} {
		req := d.request(c.actor, table.AddBot{})
		req.Expected = 1
		if got := table.MayHaveForgotten(s, req); got != c.want {
			t.Errorf("%s: searched %t, want %t", name, got, c.want)
		}
	}
}

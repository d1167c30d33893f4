package gateway_test

import (
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"tranca.example/pkg/token"
)

// A person sits down for a bot in the middle of a round: everybody is told, the seat's
// hand goes to whoever holds it now, and the bot's token is worth nothing any more.
func TestAPersonSitsDownForABotWhileARoundRuns(t *testing.T) {
	w := newWorld(t)
	m := w.open("latin.pairs", 4).begin()
	hand := at(m.view(2), "hand")
	w.must("Leave", seat(m.tokens[2]), w.command(object{"tableId": m.id}))
	guest := m.watch(nil, "")
	guest.next("table")
	bot := seat(w.sealed(m, 2))
	if got := w.must("GetSeat", bot, object{"tableId": m.id}); at(got, "seat.table.seats.2.kind") != "bot" {
		t.Fatalf("got %v", got)
	}
	sit := w.command(object{"tableId": m.id, "seat": 2, "player": "late"})
	first := w.must("Sit", key("l"), sit)
	if again := w.must("Sit", key("l"), sit); again["seat"] != 2.0 || first["seat"] != 2.0 || again["version"] != first["version"] {
		t.Errorf("got %v, and again %v", first, again)
	}
	e := guest.next("update")
	for path, want := range map[string]any{
		"events.0.type": "seat_taken_over", "events.0.seat": 2.0, "events.0.player": "late", "events.0.reason": "sit",
		"table.seats.2.kind": "player", "table.seats.2.player": "late",
	} {
		if got := at(e.data, path); got != want {
			t.Errorf("%s: got %v, want %v", path, got, want)
		}
	}
	m.tokens[2] = first["seatToken"]
	if shown := at(m.watch(seat(m.tokens[2]), "").next("seat").data, "hand"); hand == nil || !reflect.DeepEqual(shown, hand) {
		t.Errorf("the stream of the seat shows %v, want %v", shown, hand)
	}
	for _, method := range []string{"Pass", "Leave"} {
		status, out := w.post(method, bot, w.command(object{"tableId": m.id}))
		if status != http.StatusUnauthorized || reasonIn(out) != "token_revoked" {
			t.Errorf("%s of the bot: got %d %v", method, status, out)
		}
	}
	for range 8 {
		m.move()
	}
}

// sealed is a token of whoever holds a seat now, as services make them for bots.
func (w *world) sealed(m *match, i int) string {
	w.t.Helper()
	keys, err := token.NewKeys([]byte(strings.Repeat("k", token.MinKey)))
	if err != nil {
		w.t.Fatal(err)
	}
	return keys.Seal(token.Seat{Table: m.id, Seat: uint8(i), Gen: 2, Expires: time.Now().Add(time.Hour)}) //nolint:gosec // a test's seat
}

func TestWhoSitsDownInAMatchIsToldWhatIsInTheWay(t *testing.T) {
	w := newWorld(t)
	m := w.open("classic.draw", 2).begin()
	for name, c := range map[string]struct {
		fields object
		reason string
	}{
		"no bot anywhere": {object{"player": "late"}, "table_full"},
		"a player's seat": {object{"player": "late", "seat": 0}, "seat_occupied"},
		"no such seat":    {object{"player": "late", "seat": 5}, "bad_seat"},
	} {
		c.fields["tableId"] = m.id
		if status, out := w.post("Sit", key("l"), w.command(c.fields)); reasonIn(out) != c.reason {
			t.Errorf("%s: got %d %v, want %s", name, status, out, c.reason)
		}
	}
}

package gateway_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"tranca.example/services/gateway"
)

func TestWhoStopsSayingThatHeIsThereIsAwayThoughHisStreamIsOpen(t *testing.T) {
	for name, elsewhere := range map[string]bool{"at the stream's gateway": false, "at another gateway": true} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, func(o *gateway.Options) { o.Silent = 700 * time.Millisecond })
			m := w.open("classic.draw", 2)
			s := m.watch(seat(m.tokens[0]), "")
			s.next("seat")
			if elsewhere {
				w.another()
			}
			away := func(want any) {
				t.Helper()
				eventually(t, fmt.Sprintf("away is %v", want), func() bool { return at(m.table(), "seats.0.away") == want })
			}
			here := func() { w.must("StayHere", seat(m.tokens[0]), object{"tableId": m.id}) }
			here()
			away(true)
			w.must("AddBot", key("a"), w.command(object{"tableId": w.open("classic.draw", 1).id})) // others go on
			if at(m.table(), "seats.0.away") != true {
				t.Fatal("he is back without a word")
			}
			here()
			away(nil)
			s.next("update")
		})
	}
}

func TestWhoNeverSaysThatHeIsThereIsThereWithHisStream(t *testing.T) {
	w := newWorld(t, func(o *gateway.Options) { o.Silent = 50 * time.Millisecond })
	m := w.open("classic.draw", 2)
	m.watch(seat(m.tokens[0]), "").next("seat")
	version := number(at(m.table(), "version"))
	time.Sleep(4 * w.opts.Silent) // nothing is to happen
	if got := number(at(m.table(), "version")); got != version {
		t.Fatalf("the table went on from version %v to %v", version, got)
	}
}

func TestTheWordOfWhoHasNoSeatIsRefused(t *testing.T) {
	w := newWorld(t)
	m, other := w.open("classic.draw", 2), w.open("classic.draw", 1)
	nowhere := "0-" + strings.Repeat("z", 16)
	for name, c := range map[string]struct {
		id     string
		by     who
		reason string
	}{
		"no token":           {m.id, nil, "no_token"},
		"a player's key":     {m.id, key("a"), "no_token"},
		"a forged token":     {m.id, seat(forged(m.tokens[0])), "bad_token"},
		"another table's":    {m.id, seat(other.tokens[0]), "not_your_seat"},
		"no such table":      {nowhere, seat(m.tokens[0]), "not_your_seat"},
		"no id":              {"seven", seat(m.tokens[0]), "malformed"},
		"a holder elsewhere": {m.id, seat(m.tokens[0]), ""},
	} {
		status, out := w.post("StayHere", c.by, object{"tableId": c.id})
		if got := at(out, "details.0.debug.reason"); got != c.reason && (c.reason != "" || status != http.StatusOK) {
			t.Errorf("%s: got %d %v", name, status, out)
		}
	}
}

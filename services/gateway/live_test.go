package gateway_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tranca.example/services/gateway"
)

func TestAStreamBeginsWithTheTableAndTellsEveryVersionOnce(t *testing.T) {
	w := newWorld(t)
	m := w.open("classic.draw", 2)
	s := m.watch(nil, "")
	first := s.next("table")
	m.begin()
	for range 4 {
		m.move()
	}
	last := s.until(number(at(first.data, "version")), number(at(m.table(), "version")))
	if got := at(last.data, "table.round.moves.3.kind"); got == nil {
		t.Fatalf("the last update shows no fourth move: %s", last.text)
	}
	for name, want := range map[string]string{
		"Content-Type": "text/event-stream", "Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no",
	} {
		if got := s.response.Header.Get(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestAStreamIsTheSameOverEveryVersionOfHTTP(t *testing.T) {
	w := newWorld(t)
	m := w.open("classic.draw", 2)
	one := m.watch(nil, "")
	two := new(http.Protocols)
	two.SetUnencryptedHTTP2(true)
	other := m.watchWith(&http.Client{Transport: &http.Transport{Protocols: two}}, nil, "")
	if one.response.ProtoMajor != 1 || other.response.ProtoMajor != 2 {
		t.Fatalf("got %s and %s", one.response.Proto, other.response.Proto)
	}
	m.begin()
	last := number(at(m.table(), "version"))
	for seen := 0.0; seen < last; {
		a, b := one.next("table", "update"), other.next("table", "update")
		if a.text != b.text || a.id != b.id || a.name != b.name {
			t.Fatalf("got %s %s over HTTP/1.1 and %s %s over HTTP/2", a.name, a.text, b.name, b.text)
		}
		seen = number(at(a.data, "version"))
	}
	w.stop()
	for _, s := range []*stream{one, other} {
		for s.next("").comment != "come back" {
		}
		s.ended()
	}
}

func TestAStreamThatIsBrokenOffGoesOnWhereItWas(t *testing.T) {
	key := []byte(strings.Repeat("c", gateway.MinCursorKey))
	w := newWorld(t, func(o *gateway.Options) { o.CursorKey = key })
	m := w.open("classic.draw", 2).begin()
	s := m.watch(nil, "")
	cursor := s.next("table")
	seen := number(at(cursor.data, "version"))
	s.cancel()
	for range 3 {
		m.move()
	}
	s = m.watch(nil, cursor.id)
	cursor = s.until(seen, seen+3)
	seen += 3

	w.stop() // the client comes back to another gateway
	s.ended()
	w.start()
	m.move()
	s = m.watch(nil, cursor.id)
	s.until(seen, seen+1)
}

func TestACursorThatIsNotOursStartsWithTheTable(t *testing.T) {
	w := newWorld(t)
	m := w.open("classic.draw", 2)
	other := w.open("classic.draw", 2)
	cursor := m.watch(nil, "").next("table").id
	seats := m.watch(seat(m.tokens[0]), "").next("table").id
	forged := "B" + cursor[1:]
	if forged == cursor {
		forged = "C" + cursor[1:]
	}
	for name, id := range map[string]string{
		"forged": forged, "of a seat": seats, "of nothing": "17",
		"of another table": other.watch(nil, "").next("table").id,
	} {
		if e := m.watch(nil, id).next("table", "update"); e.name != "table" {
			t.Errorf("%s: got %s first", name, e.name)
		}
	}
}

func TestAHandIsToldToItsHolderAlone(t *testing.T) {
	w := newWorld(t)
	m := w.open("latin.pairs", 4)
	streams := []*stream{m.watch(nil, "")}
	for i := range 4 {
		streams = append(streams, m.watch(seat(m.tokens[i]), ""))
	}
	m.begin()
	for range 6 {
		m.move()
	}
	last := number(at(m.table(), "version"))
	hands := [][]string{nil}
	for i := range 4 {
		hands = append(hands, tiles(at(m.view(i), "hand")))
		if len(hands[i+1]) == 0 {
			t.Fatalf("seat %d holds nothing", i)
		}
	}
	for i, s := range streams {
		seen, text := 0.0, ""
		own := false
		for seen < last {
			e := s.next("table", "update", "seat")
			text += e.text
			if e.name != "seat" {
				seen = number(at(e.data, "version"))
			} else if got := tiles(at(e.data, "hand")); len(got) > 0 {
				own = true
			}
		}
		if own != (i > 0) {
			t.Errorf("stream %d: a hand was told: %v", i, own)
		}
		for k, hand := range hands {
			if tile := first(hand, func(tile string) bool { return k != i && strings.Contains(text, `"`+tile+`"`) }); tile != "" {
				t.Errorf("stream %d tells tile %s of seat %d", i, tile, k-1)
			}
		}
	}
	for _, hand := range hands {
		if tile := first(hand, func(tile string) bool { return strings.Contains(w.logged.String(), tile) }); tile != "" {
			t.Errorf("the log tells tile %s", tile)
		}
	}
}

func first(all []string, is func(string) bool) string {
	if i := slices.IndexFunc(all, is); i >= 0 {
		return all[i]
	}
	return ""
}

// tiles are all tiles that a value names.
func tiles(v any) []string {
	text, _ := json.Marshal(v)
	return regexp.MustCompile(`[0-9]-[0-9]`).FindAllString(string(text), -1)
}

func TestASeatIsShownWhenItsTurnComes(t *testing.T) {
	w := newWorld(t)
	m := w.open("classic.draw", 2).begin()
	waiting := 1 - int(number(at(m.table(), "round.turn")))
	s := m.watch(seat(m.tokens[waiting]), "")
	if v := s.next("seat").data; at(v, "moves") != nil || len(tiles(at(v, "hand"))) != 7 {
		t.Fatalf("not on turn: got %v", v)
	}
	for at(m.table(), "round.turn") != float64(waiting) {
		m.move()
	}
	if v := s.next("seat").data; at(v, "moves") == nil {
		t.Fatalf("on turn: got %v", v)
	}
}

func TestWhoLosesEveryStreamIsAwayAndComesBack(t *testing.T) {
	w := newWorld(t)
	m := w.open("classic.draw", 2)
	away := func(want any) {
		t.Helper()
		eventually(t, fmt.Sprintf("away is %v", want), func() bool { return at(m.table(), "seats.0.away") == want })
	}
	one := m.watch(seat(m.tokens[0]), "")
	one.next("seat")
	two := m.watch(seat(m.tokens[0]), "")
	two.next("seat")
	one.ended()
	time.Sleep(2 * w.opts.Away) // nothing is to happen
	away(nil)
	two.cancel()
	away(true)
	m.watch(seat(m.tokens[0]), "").next("seat")
	away(nil)
}

func TestAStreamEndsWithTheTableAndIsNotTakenUpAgain(t *testing.T) {
	w := newWorld(t)
	m := w.open("classic.draw", 1)
	s := m.watch(nil, "")
	s.next("table")
	w.must("CloseTable", key("a"), w.command(object{"tableId": m.id}))
	cursor := s.next("update").id
	if got := at(s.next("end").data, "reason"); got != "closed" {
		t.Fatalf("got reason %v", got)
	}
	s.ended()
	response := w.do(http.MethodGet, "/v1/tables/"+m.id+"/live", who{"Last-Event-ID": cursor}, nil)
	defer response.Body.Close()
	if response.StatusCode != http.StatusNoContent {
		t.Fatalf("got %d, want no content", response.StatusCode)
	}
	if late := m.watch(nil, ""); late.next("table").id == "" || late.next("end").name != "end" {
		t.Fatal("a closed table has no table and end")
	}
}

func TestAStreamEndsWithItsToken(t *testing.T) {
	w := newWorld(t)
	m := w.open("classic.draw", 1)
	s := m.watch(seat(m.tokens[0]), "")
	s.next("seat")
	w.must("ReissueToken", seat(m.tokens[0]), w.command(object{"tableId": m.id}))
	if got := at(s.next("end").data, "reason"); got != "token_revoked" {
		t.Fatalf("got reason %v", got)
	}
	s.ended()
}

func TestASilentStreamSaysThatItLives(t *testing.T) {
	w := newWorld(t)
	s := w.open("classic.draw", 1).watch(nil, "")
	s.next("table")
	if e := s.next(""); e.comment == "" {
		t.Fatalf("got %+v", e)
	}
}

func TestWhoAsksForTheHeadAloneFollowsNothing(t *testing.T) {
	w := newWorld(t, func(o *gateway.Options) { o.MaxStreams = 1 })
	m := w.open("classic.draw", 1)
	for range 3 { // over one connection
		r, err := http.Head(w.url + "/v1/tables/" + m.id + "/live")
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Body.Close()
		if got := r.Header.Get("Content-Type"); r.StatusCode != http.StatusOK || got != "text/event-stream" {
			t.Fatalf("got %d, %q", r.StatusCode, got)
		}
	}
	m.watch(nil, "").next("table")
}

func TestStreamsAreRefusedWithTheShapeOfCalls(t *testing.T) {
	w := newWorld(t, func(o *gateway.Options) { o.MaxStreams = 1 })
	m := w.open("classic.draw", 1)
	get := func(id string, by who) (int, any) {
		status, out := w.send(http.MethodGet, "/v1/tables/"+id+"/live", by, nil)
		return status, at(out, "details.0.debug.reason")
	}
	for name, c := range map[string]struct {
		id     string
		by     who
		status int
		reason string
	}{
		"no such table": {"0-" + strings.Repeat("z", 16), nil, http.StatusNotFound, "unknown_table"},
		"no id":         {"seven", nil, http.StatusBadRequest, "malformed"},
		"no token":      {m.id, who{"Authorization": "Bearer x.y"}, http.StatusUnauthorized, "bad_token"},
		"no bearer":     {m.id, who{"Authorization": "Basic x"}, http.StatusUnauthorized, "bad_token"},
	} {
		if status, reason := get(c.id, c.by); status != c.status || reason != c.reason {
			t.Errorf("%s: got %d %v, want %d %s", name, status, reason, c.status, c.reason)
		}
	}
	m.watch(nil, "").next("table")
	if status, reason := get(m.id, nil); status != http.StatusTooManyRequests || reason != "overloaded" {
		t.Errorf("one too many: got %d %v", status, reason)
	}
}

func TestASeatGoesOnByTheIDOfAnUpdateAsThatSeatAlone(t *testing.T) {
	w := newWorld(t)
	m := w.open("classic.draw", 2).begin()
	holder := m.watch(seat(m.tokens[0]), "")
	guest := m.watch(nil, "")
	seen := number(at(guest.next("table").data, "version"))
	m.move()
	mine, theirs := holder.until(seen, seen+1).id, guest.until(seen, seen+1).id
	m.move()
	if e := m.watch(seat(m.tokens[0]), mine).next("table", "update"); e.name != "update" || number(at(e.data, "version")) != seen+2 {
		t.Errorf("the holder is told %s %s first", e.name, e.text)
	}
	if e := m.watch(nil, theirs).next("table", "update"); e.name != "update" {
		t.Errorf("a guest is told %s first", e.name)
	}
	if e := m.watch(nil, mine).next("table", "update"); e.name != "table" {
		t.Errorf("a guest with the holder's id is told %s first", e.name)
	}
	if e := m.watch(seat(m.tokens[0]), theirs).next("table", "update"); e.name != "table" {
		t.Errorf("the holder with a guest's id is told %s first", e.name)
	}
}

package gateway_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tranca.example/services/gateway"
)

// ahead is a gateway's clock that a test puts forward.
type ahead struct{ by atomic.Int64 }

func (a *ahead) now() time.Time { return time.Now().Add(time.Duration(a.by.Load())) }

func (a *ahead) forward(d time.Duration) { a.by.Add(int64(d)) }

func newDelayedWorld(t *testing.T) (*world, *ahead) {
	t.Helper()
	clock := &ahead{}
	return newWorld(t, func(o *gateway.Options) { o.Now, o.Poll = clock.now, 20*time.Millisecond }), clock
}

// delayed is a table with a delay whose match has begun, and the version that began it.
func (w *world) delayed(options object) (m *match, start float64) {
	w.t.Helper()
	m = w.openWith(object{"preset": "classic.draw", "knobs": object{"target": "1000"}, "options": options}, 2)
	for _, t := range m.tokens {
		start = number(w.must("Ready", seat(t), w.command(object{"tableId": m.id}))["version"])
	}
	return m, start
}

// turn moves whoever is on turn, as the seats see it.
func (m *match) turn() {
	m.w.t.Helper()
	eventually(m.w.t, "a turn", func() bool { return at(m.view(0), "table.phase") == "playing" || m.over() })
	if !m.over() {
		m.moveOf(m.view(0))
	}
}

func (m *match) over() bool { return at(m.view(0), "table.phase") == "finished" }

func (m *match) round() float64 { return number(at(m.view(0), "table.match.round")) }

// records are the rounds that somebody is told.
func (m *match) records(by who) []any {
	m.w.t.Helper()
	all, _ := m.w.must("GetRecord", by, object{"tableId": m.id})["records"].([]any)
	return all
}

func TestWhoeverHasNoSeatSeesNothingThatIsYoungerThanTheDelay(t *testing.T) {
	w, clock := newDelayedWorld(t)
	m, start := w.delayed(object{"spectatorDelayMs": 3_600_000})
	before, seated := m.watch(nil, ""), m.watch(seat(m.tokens[1]), "")
	for m.round() < 2 {
		m.turn()
	}
	now := number(at(m.view(0), "table.version"))
	two := w.stream("table="+m.id+"&lobby=1", nil, "")
	late := m.watch(nil, seated.next("table").id)
	for name, s := range map[string]*stream{"a stream": before, "one of two topics": two, "one with the cursor of a seat": late} {
		if e := s.next("table", "update"); e.name != "table" || number(at(e.data, "version")) > start {
			t.Errorf("%s tells %s", name, e.text)
		}
	}
	if got := m.table(); number(at(got, "version")) > start || at(got, "round") != nil {
		t.Errorf("GetTable: got %v", got)
	}
	if got := at(w.must("GetTable", seat(m.tokens[0]), object{"tableId": m.id}), "table.version"); got != now {
		t.Errorf("GetTable with the token of a seat: got version %v, want %v", got, now)
	}
	if got := m.records(nil); len(got) > 0 {
		t.Errorf("GetRecord: got %v", got)
	}
	if got := m.records(seat(m.tokens[0])); len(got) != 1 {
		t.Errorf("GetRecord with the token of a seat: got %d rounds", len(got))
	}
	status, refusal := w.post("Sit", key("z"), w.command(object{"tableId": m.id, "player": "z"}))
	debug := at(refusal, "details.0.debug")
	if status != http.StatusBadRequest || number(at(debug, "currentVersion")) > start || at(debug, "params") != nil {
		t.Errorf("a stranger is refused with %d %v", status, refusal)
	}
	silent(t, before, two, late)

	clock.forward(time.Hour + time.Minute)
	before.until(start, now)
	two.until(start, now)
	if got := at(m.table(), "version"); got != now {
		t.Errorf("after the delay: got version %v, want %v", got, now)
	}
	if got := m.records(nil); len(got) != 1 {
		t.Errorf("after the delay: got %d rounds", len(got))
	}
	clock.forward(-time.Hour)
	m.turn()
	if got := number(at(m.table(), "version")); got > now {
		t.Errorf("what came after: got version %v", got)
	}
}

// silent checks that no stream has told an update; a comment shows that they live.
func silent(t *testing.T, all ...*stream) {
	t.Helper()
	for _, s := range all {
		if e := s.next("update", ""); e.name != "" || !strings.Contains(e.comment, "here") {
			t.Errorf("told: %s %s", e.comment, e.text)
		}
	}
}

func TestWhoeverHasNoSeatSeesNeitherTheRunningRoundNorThoseBeforeIt(t *testing.T) {
	w, _ := newDelayedWorld(t)
	m, start := w.delayed(object{"spectatorDelayRounds": 2})
	s := m.watch(nil, "")
	if e := s.next("table"); number(at(e.data, "match.round")) != 0 {
		t.Fatalf("got %s", e.text)
	}
	for m.round() < 4 {
		m.turn()
	}
	seen, last := start, event{}
	for at(last.data, "table.match.round") != 2.0 || at(last.data, "table.phase") != "dealing" {
		last = s.next("update")
		seen = number(at(last.data, "version"))
	}
	silent(t, s)
	if got := m.table(); at(got, "version") != seen {
		t.Errorf("GetTable: got version %v, want %v", at(got, "version"), seen)
	}
	if got := m.records(nil); len(got) != 2 {
		t.Errorf("GetRecord: got %d rounds, want 2", len(got))
	}
}

func TestTheDelayEndsWithTheMatch(t *testing.T) {
	w, _ := newDelayedWorld(t)
	m := w.openWith(object{
		"preset": "classic.draw", "knobs": object{"target": "10"}, "options": object{"spectatorDelayMs": 3_600_000, "spectatorDelayRounds": 1},
	}, 2)
	s := m.watch(nil, "")
	first := number(at(s.next("table").data, "version"))
	for _, t := range m.tokens {
		w.must("Ready", seat(t), w.command(object{"tableId": m.id}))
	}
	for !m.over() {
		m.turn()
	}
	now := number(at(m.view(0), "table.version"))
	if got := m.table(); at(got, "version") != now {
		t.Errorf("got version %v, want %v", at(got, "version"), now)
	}
	if got := m.records(nil); len(got) == 0 {
		t.Error("no round is told")
	}
	s.until(first, now)
}

func TestWhoeverHasNoSeatLearnsByNoVersionHowFarADelayedMatchIs(t *testing.T) {
	w, _ := newDelayedWorld(t)
	m, _ := w.delayed(object{"spectatorDelayMs": 3_600_000})
	for range 3 {
		m.turn()
	}
	seen, now := number(at(m.table(), "version")), number(at(m.view(0), "table.version"))
	const unreached = http.StatusServiceUnavailable
	for _, c := range []struct {
		version float64
		status  int // of a command
	}{
		{seen, http.StatusBadRequest}, {seen + 1, unreached}, {now, unreached}, {now + 1, unreached},
		{seen + 65537, unreached}, {now + 65536, unreached}, {now + 65537, unreached},
	} {
		for _, method := range []string{"AddBot", "ChangeSettings", "CloseTable", "Sit"} {
			body := w.command(object{"tableId": m.id, "expectedVersion": c.version})
			switch method {
			case "ChangeSettings":
				body["preset"] = "classic.draw"
			case "Sit":
				body["player"] = "z"
			}
			status, out := w.post(method, key("z"), body)
			if status != c.status && !(c.version == seen && status == http.StatusConflict) {
				t.Errorf("%s that expects %v, of %v shown and %v reached: got %d %v", method, c.version, seen, now, status, out)
			}
		}
		want := http.StatusOK
		if c.version > seen {
			want = unreached
		}
		body := object{"tableId": m.id, "atLeastVersion": c.version}
		if status, out := w.post("GetTable", nil, body); status != want {
			t.Errorf("GetTable of %v, of %v shown and %v reached: got %d %v", c.version, seen, now, status, out)
		}
	}
	if got := at(w.must("GetTable", seat(m.tokens[0]), object{"tableId": m.id, "atLeastVersion": now}), "table.version"); got != now {
		t.Errorf("GetTable with the token of a seat: got version %v, want %v", got, now)
	}
}

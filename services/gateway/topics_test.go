package gateway_test

import (
	"net/http"
	"strings"
	"testing"

	"tranca.example/pkg/table"
	"tranca.example/services/gateway"
)

// heard is what a stream of several tables told, by table: the version it is at.
func (s *stream) heard(versions map[string]float64) event {
	s.t.Helper()
	e := s.next("table", "update")
	id, _ := at(e.data, "tableId").(string)
	if got := number(at(e.data, "version")); e.name == "update" && got != versions[id]+1 {
		s.t.Fatalf("table %s: version %v follows %v", id, got, versions[id])
	}
	versions[id] = number(at(e.data, "version"))
	return e
}

func TestOneStreamTellsSeveralTablesAndGoesOnInAllOfThem(t *testing.T) {
	w := newWorld(t)
	one, two := w.open("classic.draw", 2), w.open("latin.pairs", 4)
	topics := "table=" + one.id + "&table=" + two.id + "&table=" + one.id
	s := w.stream(topics, nil, "")
	versions := map[string]float64{}
	s.heard(versions)
	s.heard(versions)
	one.begin()
	two.begin()
	upTo := func() map[string]float64 {
		return map[string]float64{one.id: number(at(one.table(), "version")), two.id: number(at(two.table(), "version"))}
	}
	read := func() (last event) {
		t.Helper()
		for want := upTo(); versions[one.id] < want[one.id] || versions[two.id] < want[two.id]; {
			last = s.heard(versions)
		}
		return last
	}
	cursor := read().id
	s.cancel()
	one.move()
	two.move()
	two.move()
	s = w.stream(topics, nil, cursor)
	for want := upTo(); versions[one.id] < want[one.id] || versions[two.id] < want[two.id]; {
		if e := s.heard(versions); e.name != "update" {
			t.Fatalf("it starts anew with %s", e.text)
		}
	}
	read()
}

func TestATopicThatACursorDoesNotKnowBeginsWithTheTable(t *testing.T) {
	w := newWorld(t)
	one, two := w.open("classic.draw", 2), w.open("classic.draw", 2)
	cursor := one.watch(nil, "").next("table").id
	s := w.stream("table="+one.id+"&table="+two.id, nil, cursor)
	if e := s.next("table", "update"); e.name != "table" || at(e.data, "tableId") != two.id {
		t.Fatalf("got %s %s", e.name, e.text)
	}
	one.begin()
	if e := s.next("table", "update"); e.name != "update" || at(e.data, "tableId") != one.id {
		t.Fatalf("got %s %s", e.name, e.text)
	}
}

func TestATokenShowsTheHandOfItsTableAlone(t *testing.T) {
	w := newWorld(t)
	mine, other := w.open("classic.draw", 2).begin(), w.open("classic.draw", 2).begin()
	s := w.stream("table="+other.id+"&table="+mine.id, seat(mine.tokens[1]), "")
	if e := s.next("seat"); at(e.data, "table.tableId") != mine.id || at(e.data, "seat") != 1.0 {
		t.Fatalf("got %s", e.text)
	}
	for range 3 {
		other.move()
	}
	w.must("ReissueToken", seat(mine.tokens[1]), w.command(object{"tableId": mine.id}))
	for e := s.next("seat", "end"); ; e = s.next("seat", "end") {
		if e.name == "end" {
			if at(e.data, "table") != mine.id || at(e.data, "reason") != "token_revoked" {
				t.Fatalf("got %s", e.text)
			}
			break
		}
		if at(e.data, "table.tableId") != mine.id {
			t.Fatalf("a hand of another table: %s", e.text)
		}
	}
	other.move()
	if e := s.next("update"); at(e.data, "tableId") != other.id {
		t.Fatalf("after the end of the seat came %s", e.text)
	}
}

func TestATableThatEndsLeavesTheOthers(t *testing.T) {
	w := newWorld(t)
	one, two := w.open("classic.draw", 1), w.open("classic.draw", 1)
	nowhere := "0-" + strings.Repeat("z", 16)
	topics := "table=" + one.id + "&table=" + nowhere + "&table=" + two.id
	s := w.stream(topics, nil, "")
	if e := s.next("end"); at(e.data, "table") != nowhere || at(e.data, "reason") != "unknown_table" {
		t.Fatalf("got %s", e.text)
	}
	w.must("CloseTable", key("a"), w.command(object{"tableId": one.id}))
	if e := s.next("end"); at(e.data, "table") != one.id || at(e.data, "reason") != "closed" {
		t.Fatalf("got %s", e.text)
	}
	w.must("AddBot", key("a"), w.command(object{"tableId": two.id}))
	cursor := s.next("update").id
	s.cancel()
	s = w.stream(topics, nil, cursor)
	for e := s.next("end", "table"); ; e = s.next("end", "table") {
		if e.name == "table" {
			t.Fatalf("what was told is told again: %s", e.text)
		}
		if at(e.data, "table") == nowhere {
			break
		}
	}
	w.must("CloseTable", key("a"), w.command(object{"tableId": two.id}))
	cursor = s.next("update").id
	s.next("end")
	s.ended()
	response := w.do(http.MethodGet, "/v1/stream?table="+one.id+"&table="+two.id, who{"Last-Event-ID": cursor}, nil)
	defer response.Body.Close()
	if response.StatusCode != http.StatusNoContent {
		t.Fatalf("got %d, want no content", response.StatusCode)
	}
}

func TestWhatIsNoTopicIsRefusedWithWhatIs(t *testing.T) {
	w := newWorld(t)
	m, other := w.open("classic.draw", 1), w.open("classic.draw", 1)
	many := strings.Repeat("table="+m.id+"&", 20)
	for i := range 16 {
		many += "&table=0-" + strings.Repeat(string(rune('a'+i)), 16)
	}
	for name, c := range map[string]struct {
		query  string
		by     who
		status int
		reason string
		topics bool // the refusal says what is allowed
	}{
		"no topic":               {"", nil, 400, "malformed", true},
		"a topic that is none":   {"lobby=1&pipeline=1", nil, 400, "malformed", true},
		"another value":          {"lobby=0", nil, 400, "malformed", true},
		"no parameters":          {"table=%zz", nil, 400, "malformed", true},
		"too many":               {many + "&lobby=1", nil, 400, "malformed", true},
		"no table id":            {"table=seven", nil, 400, "malformed", false},
		"no such table":          {"table=0-" + strings.Repeat("z", 16), nil, 404, "unknown_table", false},
		"a token of another":     {"lobby=1&table=" + m.id, seat(other.tokens[0]), 403, "not_your_seat", false},
		"a token and no table":   {"lobby=1", seat(m.tokens[0]), 403, "not_your_seat", false},
		"a token that is forged": {"table=" + m.id, seat(forged(m.tokens[0])), 401, "bad_token", false},
	} {
		status, out := w.send(http.MethodGet, "/v1/stream?"+c.query, c.by, nil)
		if status != c.status || at(out, "details.0.debug.reason") != c.reason {
			t.Errorf("%s: got %d %v", name, status, out)
		}
		if allowed := at(out, "details.0.debug.params.allowed"); (allowed == "table=<id>, lobby=1") != c.topics {
			t.Errorf("%s: allowed is %v", name, allowed)
		}
	}
}

// forged is a token with another signature.
func forged(token any) string {
	text, _ := token.(string)
	if strings.HasSuffix(text, "A") {
		return text[:len(text)-4] + "BBBB"
	}
	return text[:len(text)-4] + "AAAA"
}

// ids are those of the tables that an event of the lobby tells.
func ids(e event) string {
	var all []string
	tables, _ := at(e.data, "tables").([]any)
	for _, one := range tables {
		id, _ := at(one, "tableId").(string)
		all = append(all, id[2:3])
	}
	gone, _ := at(e.data, "gone").([]any)
	for _, one := range gone {
		id, _ := one.(string)
		all = append(all, "-"+id[2:3])
	}
	return strings.Join(all, " ")
}

func TestTheLobbyIsToldInWholeAndThenAsItChanges(t *testing.T) {
	w := newWorld(t, func(o *gateway.Options) { o.CursorKey = []byte(strings.Repeat("c", gateway.MinCursorKey)) })
	w.shelf.put(shelved('b', 1), shelved('a', 3))
	keeper := w.stream("lobby=1", nil, "") // the list goes on while the other is away
	keeper.next("lobby")
	s := w.stream("lobby=1", nil, "")
	e := s.next("lobby")
	if at(e.data, "whole") != true || at(e.data, "more") != true || ids(e) != "b a" || at(e.data, "tables.1.version") != 3.0 {
		t.Fatalf("got %s", e.text)
	}
	w.shelf.put(shelved('a', 4), shelved('c', 1))
	if e = s.next("lobby"); at(e.data, "whole") != nil || ids(e) != "a c -b" {
		t.Fatalf("got %s", e.text)
	}
	s.cancel()
	w.shelf.put(shelved('b', 2), shelved('c', 1))
	keeper.next("lobby")
	keeper.next("lobby")
	if e := w.stream("lobby=1", nil, e.id).next("lobby"); at(e.data, "whole") != nil || ids(e) != "b -a" {
		t.Fatalf("it does not go on where it was: %s", e.text)
	}
	foreign := w.open("classic.draw", 1).watch(nil, "").next("table").id
	if e := w.stream("lobby=1", nil, foreign).next("lobby"); at(e.data, "whole") != true || ids(e) != "b c" {
		t.Fatalf("got %s", e.text)
	}
	w.stop() // another gateway counts on its own
	w.start()
	if e := w.stream("lobby=1", nil, e.id).next("lobby"); at(e.data, "whole") != true || ids(e) != "b c" {
		t.Fatalf("got %s", e.text)
	}
}

func TestATableAndTheLobbyShareAStream(t *testing.T) {
	w := newWorld(t)
	m := w.open("classic.draw", 2)
	topics := "lobby=1&table=" + m.id
	s := w.stream(topics, seat(m.tokens[0]), "")
	s.next("seat")
	cursor := s.next("lobby").id
	w.shelf.put(shelved('d', 1))
	if e := s.next("lobby"); ids(e) != "d -a" {
		t.Fatalf("got %s", e.text)
	}
	again := w.stream(topics, seat(m.tokens[0]), cursor)
	if e := again.next("table", "lobby"); e.name != "lobby" || ids(e) != "d -a" {
		t.Fatalf("got %s %s", e.name, e.text)
	}
	w.must("CloseTable", key("a"), w.command(object{"tableId": m.id}))
	s.next("end")
	w.shelf.put()
	if e := s.next("lobby"); ids(e) != "-d" {
		t.Fatalf("after the end of the table came %s", e.text)
	}
}

func TestAStreamOfTheLobbyWaitsForNobodyWhoDoesNotAnswer(t *testing.T) {
	w := newWorld(t)
	w.stops[table.Lobby]()
	if status, out := w.send(http.MethodGet, "/v1/stream?lobby=1", nil, nil); status != http.StatusServiceUnavailable {
		t.Fatalf("got %d %v", status, out)
	}
}

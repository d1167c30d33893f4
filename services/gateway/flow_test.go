package gateway_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"tranca.example/pkg/domino/record"
)

func TestAMatchIsPlayedWithPlainJSON(t *testing.T) {
	w := newWorld(t)
	m := w.open("classic.draw", 2).begin()
	for round := at(m.table(), "match.round"); at(m.table(), "match.round") == round && at(m.table(), "phase") != "finished"; {
		if !m.move() {
			break
		}
	}
	eventually(t, "a record", func() bool { return len(records(w, m, 0)) > 0 })
	line := records(w, m, 1)[0]
	rec, err := record.Parse([]byte(line))
	if err != nil {
		t.Fatal(err)
	}
	verdict, err := record.Judge(rec, record.Options{})
	if err != nil || !verdict.OK() || record.Verify(rec) != nil || rec.ID != m.id+".1/1" {
		t.Fatalf("record %s: %+v, %v, %v", line, verdict, err, record.Verify(rec))
	}
	if got := records(w, m, 2); len(got) != 0 {
		t.Fatalf("match 2 has not begun, but has %d records", len(got))
	}
}

func records(w *world, m *match, n int) []string {
	w.t.Helper()
	raw, err := json.Marshal(w.must("GetRecord", nil, object{"tableId": m.id, "match": n})["records"])
	if err != nil {
		w.t.Fatal(err)
	}
	var out []string
	if err := json.Unmarshal(raw, &out); err != nil {
		w.t.Fatal(err)
	}
	return out
}

func TestACommandThatIsSentAgainGetsTheSameAnswer(t *testing.T) {
	w := newWorld(t)
	open := w.command(object{"preset": "latin.pairs"})
	first, again := w.must("OpenTable", key("a"), open), w.must("OpenTable", key("a"), open)
	if first["tableId"] == nil || first["tableId"] != again["tableId"] {
		t.Fatalf("got %v, then %v", first, again)
	}
	sit := w.command(object{"tableId": first["tableId"], "player": "ada"})
	one, two := w.must("Sit", key("a"), sit), w.must("Sit", key("a"), sit)
	if one["seat"] != 0.0 || one["version"] != 2.0 || two["seat"] != one["seat"] || two["seatToken"] == nil {
		t.Fatalf("got %v, then %v", one, two)
	}
	bot := w.command(object{"tableId": first["tableId"], "expectedVersion": 2})
	if a, b := w.must("AddBot", seat(one["seatToken"]), bot), w.must("AddBot", seat(two["seatToken"]), bot); !reflect.DeepEqual(a, b) {
		t.Fatalf("got %v, then %v", a, b)
	}
}

func TestEveryCommandBeforeAMatchReachesItsTable(t *testing.T) {
	w := newWorld(t)
	m := w.open("classic.draw", 1)
	by := seat(m.tokens[0])
	moved := w.must("MoveSeat", by, w.command(object{"tableId": m.id, "seat": 1}))
	if moved["seat"] != 1.0 || moved["seatToken"] == m.tokens[0] {
		t.Fatalf("got %v", moved)
	}
	by = seat(moved["seatToken"])
	w.must("AddBot", by, w.command(object{"tableId": m.id, "seat": 0, "policy": "random"}))
	w.must("RemoveBot", by, w.command(object{"tableId": m.id, "seat": 0}))
	w.must("Ready", by, w.command(object{"tableId": m.id}))
	w.must("Unready", by, w.command(object{"tableId": m.id}))
	by = seat(w.must("ReissueToken", by, w.command(object{"tableId": m.id}))["seatToken"])
	w.must("ChangeSettings", by, w.command(object{
		"tableId": m.id, "preset": "classic.draw", "knobs": object{"target": "77"}, "options": object{"turnLimitMs": 9000},
	}))
	got := m.table()
	if at(got, "knobs.target") != "77" || at(got, "options.turnLimitMs") != 9000.0 || at(got, "options.botPolicy") != "greedy" {
		t.Fatalf("got %v", got)
	}
	w.must("Leave", by, w.command(object{"tableId": m.id}))
	w.must("CloseTable", key("a"), w.command(object{"tableId": m.id}))
	if got := at(m.table(), "phase"); got != "closed" {
		t.Fatalf("got phase %v", got)
	}
}

func TestZeroIsWrittenWhereItMeansSomething(t *testing.T) {
	w := newWorld(t)
	m := w.open("classic.draw", 2).begin()
	if got := at(m.view(0), "seat"); got != 0.0 {
		t.Fatalf("seat 0 is written as %v", got)
	}
	if got := at(m.table(), "seats.0.side"); got != 0.0 {
		t.Fatalf("side 0 is written as %v", got)
	}
}

func TestListsAndRulesAreAnswered(t *testing.T) {
	w := newWorld(t)
	if got := at(w.must("ListTables", nil, object{"phase": "open"}), "tables.0.version"); got != 3.0 {
		t.Errorf("tables: %v", got)
	}
	if got := w.must("ListStandings", nil, object{}); at(got, "standings.0.player") != "ada" || at(got, "standings.0.points") != -7.0 {
		t.Errorf("standings: %v", got)
	}
	presets, _ := w.must("ListPresets", nil, object{})["presets"].([]any)
	if len(presets) != 6 {
		t.Errorf("got %d presets", len(presets))
	}
	rules := w.must("GetRules", nil, object{"preset": "latin.pairs", "knobs": object{"target": "150"}})
	if text, _ := json.Marshal(rules); !strings.Contains(string(text), `"value":"150"`) {
		t.Errorf("rules: %s", text)
	}
}

func TestAQueryMayBeAGet(t *testing.T) {
	w := newWorld(t)
	query := url.Values{"connect": {"v1"}, "encoding": {"json"}, "message": {`{"preset":"classic.draw"}`}}
	response := w.do(http.MethodGet, "/tranca.api.v1.TableService/GetRules?"+query.Encode(), nil, nil)
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK || response.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("got %d %v", response.StatusCode, response.Header)
	}
}

package gateway_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"tranca.example/pkg/token"
	"tranca.example/services/gateway"
	"tranca.example/services/gateway/internal/identity/identitytest"
)

// as is somebody of an issuer with a role.
func as(i *identitytest.Issuer, subject, role string) who {
	return seat(i.Sign("ES256", i.Claims(subject, map[string]any{"tranca_role": role})))
}

// seated is a match of two players of an issuer; it has begun.
func (w *world) seated(i *identitytest.Issuer) *match {
	w.t.Helper()
	m := &match{w: w}
	var tokens []string
	m.id, tokens = w.sitting(i)
	for _, one := range tokens {
		m.tokens = append(m.tokens, one)
	}
	return m.begin()
}

// ruling is the message of an operator's call about a table.
func (w *world) ruling(method, id string) object {
	fields := object{"tableId": id, "reason": "a look at it"}
	if method == "ForceTakeOver" || method == "RevokeSeatToken" {
		fields["seat"] = 1
	}
	return w.command(fields)
}

// rulings are the calls of operators; the last one ends a table.
func rulings() []string {
	return []string{"FreezeTable", "ThawTable", "RevokeSeatToken", "ForceTakeOver", "VoidTable"}
}

func TestWhoMayCallWhat(t *testing.T) {
	const roles, openers, officials = "player spectator referee operator service", "player referee operator service", "referee operator"
	i := identitytest.Start(t)
	w := newWorld(t, trusting(i))
	m := w.seated(i)
	for _, c := range []struct {
		method, allowed string
		fields          object
	}{
		{"OpenTable", openers, object{"preset": "classic.draw"}},
		{"CloseTable", openers, object{"tableId": m.id}},
		{"ChangeSettings", openers, object{"tableId": m.id, "preset": "classic.draw"}},
		{"AddBot", openers, object{"tableId": m.id}},
		{"RemoveBot", openers, object{"tableId": m.id, "seat": 1}},
		{"Sit", "player", object{"tableId": m.id, "player": "x"}},
		{"GetSeat", "player", object{"tableId": m.id}},
		{"ReissueToken", "player", object{"tableId": m.id}},
		{"Leave", "player", object{"tableId": m.id}},
		{"Pass", "player", object{"tableId": m.id}},
		{"FreezeTable", officials, w.ruling("FreezeTable", m.id)},
		{"ThawTable", officials, w.ruling("ThawTable", m.id)},
		{"RevokeSeatToken", officials, w.ruling("RevokeSeatToken", m.id)},
		{"ForceTakeOver", officials, w.ruling("ForceTakeOver", m.id)},
		{"VoidTable", "operator", w.ruling("VoidTable", m.id)},
		{"ListTables", officials, object{"private": true}},
		{"ListTables", roles, object{}},
		{"GetTable", roles, object{"tableId": m.id}},
	} {
		for role := range strings.SplitSeq(roles, " ") {
			body := maps.Clone(c.fields)
			if c.method != "GetSeat" && c.method != "GetTable" && c.method != "ListTables" {
				body["commandId"] = w.command(nil)["commandId"]
			}
			status, out := w.post(c.method, as(i, "somebody", role), body)
			refused := status == http.StatusForbidden && at(out, "details.0.debug.reason") == "wrong_role"
			if refused == slices.Contains(strings.Split(c.allowed, " "), role) {
				t.Errorf("%s by %s: got %d %v", c.method, role, status, out)
			}
			if refused && (at(out, "details.0.debug.params.role") != role || at(out, "details.0.debug.params.allowed") != strings.ReplaceAll(c.allowed, " ", ", ")) {
				t.Errorf("%s by %s: got %v", c.method, role, out)
			}
		}
	}
}

func TestOfficialsDecideAboutARunningTable(t *testing.T) {
	i := identitytest.Start(t)
	w := newWorld(t, trusting(i))
	m := w.seated(i)
	referee := as(i, "ref", "referee")
	s := m.watch(nil, "")
	told := func(kind string) any {
		for {
			for _, e := range at(s.next("update").data, "events").([]any) {
				if at(e, "type") == kind {
					return e
				}
			}
		}
	}
	freeze := w.ruling("FreezeTable", m.id)
	first := w.must("FreezeTable", referee, freeze)
	if again := w.must("FreezeTable", referee, freeze); again["version"] != first["version"] {
		t.Errorf("sent again: got %v, first %v", again, first)
	}
	if e := told("table_frozen"); at(e, "reason") != "a look at it" || at(e, "by") != "referee" {
		t.Errorf("told %v", e)
	}
	if on := m.table(); at(on, "frozen") != true || at(on, "deadline") != nil {
		t.Errorf("frozen: %v", on)
	}
	turn := int(number(at(m.table(), "round.turn")))
	if status, out := w.post("Pass", seat(m.tokens[turn]), w.command(object{"tableId": m.id})); reasonIn(out) != "table_frozen" {
		t.Errorf("a move: got %d %v", status, out)
	}
	w.must("ThawTable", referee, w.ruling("ThawTable", m.id))
	if e := told("table_thawed"); at(e, "by") != "referee" || at(e, "reason") != "a look at it" {
		t.Errorf("told %v", e)
	}
	m.move()
	w.must("ForceTakeOver", referee, w.ruling("ForceTakeOver", m.id))
	if e := told("seat_taken_over"); at(e, "by") != "referee" || at(e, "reason") != "a look at it" || at(m.table(), "seats.1.kind") != "bot" {
		t.Errorf("told %v, seats %v", e, at(m.table(), "seats"))
	}
	w.must("VoidTable", as(i, "ops", "operator"), w.ruling("VoidTable", m.id))
	if e := told("table_voided"); at(e, "by") != "operator" || at(m.table(), "phase") != "closed" {
		t.Errorf("told %v", e)
	}
	if e := s.next("end"); at(e.data, "reason") != "closed" {
		t.Errorf("the end is %s", e.text)
	}
}

func TestWhoHoldsASeatDecidesNothingThere(t *testing.T) {
	i := identitytest.Start(t)
	w := newWorld(t, trusting(i))
	m := w.seated(i)
	for _, method := range rulings() {
		status, out := w.post(method, as(i, "ada", "operator"), w.ruling(method, m.id)) // who sits here as a player
		if status != http.StatusForbidden || reasonIn(out) != "holds_seat" {
			t.Errorf("%s: got %d %v", method, status, out)
		}
	}
	other, _ := w.sitting(i)
	w.must("FreezeTable", as(i, "cy", "operator"), w.ruling("FreezeTable", other))
}

func TestWithoutAnIssuerNobodyIsAnOfficial(t *testing.T) {
	i := identitytest.Start(t)
	for name, c := range map[string]struct {
		change func(o *gateway.Options)
		want   string
	}{
		"no issuer":          {func(*gateway.Options) {}, "403 not_operator"},
		"no key":             {func(o *gateway.Options) { trusting(i)(o); o.Authority = token.Authority{} }, "403 not_operator"},
		"a key of their own": {func(o *gateway.Options) { trusting(i)(o); o.Authority = strange(t) }, "401 bad_token"},
	} {
		w := newWorld(t, c.change)
		by := key("a")
		if name != "no issuer" {
			by = seat(i.Token("ada"))
		}
		id := fmt.Sprint(w.must("OpenTable", by, w.command(object{"preset": "classic.draw"}))["tableId"])
		for _, method := range rulings() {
			status, out := w.post(method, as(i, "ops", "operator"), w.ruling(method, id))
			if got := fmt.Sprint(status, " ", reasonIn(out)); got != c.want {
				t.Errorf("%s: %s: got %s %v", name, method, got, out)
			}
		}
	}
}

// strange is a key that no owner knows.
func strange(t *testing.T) token.Authority {
	t.Helper()
	made, err := token.NewAuthority([]byte(strings.Repeat("z", token.MinKey)))
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func TestAnOfficialIsShownNothingHidden(t *testing.T) {
	i := identitytest.Start(t)
	w := newWorld(t, trusting(i))
	m := w.seated(i)
	var hands []string
	for n := range m.tokens {
		for _, tile := range at(m.view(n), "hand").([]any) {
			hands = append(hands, fmt.Sprintf("%q", tile))
		}
	}
	ops := as(i, "ops", "operator")
	for _, c := range []struct{ method, id string }{
		{"FreezeTable", m.id}, {"FreezeTable", m.id}, {"ThawTable", m.id}, {"ThawTable", m.id}, {"RevokeSeatToken", m.id}, {"RevokeSeatToken", m.id},
		{"ForceTakeOver", m.id}, {"ForceTakeOver", m.id}, {"VoidTable", "0-aaaaaaaaaaaaaaaa"},
	} {
		status, out := w.post(c.method, ops, w.ruling(c.method, c.id))
		raw, err := json.Marshal(out)
		if err != nil {
			t.Fatal(err)
		}
		for _, hidden := range append(hands, "seatToken", fmt.Sprint(m.tokens[0])) {
			if strings.Contains(string(raw), hidden) {
				t.Errorf("%s: %d shows %s: %s", c.method, status, hidden, raw)
			}
		}
		if status == http.StatusOK && len(out) != 1 {
			t.Errorf("%s: got %s, want the version alone", c.method, raw)
		}
	}
}

func TestOfficialsAloneListPrivateTables(t *testing.T) {
	i := identitytest.Start(t)
	w := newWorld(t, trusting(i))
	w.shelf.put(shelved('a', 1), unlisted(shelved('p', 1)))
	for name, c := range map[string]struct {
		by   who
		want string
	}{
		"an operator": {as(i, "ops", "operator"), "200 0-pppppppppppppppp"},
		"a referee":   {as(i, "ref", "referee"), "200 0-pppppppppppppppp"},
		"a player":    {as(i, "ada", "player"), "403 wrong_role"},
		"a key":       {key("a"), "401 no_token"},
		"nobody":      {nil, "401 no_token"},
	} {
		status, out := w.post("ListTables", c.by, object{"private": true})
		got := fmt.Sprint(status, " ", at(out, "tables.0.tableId"))
		if status != http.StatusOK {
			got = fmt.Sprint(status, " ", reasonIn(out))
		}
		if got != c.want {
			t.Errorf("%s: got %s %v, want %s", name, got, out, c.want)
		}
	}
}

func TestEveryRoleSeesOfADelayedMatchWhatEverybodySees(t *testing.T) {
	i := identitytest.Start(t)
	w := newWorld(t, trusting(i))
	id := fmt.Sprint(w.must("OpenTable", seat(i.Token("owner")), w.command(object{
		"preset": "classic.draw", "options": object{"spectatorDelayMs": 3_600_000},
	}))["tableId"])
	m := &match{w: w, id: id}
	for _, name := range []string{"ada", "bob"} {
		m.tokens = append(m.tokens, fmt.Sprint(w.must("Sit", seat(i.Token(name)), w.command(object{"tableId": id, "player": name}))["seatToken"]))
	}
	for _, token := range m.tokens {
		w.must("Ready", seat(token), w.command(object{"tableId": id}))
	}
	m.turn()
	want := fmt.Sprint(m.table())
	for _, role := range []string{"player", "spectator", "referee", "operator", "service"} {
		if got := fmt.Sprint(w.must("GetTable", as(i, "eve", role), object{"tableId": id})["table"]); got != want {
			t.Errorf("a %s sees %s, want %s", role, got, want)
		}
		if got := m.records(as(i, "eve", role)); len(got) > 0 {
			t.Errorf("a %s is told the rounds %v", role, got)
		}
	}
}

func TestARoleThatIsNoneIsRefused(t *testing.T) {
	i := identitytest.Start(t)
	w := newWorld(t, trusting(i), func(o *gateway.Options) { o.People.RoleClaim = "groups" })
	for _, role := range []any{"admin", "", "Player", 7, []string{"player"}, map[string]any{}} {
		by := seat(i.Sign("ES256", i.Claims("eve", map[string]any{"groups": role})))
		status, out := w.post("OpenTable", by, w.command(object{"preset": "classic.draw"}))
		if status != http.StatusUnauthorized || at(out, "details.0.debug.params.why") != "role" ||
			at(out, "details.0.debug.params.allowed") != "player, spectator, referee, operator, service" {
			t.Errorf("%v: got %d %v", role, status, out)
		}
	}
	w.must("OpenTable", as(i, "eve", "admin"), w.command(object{"preset": "classic.draw"})) // of another claim
}

package gateway_test

import (
	"fmt"
	"net/http"
	"testing"

	"tranca.example/services/gateway/internal/identity/identitytest"
)

// Whatever makes a token void ends what it opened at every door.
func TestATokenThatIsVoidOpensNoDoor(t *testing.T) {
	i := identitytest.Start(t)
	for name, void := range map[string]func(w *world, m *match){
		"issued anew": func(w *world, m *match) {
			w.must("ReissueToken", seat(m.tokens[1]), w.command(object{"tableId": m.id}))
		},
		"left": func(w *world, m *match) { w.must("Leave", seat(m.tokens[1]), w.command(object{"tableId": m.id})) },
		"taken over": func(w *world, m *match) {
			w.must("ForceTakeOver", as(i, "ops", "operator"), w.ruling("ForceTakeOver", m.id))
		},
		"revoked": func(w *world, m *match) {
			w.must("RevokeSeatToken", as(i, "ref", "referee"), w.ruling("RevokeSeatToken", m.id))
		},
	} {
		for open, path := range map[string]string{"one table": "/v1/tables/%s/live", "several topics": "/v1/stream?lobby=1&table=%s"} {
			t.Run(name+", with a stream of "+open, func(t *testing.T) { checkDoors(t, i, path, void) })
		}
	}
}

func checkDoors(t *testing.T, i *identitytest.Issuer, path string, void func(w *world, m *match)) {
	t.Helper()
	w := newWorld(t, trusting(i))
	m := w.seated(i)
	old := seat(m.tokens[1])
	version := number(at(m.table(), "version"))
	s := w.streamWith(http.DefaultClient, fmt.Sprintf(path, m.id), old, "")
	cursor := s.next("table").id
	s.next("seat")
	void(w, m)
	if e := s.next("end"); at(e.data, "reason") != "token_revoked" || at(e.data, "table") != m.id {
		t.Errorf("the open stream: got %s", e.text)
	}
	commands := map[string]object{
		"Play": {"tile": "0-0"}, "Draw": {}, "Pass": {}, "Leave": {}, "ReissueToken": {}, "Reveal": {"seed": "00112233445566778899aabbccddeeff"},
		"AskRematch": {}, "Ready": {}, "Unready": {}, "MoveSeat": {"seat": 0}, "AddBot": {}, "RemoveBot": {"seat": 0},
		"ChangeSettings": {"preset": "classic.draw"}, "CloseTable": {},
	}
	for method, fields := range commands {
		fields["tableId"] = m.id
		closed(t, w, method, old, w.command(fields))
	}
	closed(t, w, "GetSeat", old, object{"tableId": m.id})
	closed(t, w, "GetSeat", old, object{"tableId": m.id, "atLeastVersion": version})
	closed(t, w, "StayHere", old, object{"tableId": m.id})
	closed(t, w, "Emote", old, object{"tableId": m.id, "emote": "hello"})
	for _, path := range []string{"/v1/tables/" + m.id + "/live", "/v1/stream?table=" + m.id} {
		for _, from := range []string{"", cursor} {
			by := who{"Authorization": old["Authorization"], "Last-Event-ID": from}
			if status, out := w.send(http.MethodGet, path, by, nil); status != http.StatusUnauthorized || reasonIn(out) != "token_revoked" {
				t.Errorf("%s from %q: got %d %v", path, from, status, out)
			}
		}
	}
}

// closed is a call that a void token does not open.
func closed(t *testing.T, w *world, method string, by who, body object) {
	t.Helper()
	status, out := w.post(method, by, body)
	if got := fmt.Sprint(status, " ", reasonIn(out)); got != "401 token_revoked" && got != "400 wrong_phase" {
		t.Errorf("%s: got %s %v", method, got, out)
	}
}

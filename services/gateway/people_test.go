package gateway_test

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"tranca.example/services/gateway"
	"tranca.example/services/gateway/internal/identity/identitytest"
)

// trusting makes a gateway want the tokens of an issuer.
func trusting(i *identitytest.Issuer) func(*gateway.Options) {
	return func(o *gateway.Options) {
		o.People = gateway.People{Issuers: []string{i.URL}, Audience: "tranca", Key: bytes.Repeat([]byte{7}, gateway.MinPeopleKey)}
	}
}

func TestAPlayerIsTheSubjectOfAToken(t *testing.T) {
	i := identitytest.Start(t)
	w := newWorld(t, trusting(i))
	ada := seat(i.Token("ada.lovelace"))
	id := w.must("OpenTable", ada, w.command(object{"preset": "classic.draw"}))["tableId"]
	sit := w.command(object{"tableId": id, "player": "somebody else"})
	first := w.must("Sit", ada, sit)
	again := w.must("Sit", seat(i.Sign("RS256", i.Claims("ada.lovelace", nil))), w.command(object{"tableId": id, "player": "x"}))
	if first["seat"] != again["seat"] || first["version"] != again["version"] {
		t.Errorf("with another token of hers: got %v, then %v", first, again)
	}
	w.must("Sit", seat(i.Token("bob")), w.command(object{"tableId": id, "player": "x"}))
	table := w.must("GetTable", nil, object{"tableId": id})["table"]
	hers, his := fmt.Sprint(at(table, "seats.0.player")), fmt.Sprint(at(table, "seats.1.player"))
	if !strings.HasPrefix(hers, "p-") || !strings.HasPrefix(his, "p-") || hers == his {
		t.Errorf("they are called %s and %s", hers, his)
	}
	if strings.Contains(fmt.Sprint(table), "ada.lovelace") || strings.Contains(w.logged.String(), "ada.lovelace") {
		t.Error("the subject is told")
	}
	w.must("Ready", seat(first["seatToken"]), w.command(object{"tableId": id}))
	w.must("ChangeSettings", ada, w.command(object{"tableId": id, "preset": "classic.draw"})) // she opened the table
}

func TestWithoutATokenOfTheIssuerNobodySitsDown(t *testing.T) {
	i := identitytest.Start(t)
	w := newWorld(t, trusting(i))
	id := w.must("OpenTable", seat(i.Token("ada")), w.command(object{"preset": "classic.draw"}))["tableId"]
	expired := i.Sign("ES256", i.Claims("ada", map[string]any{"exp": 1}))
	for name, c := range map[string]struct {
		by     who
		status int
		reason string
	}{
		"a key of their own": {key("a"), 401, "no_token"},
		"nothing":            {nil, 401, "no_token"},
		"a seat token":       {seat("AQAA"), 401, "bad_token"},
		"an expired token":   {seat(expired), 401, "bad_token"},
		"another scheme":     {who{"Authorization": "Basic " + i.Token("ada")}, 401, "bad_token"},
	} {
		for method, body := range map[string]object{
			"Sit": {"tableId": id, "player": "x"}, "OpenTable": {"preset": "classic.draw"},
		} {
			if status, out := w.post(method, c.by, w.command(body)); status != c.status || at(out, "details.0.debug.reason") != c.reason {
				t.Errorf("%s by %s: got %d %v", method, name, status, out)
			}
		}
	}
}

func TestAnIssuerThatIsAwayIsNotTheClientsFault(t *testing.T) {
	i := identitytest.Start(t)
	w := newWorld(t, trusting(i))
	i.Away(true)
	body := w.command(object{"preset": "classic.draw"})
	status, out := w.post("OpenTable", seat(i.Token("ada")), body)
	if status != http.StatusServiceUnavailable || at(out, "details.0.debug.reason") != "unavailable" {
		t.Errorf("got %d %v", status, out)
	}
}

func TestCallsOfOnePersonCountTogetherWhateverTheToken(t *testing.T) {
	i := identitytest.Start(t)
	w := newWorld(t, trusting(i), func(o *gateway.Options) { o.Limits.Actor = slowly(2) })
	for n, want := range []int{http.StatusOK, http.StatusOK, http.StatusTooManyRequests} {
		by := seat(i.Sign("ES256", i.Claims("ada", map[string]any{"jti": fmt.Sprint(n)})))
		if status, out := w.post("OpenTable", by, w.command(object{"preset": "classic.draw"})); status != want {
			t.Errorf("call %d: got %d %v", n+1, status, out)
		}
	}
	w.must("OpenTable", seat(i.Token("bob")), w.command(object{"preset": "classic.draw"}))
}

func TestAnIssuerOnThisMachineIsForThisMachineAlone(t *testing.T) {
	i := identitytest.Start(t)
	w := newWorld(t, trusting(i))
	if !strings.Contains(w.logged.String(), "for development only") {
		t.Errorf("it is not said: %s", w.logged)
	}
	o := w.opts
	o.Addr, o.Listener = "", open{}
	if _, err := gateway.New(o); err == nil || !strings.Contains(err.Error(), i.URL+" is on a loopback address, and the API listens on 192.0.2.1:80") {
		t.Errorf("got %v", err)
	}
}

// open is a listener that everybody reaches.
type open struct{ net.Listener }

// Addr implements net.Listener.
func (open) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 80} }

// Close implements net.Listener.
func (open) Close() error { return nil }

package gateway_test

import (
	"bufio"
	"io"
	"maps"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"tranca.example/services/gateway"
)

// slowly is a rate of which nothing comes back while a test runs.
func slowly(burst int) gateway.Rate { return gateway.Rate{Each: 0.01, Burst: burst} }

func TestWhoAsksTooOftenIsToldWhenToComeBack(t *testing.T) {
	for name, c := range map[string]struct {
		limit  func(*gateway.Limits)
		ask    func(w *world, m *match) *http.Response
		reason string
	}{
		"an address": {
			func(l *gateway.Limits) { l.Address = slowly(12) },
			func(w *world, _ *match) *http.Response { return w.do(http.MethodGet, "/", nil, nil) }, "address_rate",
		},
		"an actor": {
			func(l *gateway.Limits) { l.Actor = slowly(12) },
			func(w *world, m *match) *http.Response { return w.json("GetSeat", seat(m.tokens[0]), m) }, "actor_rate",
		},
		"an actor's streams": {
			func(l *gateway.Limits) { l.Actor = slowly(12) },
			func(w *world, m *match) *http.Response {
				return w.do(http.MethodGet, "/v1/tables/7-"+strings.Repeat("z", 16)+"/live", seat(m.tokens[0]), nil)
			}, "actor_rate",
		},
		"the seats of a table": {
			func(l *gateway.Limits) { l.Table = slowly(12) },
			func(w *world, m *match) *http.Response { return w.json("Pass", seat(m.tokens[1]), m) }, "table_rate",
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, func(o *gateway.Options) { c.limit(&o.Limits) })
			m := w.open("classic.draw", 2)
			for range 13 {
				response := c.ask(w, m)
				body, err := io.ReadAll(response.Body)
				_ = response.Body.Close()
				if err != nil {
					t.Fatal(err)
				}
				if response.StatusCode != http.StatusTooManyRequests {
					continue
				}
				after := response.Header.Get("Retry-After")
				if len(after) < 2 || !strings.Contains(string(body), `"`+c.reason+`"`) || !strings.Contains(string(body), `"retry_after":"`+after+`"`) {
					t.Errorf("got Retry-After %q and %s", after, body)
				}
				return
			}
			t.Error("nothing was refused")
		})
	}
}

// json sends a command, or GetSeat, and gives the whole answer.
func (w *world) json(method string, by who, m *match) *http.Response {
	w.t.Helper()
	headers := who{"Content-Type": "application/json"}
	maps.Copy(headers, by)
	w.ids++
	body := `{"tableId":"` + m.id + `"}`
	if method != "GetSeat" {
		id, _ := w.command(nil)["commandId"].(string)
		body = `{"tableId":"` + m.id + `","commandId":"` + id + `"}`
	}
	return w.do(http.MethodPost, "/tranca.api.v1.TableService/"+method, headers, strings.NewReader(body))
}

func TestAStrangerCannotUseATablesShareUp(t *testing.T) {
	w := newWorld(t, func(o *gateway.Options) { o.Limits.Table = slowly(20) })
	m := w.open("classic.draw", 2)
	for range 40 {
		if status, out := w.post("Ready", seat("AAAA"), w.command(object{"tableId": m.id})); status != http.StatusUnauthorized {
			t.Fatalf("got %d %v", status, out)
		}
	}
	w.must("Ready", seat(m.tokens[0]), w.command(object{"tableId": m.id}))
}

func TestStreamsOfOneActorAreBounded(t *testing.T) {
	w := newWorld(t, func(o *gateway.Options) { o.Limits.ActorStreams = 1 })
	m := w.open("classic.draw", 2)
	path := "/v1/tables/" + m.id + "/live"
	first := w.do(http.MethodGet, path, seat(m.tokens[0]), nil)
	status, out := w.send(http.MethodGet, path, seat(m.tokens[0]), nil)
	if status != http.StatusTooManyRequests || at(out, "details.0.debug.reason") != "actor_streams" {
		t.Errorf("got %d %v", status, out)
	}
	if err := first.Body.Close(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "a place", func() bool {
		again := w.do(http.MethodGet, path, seat(m.tokens[0]), nil)
		_ = again.Body.Close()
		return again.StatusCode == http.StatusOK
	})
}

func TestAConnectionTooManyIsToldAndClosed(t *testing.T) {
	for name, c := range map[string]struct {
		limit  func(*gateway.Limits)
		reason string
	}{
		"of all":         {func(l *gateway.Limits) { l.Connections = 2 }, "connections"},
		"of one address": {func(l *gateway.Limits) { l.AddressConnections = 2 }, "address_connections"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, func(o *gateway.Options) { c.limit(&o.Limits) })
			held := []net.Conn{w.begun(), w.begun()}
			var said string
			eventually(t, "a refusal", func() bool {
				said = w.rest(w.begun())
				return strings.HasPrefix(said, "HTTP/1.1 429 ")
			})
			if !strings.Contains(said, `"`+c.reason+`"`) || !strings.Contains(said, "Retry-After: 5") || !strings.Contains(said, "Connection: close") {
				t.Errorf("got %s", said)
			}
			for _, conn := range held {
				_ = conn.Close()
			}
			eventually(t, "a place", func() bool {
				conn := w.begun()
				if _, err := io.WriteString(conn, "}"); err != nil {
					return false
				}
				response, err := http.ReadResponse(bufio.NewReader(conn), nil)
				if err != nil {
					return false
				}
				_, _ = response.Body.Close(), conn.Close()
				return response.StatusCode == http.StatusOK
			})
		})
	}
}

// rest is all that the gateway says until it closes the connection.
func (w *world) rest(conn net.Conn) string {
	w.t.Helper()
	if err := conn.SetReadDeadline(time.Now().Add(200 * time.Millisecond)); err != nil {
		w.t.Fatal(err)
	}
	all, _ := io.ReadAll(conn) // a connection that is let in says nothing for now
	_ = conn.Close()
	return string(all)
}

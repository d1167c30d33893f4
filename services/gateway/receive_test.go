package gateway_test

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"tranca.example/services/gateway"
)

// begun sends the head of a call and one byte of its body.
func (w *world) begun() net.Conn {
	w.t.Helper()
	conn, err := net.Dial("tcp", w.opts.Addr)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = conn.Close() })
	_, err = io.WriteString(conn, "POST /tranca.api.v1.TableService/ListPresets HTTP/1.1\r\nHost: x\r\n"+
		"Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{")
	if err != nil {
		w.t.Fatal(err)
	}
	return conn
}

func TestClientsThatSendSlowlyKeepNobodyOut(t *testing.T) {
	w := newWorld(t, func(o *gateway.Options) { o.MaxCalls = 2 })
	slow := make([]net.Conn, 8)
	for i := range slow {
		slow[i] = w.begun()
	}
	w.must("ListPresets", nil, object{})
	if _, err := io.WriteString(slow[0], "}"); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(slow[0]), nil)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("the call that was sent slowly: %v, %v", response, err)
	}
	_ = response.Body.Close()
}

// The header is cut off after a name of which the length is told.
func TestWhatTheServerSaysOfABrokenConnectionStandsInTheLog(t *testing.T) {
	w := newWorld(t)
	conn, err := net.Dial("tcp", w.opts.Addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	settings, headers := "\x00\x00\x00\x04\x00\x00\x00\x00\x00", "\x00\x00\x02\x01\x05\x00\x00\x00\x01\x40\x0a"
	if _, err := io.WriteString(conn, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"+settings+headers); err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, conn) // until the gateway closes it
	if got := w.logged.String(); !strings.Contains(got, "level=WARN") || !strings.Contains(got, "COMPRESSION_ERROR") {
		t.Errorf("logged: %q", got)
	}
}

func TestAClientThatNeverEndsItsMessageIsLetGo(t *testing.T) {
	w := newWorld(t, func(o *gateway.Options) { o.Sending = 50 * time.Millisecond })
	conn := w.begun()
	if err := conn.SetReadDeadline(time.Now().Add(60 * time.Second)); err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(conn) // until the gateway closes it
	if err != nil || !strings.HasPrefix(string(all), "HTTP/1.1 400 ") || !strings.Contains(string(all), `"malformed"`) {
		t.Fatalf("got %q, %v", all, err)
	}
}

// The time for sending is not one for answering: a call may wait longer.
func TestACallMayTakeLongerThanItsMessage(t *testing.T) {
	w := newWorld(t, func(o *gateway.Options) { o.Sending = 50 * time.Millisecond })
	m := w.open("classic.draw", 2).begin()
	w.stops["rules"]()
	begun := time.Now()
	status, out := w.post("GetTable", who{"Connect-Timeout-Ms": "400"}, object{"tableId": m.id})
	if took := time.Since(begun); took < 200*time.Millisecond || status < 500 {
		t.Fatalf("answered after %v: %d %v", took, status, out)
	}
}

func TestACallInAnotherFormIsToldTheRightOnes(t *testing.T) {
	w := newWorld(t)
	for name, c := range map[string]struct {
		verb, path, kind string
		status           int
		says             string
	}{
		"plain text":           {http.MethodPost, "GetTable", "text/plain", 415, "application/json or application/proto"},
		"another charset":      {http.MethodPost, "GetTable", "application/json; charset=utf-16", 415, "in UTF-8"},
		"no type":              {http.MethodPost, "GetTable", "", 415, "application/json or application/proto"},
		"another verb":         {http.MethodPut, "GetTable", "application/json", 405, "POST, or with GET"},
		"a query says nothing": {http.MethodGet, "GetTable", "", 405, "message=<JSON>"},
		"a command is no GET":  {http.MethodGet, "Play?encoding=json&message=%7B%7D", "", 405, "call it with POST"},
	} {
		status, out := w.send(c.verb, "/tranca.api.v1.TableService/"+c.path, who{"Content-Type": c.kind}, strings.NewReader("{}"))
		message, _ := out["message"].(string)
		if status != c.status || !strings.Contains(message, c.says) || at(out, "details.0.debug.reason") != "malformed" {
			t.Errorf("%s: got %d %v, want %d and %q", name, status, out, c.status, c.says)
		}
	}
}

func TestALiveStreamOfAShardThatNoStreamHasIsNotFound(t *testing.T) {
	w := newWorld(t)
	status, out := w.send(http.MethodGet, "/v1/tables/7-"+strings.Repeat("z", 16)+"/live", nil, nil)
	if status != http.StatusNotFound || at(out, "details.0.debug.reason") != "unknown_shard" {
		t.Fatalf("got %d %v", status, out)
	}
	if logged := w.logged.String(); logged != "" {
		t.Fatalf("logged: %s", logged)
	}
}

func TestLongAnswersAloneAreCompressed(t *testing.T) {
	w := newWorld(t)
	for method, want := range map[string]bool{"GetRules": true, "ListStandings": false} {
		response := w.do(http.MethodPost, "/tranca.api.v1.TableService/"+method, who{"Content-Type": "application/json"},
			strings.NewReader(`{"preset":"classic.draw"}`))
		if err := response.Body.Close(); err != nil {
			t.Error(err)
		}
		if response.StatusCode != http.StatusOK || response.Uncompressed != want {
			t.Errorf("%s: got %s, compressed: %v", method, response.Status, response.Uncompressed)
		}
	}
}

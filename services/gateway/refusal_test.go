package gateway_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"connectrpc.com/connect/v2"
	"connectrpc.com/connect/v2/connecthttp"
	"connectrpc.com/connect/v2/connectproto"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/table"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
	"tranca.example/proto/gen/tranca/api/v1/apiv1connect"
	"tranca.example/services/gateway"
)

func TestEveryRefusalHasACodeAndOneReason(t *testing.T) {
	w := newWorld(t)
	m := w.open("classic.draw", 2).begin()
	turn := int(number(at(m.table(), "round.turn")))
	on, off := seat(m.tokens[turn]), seat(m.tokens[1-turn])
	nowhere := "0-" + strings.Repeat("z", 16)
	tile := tiles(at(m.view(1-turn), "hand"))[0]
	for name, c := range map[string]struct {
		method string
		by     who
		body   any
		status int
		code   string
		reason string
	}{
		"not on turn":                {"Pass", off, w.command(object{"tableId": m.id}), 400, "failed_precondition", "not_your_turn"},
		"a tile of another":          {"Play", on, w.command(object{"tableId": m.id, "tile": tile}), 400, "failed_precondition", "not_in_hand"},
		"a stale version":            {"Pass", on, w.command(object{"tableId": m.id, "expectedVersion": 1}), 409, "aborted", "stale_version"},
		"another phase":              {"Unready", on, w.command(object{"tableId": m.id}), 400, "failed_precondition", "wrong_phase"},
		"no credential":              {"Pass", nil, w.command(object{"tableId": m.id}), 401, "unauthenticated", "no_token"},
		"a forged token":             {"Pass", seat("AAAA"), w.command(object{"tableId": m.id}), 401, "unauthenticated", "bad_token"},
		"a token that is text":       {"Pass", seat("\xff\xfe"), w.command(object{"tableId": m.id}), 401, "unauthenticated", "bad_token"},
		"a key that is short":        {"OpenTable", who{"Tranca-Player-Key": "short"}, w.command(object{"preset": "classic.draw"}), 401, "unauthenticated", "bad_token"},
		"no such table":              {"GetTable", nil, object{"tableId": nowhere}, 404, "not_found", "unknown_table"},
		"no such log":                {"GetRecord", nil, object{"tableId": nowhere}, 404, "not_found", "unknown_table"},
		"no table id":                {"GetTable", nil, object{"tableId": "seven"}, 400, "invalid_argument", "malformed"},
		"no such game":               {"OpenTable", key("a"), w.command(object{"preset": "chess"}), 400, "invalid_argument", "unknown_preset"},
		"a shard that no stream has": {"GetTable", nil, object{"tableId": "7-" + strings.Repeat("z", 16)}, 404, "not_found", "unknown_shard"},
		"a log of no stream":         {"GetRecord", nil, object{"tableId": "7-" + strings.Repeat("z", 16)}, 404, "not_found", "unknown_shard"},
		"a command to no stream":     {"Pass", key("a"), w.command(object{"tableId": "7-" + strings.Repeat("z", 16)}), 404, "not_found", "unknown_shard"},
		"no JSON":                    {"GetTable", nil, nil, 400, "invalid_argument", "malformed"},
		"no UTF-8":                   {"GetTable", nil, []byte("\xff\xfe{"), 400, "invalid_argument", "malformed"},
		"another type":               {"GetTable", nil, object{"tableId": 5}, 400, "invalid_argument", "malformed"},
		"no such rules":              {"GetRules", nil, object{"preset": "chess"}, 400, "invalid_argument", "unknown_preset"},
		"a side and a node":          {"Play", on, w.command(object{"tableId": m.id, "tile": "6-6", "side": "LEFT", "node": 0}), 400, "invalid_argument", "malformed"},
		"an id of zeros":             {"Pass", on, object{"tableId": m.id, "commandId": "00000000-0000-0000-0000-000000000000"}, 400, "invalid_argument", "malformed"},
	} {
		status, out := w.post(c.method, c.by, c.body)
		if status != c.status || out["code"] != c.code || at(out, "details.0.debug.reason") != c.reason {
			t.Errorf("%s: got %d %v, want %d %s %s", name, status, out, c.status, c.code, c.reason)
		}
		if at(out, "details.0.type") != "tranca.api.v1.Rejection" || out["message"] == nil {
			t.Errorf("%s: got %v", name, out)
		}
	}
	if logged := w.logged.String(); logged != "" {
		t.Errorf("refusals were logged: %s", logged)
	}
}

func TestARefusedMoveTellsItsSeatWhatIsLegal(t *testing.T) {
	w := newWorld(t)
	m := w.open("classic.draw", 2).begin()
	turn := int(number(at(m.table(), "round.turn")))
	_, out := w.post("Pass", seat(m.tokens[turn]), w.command(object{"tableId": m.id}))
	if at(out, "details.0.debug.legal.0") == nil || number(at(out, "details.0.debug.currentVersion")) == 0 {
		t.Fatalf("got %v", out)
	}
	_, out = w.post("Pass", seat(m.tokens[1-turn]), w.command(object{"tableId": m.id}))
	if at(out, "details.0.debug.legal") != nil {
		t.Fatalf("the other seat is told what is legal: %v", out)
	}
}

func TestAMessageThatBreaksItsRulesNamesTheField(t *testing.T) {
	w := newWorld(t)
	status, out := w.post("Sit", key("a"), object{"tableId": "0-x", "commandId": "no uuid"})
	if status != http.StatusBadRequest || at(out, "details.0.type") != "buf.validate.Violations" {
		t.Fatalf("got %d %v", status, out)
	}
	if at(out, "details.1.debug.reason") != "malformed" || at(out, "details.1.debug.message") != out["message"] {
		t.Fatalf("no reason beside the violations: %v", out)
	}
}

func TestOtherServicesAreAnsweredInJSON(t *testing.T) {
	w := newWorld(t)
	for _, path := range []string{"/nothing", "/tranca.api.v1.TableService/Cheat", "/v1/tables"} {
		status, out := w.send(http.MethodGet, path, nil, nil)
		if status != http.StatusNotFound || out["code"] != "not_found" || !strings.Contains(fmt.Sprint(out["message"]), "GET / lists what is") {
			t.Errorf("%s: got %d %v", path, status, out)
		}
	}
	if status, out := w.post("Cheat", nil, object{}); status != http.StatusNotImplemented || out["code"] != "unimplemented" ||
		at(out, "details.0.debug.reason") != "unimplemented" {
		t.Errorf("an unknown method: %d %v", status, out)
	}
}

func TestAGRPCClientIsToldOfAMethodThatIsNotThereWithAReason(t *testing.T) {
	w := newWorld(t)
	answer := w.do(http.MethodPost, "/tranca.api.v1.TableService/Cheat", who{"Content-Type": "application/grpc"}, bytes.NewReader(make([]byte, 5)))
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		t.Fatal(err)
	}
	told := func(name string) string { return answer.Header.Get(name) + answer.Trailer.Get(name) }
	if told("Grpc-Status") != "12" || told("Grpc-Status-Details-Bin") == "" {
		t.Errorf("got %v, %v", answer.Header, answer.Trailer)
	}
}

func TestTheFirstPageTellsWhatThereIs(t *testing.T) {
	w := newWorld(t, func(o *gateway.Options) { o.Version = "v1.2.3" })
	status, out := w.send(http.MethodGet, "/", nil, nil)
	if status != http.StatusOK || out["name"] != "Tranca" || out["version"] != "v1.2.3" {
		t.Fatalf("got %d %v", status, out)
	}
	for field, want := range map[string]string{
		"calls": "/tranca.api.v1.TableService/<Method>", "live": "/v1/tables/{id}/live", "admin": "/readyz and /metrics", "docs": "proto/README.md",
	} {
		if got, _ := out[field].(string); !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %s", field, got, want)
		}
	}
	listed, _ := out["methods"].([]any)
	if len(listed) < 20 || listed[0] != "OpenTable" {
		t.Errorf("got the methods %v", listed)
	}
	for _, method := range listed { // each one is there
		if status, out := w.post(fmt.Sprint(method), nil, object{}); status == http.StatusNotFound || out["code"] == "unimplemented" {
			t.Errorf("%v: got %d %v", method, status, out)
		}
	}
	response := w.do(http.MethodGet, "/", nil, nil)
	defer response.Body.Close()
	if response.Header.Get("X-Content-Type-Options") != "nosniff" || response.Header.Get("Content-Security-Policy") == "" {
		t.Errorf("index: headers %v", response.Header)
	}
}

func TestTooMuchIsRefused(t *testing.T) {
	w := newWorld(t)
	big := w.command(object{"preset": "classic.draw", "properties": object{"note": strings.Repeat("x", 70_000)}})
	if status, out := w.post("OpenTable", key("a"), big); status != http.StatusTooManyRequests || out["code"] != "resource_exhausted" {
		t.Errorf("body: %d %v", status, out)
	}
	if status, _ := w.send(http.MethodGet, "/", who{"X-Long": strings.Repeat("x", 40_000)}, nil); status != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("headers: %d", status)
	}
	large := w.command(object{"preset": "classic.draw", "properties": object{"note": strings.Repeat("x", 2000)}})
	if _, out := w.post("OpenTable", key("a"), large); at(out, "details.0.debug.reason") != "properties_too_large" {
		t.Errorf("properties: %v", out)
	}
}

func TestACallWithoutASlotIsToldToComeBack(t *testing.T) {
	w := newWorld(t, func(o *gateway.Options) { o.MaxCalls = 1 })
	m := w.open("classic.draw", 1)
	w.stops[table.Rules]() // so that a call waits for its answer
	held := make(chan int, 1)
	go func() {
		status := http.StatusTooManyRequests
		for status == http.StatusTooManyRequests { // the call below may have the slot just now
			status, _ = w.post("GetTable", who{"Connect-Timeout-Ms": "2000"}, object{"tableId": m.id})
		}
		held <- status
	}()
	eventually(t, "overloaded", func() bool {
		response := w.do(http.MethodPost, "/tranca.api.v1.TableService/ListPresets", who{"Content-Type": "application/json"}, strings.NewReader("{}"))
		defer response.Body.Close()
		return response.StatusCode == http.StatusTooManyRequests && response.Header.Get("Retry-After") == "1"
	})
	<-held
	w.must("ListPresets", nil, object{})
}

func TestNoAnswerInTimeIsUnavailable(t *testing.T) {
	w := newWorld(t)
	m := w.open("classic.draw", 1)
	w.stops[table.Rules]()
	begun := time.Now()
	status, out := w.post("GetTable", who{"Connect-Timeout-Ms": "300"}, object{"tableId": m.id})
	if status != http.StatusServiceUnavailable && status != http.StatusGatewayTimeout {
		t.Fatalf("got %d %v", status, out)
	}
	if took := time.Since(begun); took > 12*time.Second {
		t.Fatalf("took %v", took)
	}
}

// A commit that no codec reads is our fault: the client learns nothing of it,
// the log one line.
func TestOurOwnFaultIsLoggedOnceAndNotTold(t *testing.T) {
	w := newWorld(t)
	m := w.open("classic.draw", 1)
	w.spoil(m.id, eventlog.Commit{Writer: "lobby", Phase: string(table.PhaseOpen), Body: []byte("\xff seed 42")})
	status, out := w.post("GetRecord", nil, object{"tableId": m.id})
	if status != http.StatusInternalServerError || out["message"] != "internal error" {
		t.Fatalf("got %d %v", status, out)
	}
	if n := strings.Count(w.logged.String(), "procedure=/tranca.api.v1.TableService/GetRecord"); n != 1 {
		t.Fatalf("logged %d times: %s", n, w.logged)
	}
}

func TestPagesOfAllowedOriginsMayCall(t *testing.T) {
	w := newWorld(t, func(o *gateway.Options) { o.Origins = []string{"https://play.example"} })
	ask := func(origin string) (status int, allowed string) {
		response := w.do(http.MethodOptions, "/tranca.api.v1.TableService/Play",
			who{"Origin": origin, "Access-Control-Request-Method": "POST"}, nil)
		_ = response.Body.Close()
		return response.StatusCode, response.Header.Get("Access-Control-Allow-Origin")
	}
	if status, allowed := ask("https://play.example"); status != http.StatusNoContent || allowed != "https://play.example" {
		t.Errorf("allowed: %d %q", status, allowed)
	}
	if status, allowed := ask("https://evil.example"); allowed != "" {
		t.Errorf("not allowed: %d %q", status, allowed)
	}
}

func TestTheSameServiceSpeaksGRPCWithoutTLS(t *testing.T) {
	w := newWorld(t)
	protocols := new(http.Protocols)
	protocols.SetUnencryptedHTTP2(true)
	transport := connecthttp.NewTransport(&http.Client{Transport: &http.Transport{Protocols: protocols}}, w.url, connecthttp.WithGRPC())
	client := apiv1connect.NewTableServiceClient(connect.NewClient(transport))
	presets, err := client.ListPresets(t.Context(), &apiv1.ListPresetsRequest{})
	if err != nil || len(presets.GetPresets()) != 6 {
		t.Fatalf("got %v, %v", presets, err)
	}
	_, err = client.GetTable(t.Context(), &apiv1.GetTableRequest{TableId: "seven"})
	shown := new(connect.Error)
	if connect.CodeOf(err) != connect.CodeInvalidArgument || !errors.As(err, &shown) {
		t.Fatalf("got %v", err)
	}
	detail, err := connectproto.UnmarshalErrorDetail(shown.Details()[0])
	if r, ok := detail.(*apiv1.Rejection); err != nil || !ok || r.GetReason() != "malformed" {
		t.Fatalf("got %v, %v", detail, err)
	}
}

package gateway_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"tranca.example/services/gateway"
)

func TestThePipelineIsClosedUnlessOperatorsWantIt(t *testing.T) {
	w := newWorld(t)
	if status, _ := w.send(http.MethodGet, "/v1/pipeline", nil, nil); status != http.StatusNotFound {
		t.Fatalf("got %d", status)
	}
	if _, out := w.send(http.MethodGet, "/", nil, nil); out["pipeline"] != nil {
		t.Fatalf("the first page leads to %v", out["pipeline"])
	}
}

func TestOperatorsSeeThePipelineAndNothingOfATable(t *testing.T) {
	w := newWorld(t, func(o *gateway.Options) { o.OpsPage = true })
	if _, out := w.send(http.MethodGet, "/", nil, nil); out["pipeline"] != "GET /v1/pipeline" {
		t.Fatalf("the first page leads to %v", out["pipeline"])
	}
	m := w.open("classic.draw", 2).begin()
	viewer := m.watch(nil, "")
	defer viewer.cancel()
	response := w.do(http.MethodGet, "/v1/pipeline", nil, nil)
	defer response.Body.Close()
	if got := response.Header.Get("Content-Type"); got != "text/event-stream" {
		t.Fatalf("content type %q", got)
	}
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		for _, hidden := range []string{m.id, `"pa"`, `"pb"`} {
			if strings.Contains(data, hidden) {
				t.Fatalf("%s is told: %s", hidden, data)
			}
		}
		if complete(t, data) {
			return
		}
		m.move()
	}
	t.Fatal("the stream ended before all was seen")
}

// complete tells whether figures show the traffic of a match.
func complete(t *testing.T, data string) bool {
	t.Helper()
	var f any
	if err := json.Unmarshal([]byte(data), &f); err != nil {
		t.Fatal(err)
	}
	number := func(path string) float64 { n, _ := at(f, path).(float64); return n }
	commands := at(f, "commands.0.service") == "gateway" && at(f, "commands.0.outcome") == "ok" && number("commands.0.perSecond") > 0
	live := number("live.streams") == 1 && number("live.updatesPerSecond") > 0
	services, _ := at(f, "services").([]any)
	present := len(services) == 4
	for _, s := range services {
		present = present && at(s, "replicas") == 1.0
	}
	return commands && live && present && at(f, "nats.connected") == true && number("tables.byPhase.open") == 1
}

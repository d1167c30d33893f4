package pipeline_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/pkg/subject"
	"tranca.example/pkg/telemetry"
	"tranca.example/services/gateway/internal/pipeline"
)

// rig is a monitor that looks a hundred times a second.
type rig struct {
	t        *testing.T
	url      string
	metrics  *prometheus.Registry
	commands *telemetry.Commands
}

func newRig(t *testing.T, change ...func(*pipeline.Options)) *rig {
	t.Helper()
	r := &rig{t: t, metrics: prometheus.NewRegistry()}
	var err error
	if r.commands, err = telemetry.NewCommands(r.metrics, "rules"); err != nil {
		t.Fatal(err)
	}
	o := pipeline.Options{
		Version: "v1", Metrics: r.metrics, Logger: slog.New(slog.DiscardHandler), Now: time.Now,
		Every: 10 * time.Millisecond, Streams: 1,
		Replicas: func() map[subject.Service]int { return map[subject.Service]int{subject.Rules: 2, subject.Dealer: 0} },
		Ping:     func(context.Context) error { return nil },
		Tables: func(context.Context) (*pipeline.Tables, error) {
			return &pipeline.Tables{ByPhase: map[string]int{"playing": 3}}, nil
		},
	}
	for _, c := range change {
		c(&o)
	}
	m := pipeline.New(o)
	ctx, cancel := context.WithCancel(context.Background())
	server := httptest.NewServer(m)
	t.Cleanup(server.Close)
	t.Cleanup(cancel)
	r.url = server.URL
	go func() { _ = m.Run(ctx) }()
	return r
}

// watch reads figures until they are as wanted.
func (r *rig) watch(what string, wanted func(pipeline.Figures) bool) {
	r.t.Helper()
	response := r.open()
	defer response.Body.Close()
	lines := bufio.NewScanner(response.Body)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		var f pipeline.Figures
		if err := json.Unmarshal([]byte(data), &f); err != nil {
			r.t.Fatal(err)
		}
		if wanted(f) {
			return
		}
	}
	r.t.Fatal("never told: " + what)
}

func (r *rig) open() *http.Response {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	r.t.Cleanup(cancel)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, r.url, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		r.t.Fatal(err)
	}
	return response
}

func TestOperatorsSeeWhoIsThere(t *testing.T) {
	newRig(t).watch("services, broker and tables", func(f pipeline.Figures) bool {
		return f.Version == "v1" && f.NATS.Connected && f.NATS.RoundTrip != nil && f.Tables != nil && f.Tables.ByPhase["playing"] == 3 &&
			len(f.Services) == 2 && f.Services[0] == pipeline.Service{Name: "dealer"} && f.Services[1] == pipeline.Service{Name: "rules", Replicas: 2}
	})
}

func TestOperatorsSeeRatesAndTimesOfCommandsByOutcome(t *testing.T) {
	r := newRig(t)
	r.watch("quantiles of what came while somebody watched", func(f pipeline.Figures) bool {
		for range 9 {
			r.commands.Observe(t.Context(), "play", "ok", 3*time.Millisecond)
		}
		r.commands.Observe(t.Context(), "draw", "ok", 300*time.Millisecond)
		for _, c := range f.Commands {
			if c.Service == "rules" && c.Outcome == "ok" && c.PerSecond > 0 && c.P50 != nil {
				return *c.P50 > 2.5 && *c.P50 < 5 && *c.P99 > 250 && *c.P99 < 500
			}
		}
		return false
	})
}

func TestABrokerThatDoesNotAnswerIsTold(t *testing.T) {
	away := func(o *pipeline.Options) { o.Ping = func(context.Context) error { return errors.New("away") } }
	newRig(t, away).watch("no connection", func(f pipeline.Figures) bool { return !f.NATS.Connected && f.NATS.RoundTrip == nil && f.Tables == nil })
}

func TestOnlySoManyMayWatch(t *testing.T) {
	r := newRig(t)
	first := r.open()
	defer first.Body.Close()
	second := r.open()
	defer second.Body.Close()
	if second.StatusCode != http.StatusServiceUnavailable && second.StatusCode != http.StatusTooManyRequests {
		t.Fatalf("got %d", second.StatusCode)
	}
}

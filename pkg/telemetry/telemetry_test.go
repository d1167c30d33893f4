package telemetry_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"tranca.example/pkg/telemetry"
	"tranca.example/pkg/telemetry/logtest"
)

func TestLogLinesCarryTheIDsOfTheSpanAndTheService(t *testing.T) {
	var out bytes.Buffer
	tel, err := telemetry.New(t.Context(), telemetry.Options{Version: "v1", LogWriter: &out})
	if err != nil {
		t.Fatal(err)
	}
	scope := tel.Service("rules")
	ctx, span := scope.Tracer.Start(t.Context(), "op")
	scope.Logger.With("a", 1).WithGroup("g").InfoContext(ctx, "inside")
	span.End()
	scope.Logger.InfoContext(t.Context(), "outside")
	scope.Logger.DebugContext(t.Context(), "below the level")

	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 2 {
		t.Fatalf("got %d lines, want 2: %q", len(lines), lines)
	}
	if !strings.Contains(lines[0], span.SpanContext().TraceID().String()) {
		t.Errorf("no trace id in %s", lines[0])
	}
	var outside map[string]any
	if err := json.Unmarshal([]byte(lines[1]), &outside); err != nil {
		t.Fatal(err)
	}
	if outside["service"] != "rules" || outside["msg"] != "outside" {
		t.Errorf("got %v", outside)
	}
	if _, has := outside["trace_id"]; has {
		t.Errorf("a line without a span has a trace id: %v", outside)
	}
}

func TestServicesOfOneProcessHaveTheirOwnResource(t *testing.T) {
	recorder := tracetest.NewSpanRecorder()
	tel, err := telemetry.New(t.Context(), telemetry.Options{Version: "v1", LogWriter: io.Discard, Processor: recorder})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"rules", "lobby"} {
		_, span := tel.Service(name).Tracer.Start(t.Context(), "op")
		span.End()
	}
	for i, want := range []string{"rules", "lobby"} {
		if got := recorder.Ended()[i].Resource().String(); !strings.Contains(got, "service.name="+want) {
			t.Errorf("span %d: got resource %q, want service.name=%s", i, got, want)
		}
	}
}

func TestSpansReachTheCollectorOnlyWhenOneIsConfigured(t *testing.T) {
	var at atomic.Value
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { at.Store(r.URL.Path) }))
	defer collector.Close()
	for endpoint, want := range map[string]string{
		"":                           "",
		collector.URL:                "/v1/traces",
		collector.URL + "/":          "/v1/traces",
		collector.URL + "/v1/traces": "/v1/traces",
		collector.URL + "/otlp":      "/otlp/v1/traces",
	} {
		at.Store("")
		exported(t, telemetry.Options{OTLPEndpoint: endpoint, LogWriter: io.Discard}, 1)
		if got := at.Load(); got != want {
			t.Errorf("endpoint %q: spans came to %q, want %q", endpoint, got, want)
		}
	}
}

// exported ends spans and waits until the collector has been offered all.
func exported(t *testing.T, o telemetry.Options, spans int) {
	t.Helper()
	tel, err := telemetry.New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	scope := tel.Service("rules")
	for range spans {
		_, span := scope.Tracer.Start(t.Context(), "op")
		span.End()
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := tel.Shutdown(ctx); err != nil {
		t.Errorf("endpoint %q: %v", o.OTLPEndpoint, err)
	}
}

// A batch is 512 spans.
func TestACollectorThatRefusesIsToldOfOnceAndWhenItTakesSpansAgain(t *testing.T) {
	var posts atomic.Int32
	collector := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if posts.Add(1) <= 2 {
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	defer collector.Close()
	var log logtest.Lines
	exported(t, telemetry.Options{OTLPEndpoint: collector.URL, LogWriter: &log}, 3*512)
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	if len(lines) != 2 || !strings.Contains(lines[0], "spans not exported") || !strings.Contains(lines[1], "spans exported again") {
		t.Errorf("%d exports, the first two refused: got the lines %q", posts.Load(), lines)
	}
}

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
	var posts atomic.Int32
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/v1/traces" {
			posts.Add(1)
		}
	}))
	defer collector.Close()
	for endpoint, want := range map[string]int32{"": 0, collector.URL + "/v1/traces": 1} {
		posts.Store(0)
		tel, err := telemetry.New(t.Context(), telemetry.Options{OTLPEndpoint: endpoint, LogWriter: io.Discard})
		if err != nil {
			t.Fatal(err)
		}
		_, span := tel.Service("rules").Tracer.Start(t.Context(), "op")
		span.End()
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		if err := tel.Shutdown(ctx); err != nil {
			t.Errorf("endpoint %q: %v", endpoint, err)
		}
		cancel()
		if got := posts.Load(); got != want {
			t.Errorf("endpoint %q: got %d exports, want %d", endpoint, got, want)
		}
	}
}

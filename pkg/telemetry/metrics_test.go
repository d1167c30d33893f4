package telemetry_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"tranca.example/pkg/telemetry"
)

func TestTwoServicesShareTheCommandHistogram(t *testing.T) {
	reg := prometheus.NewRegistry()
	for _, service := range []string{"rules", "lobby"} {
		c, err := telemetry.NewCommands(reg, service)
		if err != nil {
			t.Fatal(err)
		}
		c.Observe(t.Context(), "play", "ok", 3*time.Millisecond)
	}
	if got, err := testutil.GatherAndCount(reg, "tranca_command_duration_seconds"); err != nil || got != 2 {
		t.Errorf("got %d series, %v; want 2", got, err)
	}
}

func TestRegisterRefusesAnotherMetricOfTheSameName(t *testing.T) {
	reg := prometheus.NewRegistry()
	if _, err := telemetry.NewEvents(reg); err != nil {
		t.Fatal(err)
	}
	other := prometheus.NewCounterVec(prometheus.CounterOpts{Name: "tranca_events_appended_total"}, []string{"else"})
	if _, err := telemetry.Register(reg, other); err == nil {
		t.Error("another metric of the same name was accepted")
	}
}

func TestCountersAndGauges(t *testing.T) {
	reg := prometheus.NewRegistry()
	events, err := telemetry.NewEvents(reg)
	if err != nil {
		t.Fatal(err)
	}
	events.Appended("TilePlayed", 2)
	p, err := telemetry.NewProjections(reg)
	if err != nil {
		t.Fatal(err)
	}
	p.AddLag("tables", 5)
	p.AddLag("tables", -2)
	p.Alarm("tables")
	p.AddStopped("tables", 2)
	if err := telemetry.RegisterBuildInfo(reg, "v9"); err != nil {
		t.Fatal(err)
	}
	body := scrape(t, reg)
	for _, want := range []string{
		`tranca_events_appended_total{type="TilePlayed"} 2`,
		`tranca_projection_lag_events{projection="tables"} 3`,
		`tranca_projection_alarms_total{projection="tables"} 1`,
		`tranca_projection_stopped{projection="tables"} 2`,
		`version="v9"} 1`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("no %q in\n%s", want, body)
		}
	}
}

func TestSampledObservationsCarryAnExemplar(t *testing.T) {
	reg := prometheus.NewRegistry()
	c, err := telemetry.NewCommands(reg, "rules")
	if err != nil {
		t.Fatal(err)
	}
	ctx, span := sdktrace.NewTracerProvider().Tracer("t").Start(t.Context(), "op")
	defer span.End()
	c.Observe(ctx, "play", "ok", time.Millisecond)
	if want := span.SpanContext().TraceID().String(); !strings.Contains(scrape(t, reg), want) {
		t.Errorf("no exemplar with trace %s", want)
	}
}

func scrape(t *testing.T, g prometheus.Gatherer) string {
	t.Helper()
	req := httptest.NewRequest(http.MethodGet, "/metrics", nil)
	req.Header.Set("Accept", "application/openmetrics-text; version=1.0.0")
	rec := httptest.NewRecorder()
	telemetry.MetricsHandler(g).ServeHTTP(rec, req)
	return rec.Body.String()
}

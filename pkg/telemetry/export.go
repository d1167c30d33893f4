package telemetry

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync/atomic"

	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

// tracesPath is where a collector takes spans, below its base.
const tracesPath = "/v1/traces"

// tracesOf is where the collector at an endpoint takes spans: below it, as
// OTEL_EXPORTER_OTLP_ENDPOINT is meant, unless it is that place itself.
func tracesOf(endpoint string) (string, error) {
	u, err := url.Parse(endpoint)
	if err != nil {
		return "", err
	}
	if !strings.HasSuffix(u.Path, tracesPath) {
		u = u.JoinPath(tracesPath)
	}
	return u.String(), nil
}

// newExporter sends spans to the collector at an endpoint, and tells the logger
// when it cannot.
func newExporter(ctx context.Context, endpoint string, logger *slog.Logger) (sdktrace.SpanExporter, error) {
	at, err := tracesOf(endpoint)
	if err != nil {
		return nil, fmt.Errorf("telemetry: OTLP exporter: %w", err)
	}
	to, err := otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(at))
	if err != nil {
		return nil, fmt.Errorf("telemetry: OTLP exporter for %q: %w", at, err)
	}
	return &exporter{SpanExporter: to, logger: logger}, nil
}

// exporter keeps to itself what goes wrong: the SDK would write it past the log,
// a line for each batch.
type exporter struct {
	sdktrace.SpanExporter
	logger *slog.Logger
	failed atomic.Bool // the last batch
}

// ExportSpans implements sdktrace.SpanExporter. A collector that stays away is told
// of once, and when it is back.
func (e *exporter) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	err := e.SpanExporter.ExportSpans(ctx, spans)
	switch before := e.failed.Swap(err != nil); {
	case err != nil && !before:
		e.logger.WarnContext(ctx, "spans not exported", "error", err)
	case err == nil && before:
		e.logger.InfoContext(ctx, "spans exported again")
	}
	return nil
}

package telemetry

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// Options say what New builds. The zero value is usable: JSON logs at level
// info on stderr, no export of spans.
type Options struct {
	// Version is the version of the program, for tranca_build_info and spans.
	Version string
	// OTLPEndpoint is the URL of an OTLP/HTTP collector, such as
	// http://localhost:4318, with or without /v1/traces. Empty means that spans are
	// not exported.
	OTLPEndpoint string
	// TraceRatio is the share of the traces that is recorded, above 0 and up to 1;
	// 0: all. A trace that a caller has begun is recorded if the caller does.
	TraceRatio float64
	// LogLevel is the lowest level that is written.
	LogLevel slog.Leveler
	// LogWriter receives the JSON log lines; nil means stderr.
	LogWriter io.Writer
	// Processor, when set, sees every span in addition to the exporter.
	Processor sdktrace.SpanProcessor
}

// Telemetry is the shared part of a process: its registry and its span pipeline.
type Telemetry struct {
	version    string
	logger     *slog.Logger
	registry   *prometheus.Registry
	processors []sdktrace.SpanProcessor
	sampler    sdktrace.Sampler
}

// Scope is what one service of the process gets injected.
type Scope struct {
	Logger     *slog.Logger
	Tracer     trace.Tracer
	Registerer prometheus.Registerer
}

// New builds the telemetry of a process. It opens no connection: the exporter
// connects when the first spans are sent. Call Shutdown at the end.
func New(ctx context.Context, o Options) (*Telemetry, error) {
	if o.LogWriter == nil {
		o.LogWriter = os.Stderr
	}
	t := &Telemetry{
		version:  o.Version,
		logger:   NewLogger(o.LogWriter, o.LogLevel),
		registry: prometheus.NewRegistry(),
		sampler:  sdktrace.ParentBased(sdktrace.TraceIDRatioBased(cmp.Or(o.TraceRatio, 1))),
	}
	if err := t.addProcessors(ctx, o); err != nil {
		return nil, err
	}
	t.registry.MustRegister(
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	if err := RegisterBuildInfo(t.registry, o.Version); err != nil {
		return nil, err
	}
	return t, nil
}

func (t *Telemetry) addProcessors(ctx context.Context, o Options) error {
	if o.Processor != nil {
		t.processors = append(t.processors, o.Processor)
	}
	if o.OTLPEndpoint == "" {
		return nil
	}
	exporter, err := newExporter(ctx, o.OTLPEndpoint, t.logger)
	if err != nil {
		return err
	}
	t.processors = append(t.processors, sdktrace.NewBatchSpanProcessor(exporter))
	return nil
}

// Service returns the scope of one service. Its spans carry the service's name
// as resource, its log lines as attribute; all services share one registry.
func (t *Telemetry) Service(name string) Scope {
	return Scope{Logger: t.logger.With("service", name), Tracer: t.tracer(name), Registerer: t.registry}
}

func (t *Telemetry) tracer(name string) trace.Tracer {
	if len(t.processors) == 0 {
		return passer{}
	}
	res := resource.NewSchemaless(
		attribute.String("service.namespace", "tranca"),
		attribute.String("service.name", name),
		attribute.String("service.version", t.version),
	)
	opts := []sdktrace.TracerProviderOption{sdktrace.WithResource(res), sdktrace.WithSampler(t.sampler)}
	for _, p := range t.processors {
		opts = append(opts, sdktrace.WithSpanProcessor(p))
	}
	return sdktrace.NewTracerProvider(opts...).Tracer("tranca.example")
}

// Logger is the logger of the process, without a service attribute.
func (t *Telemetry) Logger() *slog.Logger { return t.logger }

// Registry is the one registry of the process.
func (t *Telemetry) Registry() *prometheus.Registry { return t.registry }

// Handler serves the registry for a scraper.
func (t *Telemetry) Handler() http.Handler { return MetricsHandler(t.registry) }

// Shutdown sends the spans that are still buffered, until ctx ends.
func (t *Telemetry) Shutdown(ctx context.Context) error {
	var errs []error
	for _, p := range t.processors {
		if err := p.Shutdown(ctx); err != nil {
			errs = append(errs, fmt.Errorf("telemetry: flush spans: %w", err))
		}
	}
	return errors.Join(errs...)
}

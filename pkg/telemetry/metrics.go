package telemetry

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"go.opentelemetry.io/otel/trace"
)

// MetricsHandler serves g, as OpenMetrics (which carries exemplars) to scrapers
// that ask for it.
func MetricsHandler(g prometheus.Gatherer) http.Handler {
	return promhttp.HandlerFor(g, promhttp.HandlerOpts{EnableOpenMetrics: true})
}

// Register registers c, or returns the equal collector that is registered
// already: services of one process share their metrics, whoever comes first.
func Register[C prometheus.Collector](reg prometheus.Registerer, c C) (C, error) {
	err := reg.Register(c)
	if already, ok := errors.AsType[prometheus.AlreadyRegisteredError](err); ok {
		if existing, ok := already.ExistingCollector.(C); ok {
			return existing, nil
		}
	}
	if err != nil {
		return c, fmt.Errorf("telemetry: register metric: %w", err)
	}
	return c, nil
}

// SecondsBuckets are the classic buckets of durations, in seconds. They reach
// the 15 s that a command may take at most.
func SecondsBuckets() []float64 {
	return []float64{0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15}
}

// NewHistogram registers a histogram of seconds with classic buckets, which
// every dashboard can read, and native ones, which scrapers may prefer.
func NewHistogram(reg prometheus.Registerer, name, help string, labels ...string) (*prometheus.HistogramVec, error) {
	return Register(reg, prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:                            name,
		Help:                            help,
		Buckets:                         SecondsBuckets(),
		NativeHistogramBucketFactor:     1.1,
		NativeHistogramMaxBucketNumber:  100,
		NativeHistogramMinResetDuration: time.Hour,
	}, labels))
}

// Observe records a duration and, when the context's span is sampled, the trace
// id as exemplar.
func Observe(ctx context.Context, o prometheus.Observer, d time.Duration) {
	sc := trace.SpanContextFromContext(ctx)
	if eo, ok := o.(prometheus.ExemplarObserver); ok && sc.IsSampled() {
		eo.ObserveWithExemplar(d.Seconds(), prometheus.Labels{"trace_id": sc.TraceID().String()})
		return
	}
	o.Observe(d.Seconds())
}

// RegisterBuildInfo registers tranca_build_info, constantly 1.
func RegisterBuildInfo(reg prometheus.Registerer, version string) error {
	g := prometheus.NewGauge(prometheus.GaugeOpts{
		Name:        "tranca_build_info",
		Help:        "Constantly 1; the labels tell the version that runs.",
		ConstLabels: prometheus.Labels{"version": version, "go": runtime.Version()},
	})
	g.Set(1)
	_, err := Register(reg, g)
	return err
}

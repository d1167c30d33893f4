package redis

import (
	"context"
	"errors"
	"net"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	goredis "github.com/redis/go-redis/v9"
	"go.opentelemetry.io/otel/attribute"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	"tranca.example/pkg/telemetry"
)

// Hook times what a client does and traces it. A span names the command, never
// its keys or values. Only commands inside a trace get a span, and what the
// client sends on its own when it connects is left out.
type Hook struct {
	tracer    trace.Tracer
	now       func() time.Time
	durations *prometheus.HistogramVec
}

// NewHook registers tranca_redis_operation_duration_seconds{operation,outcome};
// give the hook to the client's AddHook.
func NewHook(tracer trace.Tracer, reg prometheus.Registerer, now func() time.Time) (*Hook, error) {
	durations, err := telemetry.NewHistogram(reg, "tranca_redis_operation_duration_seconds",
		"Time of commands, pipelines and dials of Redis, by outcome (ok or error).", "operation", "outcome")
	return &Hook{tracer: tracer, now: now, durations: durations}, err
}

// DialHook times new connections.
func (h *Hook) DialHook(next goredis.DialHook) goredis.DialHook {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		begun := h.now()
		conn, err := next(ctx, network, addr)
		h.observe(ctx, "dial", begun, err)
		return conn, err
	}
}

// ProcessHook times and traces one command.
func (h *Hook) ProcessHook(next goredis.ProcessHook) goredis.ProcessHook {
	return func(ctx context.Context, cmd goredis.Cmder) error {
		operation := strings.ToLower(cmd.Name())
		if isHousekeeping(operation) {
			return next(ctx, cmd)
		}
		return h.around(ctx, operation, 0, func(ctx context.Context) error { return next(ctx, cmd) })
	}
}

// ProcessPipelineHook times and traces several commands that go together.
func (h *Hook) ProcessPipelineHook(next goredis.ProcessPipelineHook) goredis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []goredis.Cmder) error {
		if len(cmds) == 0 || isHousekeeping(strings.ToLower(cmds[0].Name())) {
			return next(ctx, cmds)
		}
		return h.around(ctx, "pipeline", len(cmds), func(ctx context.Context) error { return next(ctx, cmds) })
	}
}

func (h *Hook) around(ctx context.Context, operation string, size int, do func(context.Context) error) error {
	begun := h.now()
	if !trace.SpanContextFromContext(ctx).IsValid() {
		err := do(ctx)
		h.observe(ctx, operation, begun, err)
		return err
	}
	ctx, span := h.start(ctx, operation, size)
	err := do(ctx)
	h.observe(ctx, operation, begun, err)
	telemetry.EndSpan(span, failure(err))
	return err
}

//nolint:spancheck // around ends it
func (h *Hook) start(ctx context.Context, operation string, size int) (context.Context, trace.Span) {
	attrs := []attribute.KeyValue{semconv.DBSystemNameRedis, semconv.DBOperationName(operation)}
	if size > 0 {
		attrs = append(attrs, semconv.DBOperationBatchSize(size))
	}
	return h.tracer.Start(ctx, operation, trace.WithSpanKind(trace.SpanKindClient), trace.WithAttributes(attrs...))
}

func (h *Hook) observe(ctx context.Context, operation string, begun time.Time, err error) {
	outcome := "ok"
	if failure(err) != nil {
		outcome = "error"
	}
	telemetry.Observe(ctx, h.durations.WithLabelValues(operation, outcome), h.now().Sub(begun))
}

// isHousekeeping tells what the client sends on its own when it connects.
func isHousekeeping(operation string) bool {
	switch operation {
	case "hello", "auth", "client", "select", "readonly":
		return true
	}
	return false
}

// failure is err, unless it only says that a key is not there or that a script
// has to be sent in full.
func failure(err error) error {
	if errors.Is(err, goredis.Nil) || goredis.HasErrorPrefix(err, "NOSCRIPT") {
		return nil
	}
	return err
}

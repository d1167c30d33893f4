package telemetry

import (
	"context"
	"encoding/binary"
	"math/rand/v2"

	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/embedded"
)

// passer is the tracer where no span is exported. It makes none: it passes the
// trace context on that it is given, and where there is none it draws the ids
// that log lines and commits tell.
type passer struct{ embedded.Tracer }

// Start implements trace.Tracer. The options are for spans that are recorded.
func (p passer) Start(ctx context.Context, _ string, opts ...trace.SpanStartOption) (context.Context, trace.Span) {
	if config := trace.NewSpanStartConfig(opts...); config.NewRoot() {
		return p.root(ctx)
	}
	return p.pass(ctx)
}

// pass never gives another tracer's recording span out: whoever gets it ends it.
func (p passer) pass(ctx context.Context) (context.Context, trace.Span) {
	span := trace.SpanFromContext(ctx)
	switch {
	case !span.SpanContext().IsValid():
		return p.root(ctx)
	case span.IsRecording():
		return holding(ctx, span.SpanContext())
	}
	return ctx, span
}

func (passer) root(ctx context.Context) (context.Context, trace.Span) {
	var c trace.SpanContextConfig
	binary.NativeEndian.PutUint64(c.TraceID[:], rand.Uint64())
	binary.NativeEndian.PutUint64(c.TraceID[8:], rand.Uint64())
	binary.NativeEndian.PutUint64(c.SpanID[:], rand.Uint64()|1) // all zeros are no id
	return holding(ctx, trace.NewSpanContext(c))
}

// holding is ctx with a span that is no more than its ids.
func holding(ctx context.Context, ids trace.SpanContext) (context.Context, trace.Span) {
	ctx = trace.ContextWithSpanContext(ctx, ids)
	return ctx, trace.SpanFromContext(ctx)
}

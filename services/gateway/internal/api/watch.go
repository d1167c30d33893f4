package api

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"connectrpc.com/connect/v2"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/telemetry"
	"tranca.example/services/gateway/internal/refuse"
)

// Watch is what surrounds every call: its deadline, its span, its metric, and
// what the client sees of an error.
type Watch struct {
	Logger   *slog.Logger
	Tracer   trace.Tracer
	Commands *telemetry.Commands
	Now      func() time.Time
	Deadline time.Duration // of a call whose client names none
	Longest  time.Duration // whatever a client says
}

// Interceptor makes the interceptor. It must be the outermost one. The span is
// ours, not that of a general library: those write the text of an error into
// it, and the text of a refusal may name a tile of a hand.
func (w Watch) Interceptor() connect.ServerInterceptor {
	return func(next connect.ServerFunc) connect.ServerFunc {
		return func(ctx context.Context, spec connect.Spec, stream connect.ServerStream) error {
			streams := spec.StreamType != connect.StreamTypeUnary
			ctx, cancel := w.bound(ctx, streams)
			defer cancel()
			ctx, span := w.Tracer.Start(traced(ctx), strings.TrimPrefix(spec.Procedure, "/"), trace.WithSpanKind(trace.SpanKindServer))
			if span.IsRecording() {
				span.SetAttributes(attribute.String("rpc.system.name", "connectrpc"), attribute.String("rpc.method", spec.Procedure))
			}
			begun := w.Now()
			err := next(ctx, spec, stream)
			telemetry.EndSpan(span, err)
			shown := w.shown(ctx, spec, err)
			comeBack(ctx, err)
			if !streams {
				w.Commands.Observe(ctx, method(spec), outcome(shown), w.Now().Sub(begun))
			}
			if shown == nil {
				return nil
			}
			return shown
		}
	}
}

// traced continues the client's trace, if it names one.
func traced(ctx context.Context) context.Context {
	info, ok := connect.CallInfoForServerContext(ctx)
	if !ok {
		return ctx
	}
	parent := info.RequestHeader().Get("Traceparent")
	if parent == "" {
		return ctx
	}
	carrier := propagation.MapCarrier{"traceparent": parent}
	return propagation.TraceContext{}.Extract(ctx, carrier)
}

// comeBack tells a caller who asked for too much when to ask again.
func comeBack(ctx context.Context, err error) {
	after := refuse.RetryAfter(err)
	if info, ok := connect.CallInfoForServerContext(ctx); ok && after != "" {
		info.ResponseHeader().Set("Retry-After", after)
	}
}

// bound gives a call its deadline. A stream goes on for as long as its client wants.
func (w Watch) bound(ctx context.Context, streams bool) (context.Context, context.CancelFunc) {
	at, named := ctx.Deadline()
	switch {
	case streams:
	case !named:
		return context.WithTimeout(ctx, w.Deadline)
	case at.Sub(w.Now()) > w.Longest:
		return context.WithTimeout(ctx, w.Longest)
	}
	return ctx, func() {}
}

func (w Watch) shown(ctx context.Context, spec connect.Spec, err error) *connect.Error {
	if err == nil {
		return nil
	}
	shown, withheld := refuse.Connect(err)
	if withheld {
		w.Logger.ErrorContext(ctx, "call failed", "procedure", spec.Procedure, "error", err)
	}
	return shown
}

func outcome(err *connect.Error) string {
	if err == nil {
		return string(rpcerr.OK)
	}
	return err.Code().String()
}

// method is the last part of a procedure: a closed set, because only procedures
// that exist get here.
func method(spec connect.Spec) string {
	return spec.Procedure[strings.LastIndexByte(spec.Procedure, '/')+1:]
}

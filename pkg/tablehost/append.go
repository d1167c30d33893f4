package tablehost

import (
	"context"

	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/telemetry"
)

// tracedLog gives each append a span and writes its context into the commit, so
// that whoever reads the commit can link to it. A conflict is told by the span's
// status; the next try has a span of its own.
type tracedLog struct {
	Log
	tracer trace.Tracer
}

// Append implements eventlog.Appender.
func (l tracedLog) Append(ctx context.Context, c eventlog.Commit, expect uint64) (uint64, error) {
	c.Header = make(map[string]string, 2) // traceparent and tracestate
	ctx, span := telemetry.StartProducerOn(ctx, l.tracer, telemetry.Message{
		Operation: "append", Template: "g.{shard}.{table}.ev", Conversation: c.Table.String(),
	}, propagation.MapCarrier(c.Header))
	seq, err := l.Log.Append(ctx, c, expect)
	telemetry.EndSpan(span, err)
	return seq, err
}

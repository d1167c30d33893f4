package telemetry_test

import (
	"context"
	"io"
	"testing"

	"github.com/nats-io/nats.go"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"tranca.example/pkg/telemetry"
)

func tracerOf(t *testing.T, o telemetry.Options) trace.Tracer {
	t.Helper()
	o.LogWriter = io.Discard
	tel, err := telemetry.New(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return tel.Service("rules").Tracer
}

var asks = telemetry.Message{Operation: "request", Template: "cmd.{service}.any", Conversation: "t"}

func TestWithoutAnExporterOneTraceGoesThroughAllServices(t *testing.T) {
	tracer := tracerOf(t, telemetry.Options{})
	h := nats.Header{}
	_, asked := telemetry.StartProducer(t.Context(), tracer, asks, h)
	begun := asked.SpanContext()
	if !begun.IsValid() || begun.IsSampled() || asked.IsRecording() {
		t.Fatalf("got %+v, recording %v; want ids that nobody records", begun, asked.IsRecording())
	}
	ctx, served := telemetry.StartConsumer(context.Background(), tracer, asks, h)
	if served.SpanContext().TraceID() != begun.TraceID() {
		t.Errorf("the trace goes on as %s, want %s", served.SpanContext().TraceID(), begun.TraceID())
	}
	_, other := telemetry.StartBatch(ctx, tracer, asks, 2)
	if got := other.SpanContext(); !got.IsValid() || got.TraceID() == begun.TraceID() {
		t.Errorf("a batch is of trace %s, want one of its own", got.TraceID())
	}
}

func TestWithoutAnExporterTheCallersDecisionIsPassedOn(t *testing.T) {
	_, recording := recording()
	h := nats.Header{}
	_, caller := telemetry.StartProducer(t.Context(), recording, asks, h)
	defer caller.End()
	ctx, _ := telemetry.StartConsumer(context.Background(), tracerOf(t, telemetry.Options{}), asks, h)
	if got := trace.SpanContextFromContext(ctx); !got.IsSampled() || got.TraceID() != caller.SpanContext().TraceID() {
		t.Errorf("got %+v, want the caller's trace, sampled", got)
	}
}

func TestWithoutAnExporterNobodyEndsTheSpanOfACaller(t *testing.T) {
	recorder, recording := recording()
	ctx, caller := recording.Start(t.Context(), "caller")
	_, span := telemetry.StartProducer(ctx, tracerOf(t, telemetry.Options{}), asks, nats.Header{})
	telemetry.EndSpan(span, nil)
	if len(recorder.Ended()) != 0 {
		t.Error("the caller's span has ended")
	}
	caller.End()
}

func TestOfManyTracesTheShareIsRecordedThatIsAskedFor(t *testing.T) {
	recorder := tracetest.NewSpanRecorder()
	tracer := tracerOf(t, telemetry.Options{Processor: recorder, TraceRatio: 0.25})
	const traces = 4000
	for range traces {
		_, span := telemetry.StartProducer(t.Context(), tracer, asks, nats.Header{})
		if !span.SpanContext().IsValid() {
			t.Fatal("a trace that is not recorded has no ids")
		}
		span.End()
	}
	if got := len(recorder.Ended()); got < traces/5 || got > traces/3 {
		t.Errorf("recorded %d of %d, want a quarter", got, traces)
	}
}

func TestASpanThatNobodyRecordsCostsNearlyNothing(t *testing.T) {
	tracer := tracerOf(t, telemetry.Options{})
	h := nats.Header{"traceparent": {"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00"}}
	ctx := telemetry.Extract(context.Background(), h)
	if got := testing.AllocsPerRun(100, func() {
		_, span := telemetry.StartProducer(ctx, tracer, asks, h)
		telemetry.EndSpan(span, nil)
	}); got > 4 {
		t.Errorf("it allocates %v times, want no more than the header takes", got)
	}
}

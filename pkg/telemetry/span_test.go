package telemetry_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/nats-io/nats.go"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"tranca.example/pkg/telemetry"
)

func recording() (*tracetest.SpanRecorder, trace.Tracer) {
	r := tracetest.NewSpanRecorder()
	return r, sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(r)).Tracer("t")
}

func TestTraceContextTravelsUnderALowerCaseKey(t *testing.T) {
	_, tracer := recording()
	h := nats.Header{}
	_, span := telemetry.StartProducer(t.Context(), tracer, telemetry.Message{Operation: "publish", Template: "g.{shard}.{table}.ev"}, h)
	defer span.End()
	if got := h["traceparent"]; len(got) != 1 {
		t.Fatalf("got header %v, want one traceparent in lower case", h)
	}
	if keys := telemetry.Carrier(h).Keys(); !slices.Contains(keys, "traceparent") {
		t.Errorf("got keys %v", keys)
	}
}

func TestAConsumerIsChildOfTheProducerAndLinkedToIt(t *testing.T) {
	recorder, tracer := recording()
	h := nats.Header{}
	m := telemetry.Message{Operation: "publish", Template: "cmd.{service}.any", Destination: "cmd.rules.any", Conversation: "t1"}
	_, producer := telemetry.StartProducer(t.Context(), tracer, m, h)
	m.Operation, m.Group = "process", "rules"
	_, consumer := telemetry.StartConsumer(context.Background(), tracer, m, h)
	telemetry.EndSpan(consumer, nil)
	producer.End()

	got := recorder.Ended()[0]
	if got.Name() != "process cmd.{service}.any" || got.SpanKind() != trace.SpanKindConsumer {
		t.Errorf("got span %q of kind %v", got.Name(), got.SpanKind())
	}
	if got.Parent().SpanID() != producer.SpanContext().SpanID() {
		t.Error("the consumer is not a child of the producer")
	}
	if len(got.Links()) != 1 || got.Links()[0].SpanContext.SpanID() != producer.SpanContext().SpanID() {
		t.Errorf("got links %v", got.Links())
	}
	want := []attribute.KeyValue{
		attribute.String("messaging.system", "nats"),
		attribute.String("messaging.operation.name", "process"),
		attribute.String("messaging.operation.type", "process"),
		attribute.String("messaging.destination.template", "cmd.{service}.any"),
		attribute.String("messaging.destination.name", "cmd.rules.any"),
		attribute.String("messaging.consumer.group.name", "rules"),
		attribute.String("messaging.message.conversation_id", "t1"),
	}
	if !slices.Equal(got.Attributes(), want) {
		t.Errorf("got attributes\n%v, want\n%v", got.Attributes(), want)
	}
}

func TestABatchIsATraceOfItsOwnWithLinks(t *testing.T) {
	recorder, tracer := recording()
	m := telemetry.Message{Operation: "publish", Template: "g.{shard}.{table}.ev"}
	one, two := nats.Header{}, nats.Header{}
	ctx, parent := telemetry.StartProducer(t.Context(), tracer, m, one)
	_, second := telemetry.StartProducer(t.Context(), tracer, m, two)
	sender := func(h nats.Header) map[string]string { return map[string]string{"traceparent": h.Get("traceparent")} }
	_, batch := telemetry.StartBatch(ctx, tracer, m, 3, sender(one), sender(two), map[string]string{})
	batch.End()
	second.End()
	parent.End()
	got := recorder.Ended()[0]
	if got.Parent().IsValid() || len(got.Links()) != 2 {
		t.Errorf("got parent %v and %d links, want a root with 2", got.Parent(), len(got.Links()))
	}
	if !slices.Contains(got.Attributes(), attribute.Int("messaging.batch.message_count", 3)) {
		t.Errorf("got attributes %v", got.Attributes())
	}
}

type reasoned struct{}

func (reasoned) Error() string  { return "hidden text" }
func (reasoned) Reason() string { return "must_play" }

func TestAFailedSpanTellsTheKindOfErrorAndNeverItsText(t *testing.T) {
	for want, err := range map[string]error{
		"must_play":         fmt.Errorf("decide: %w", reasoned{}),
		"deadline_exceeded": context.DeadlineExceeded,
		"canceled":          context.Canceled,
		"_OTHER":            errors.New("hidden text"),
	} {
		recorder, tracer := recording()
		_, span := tracer.Start(t.Context(), "op")
		telemetry.EndSpan(span, err)
		got := recorder.Ended()[0]
		if got.Status().Code != codes.Error || got.Status().Description != want {
			t.Errorf("got status %v, want %s", got.Status(), want)
		}
		if len(got.Events()) != 0 {
			t.Errorf("got events %v, want none", got.Events())
		}
	}
}

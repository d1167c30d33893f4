package telemetry

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"
)

// Message describes a message for its span.
type Message struct {
	// Operation is the verb in the span's name, such as publish or process.
	Operation string
	// Destination is the stream or subject; empty leaves the attribute out.
	Destination string
	// Template is the destination without its ids, such as g.{shard}.{table}.ev.
	// It names the span, so it must come from a closed set.
	Template string
	// Group is the durable consumer or queue group, if there is one.
	Group string
	// Conversation is the table's id, if the message belongs to one.
	Conversation string
}

func (m Message) attributes(kind attribute.KeyValue, batch int) []attribute.KeyValue {
	attrs := []attribute.KeyValue{
		semconv.MessagingSystemKey.String("nats"),
		semconv.MessagingOperationName(m.Operation),
		kind,
		semconv.MessagingDestinationTemplate(m.Template),
	}
	if m.Destination != "" {
		attrs = append(attrs, semconv.MessagingDestinationName(m.Destination))
	}
	if m.Group != "" {
		attrs = append(attrs, semconv.MessagingConsumerGroupName(m.Group))
	}
	if m.Conversation != "" {
		attrs = append(attrs, semconv.MessagingMessageConversationID(m.Conversation))
	}
	if batch > 0 {
		attrs = append(attrs, semconv.MessagingBatchMessageCount(batch))
	}
	return attrs
}

func (m Message) name() string { return m.Operation + " " + m.Template }

// StartProducer starts the span of sending a message and writes its context
// into h, which must not be nil.
func StartProducer(ctx context.Context, t trace.Tracer, m Message, h nats.Header) (context.Context, trace.Span) {
	return StartProducerOn(ctx, t, m, Carrier(h))
}

// StartProducerOn is StartProducer for what carries its context otherwise.
func StartProducerOn(ctx context.Context, t trace.Tracer, m Message, h propagation.TextMapCarrier) (context.Context, trace.Span) {
	ctx, span := start(ctx, t, m, trace.SpanKindProducer)
	if span.IsRecording() {
		span.SetAttributes(m.attributes(semconv.MessagingOperationTypeSend, 0)...)
	}
	propagation.TraceContext{}.Inject(ctx, h)
	return ctx, span
}

// StartConsumer starts the span of handling one message: a child of the sender's
// span (one player's action is one trace) that is linked to it as well.
func StartConsumer(ctx context.Context, t trace.Tracer, m Message, h nats.Header) (context.Context, trace.Span) {
	ctx = Extract(ctx, h)
	sender := trace.SpanContextFromContext(ctx)
	ctx, span := start(ctx, t, m, trace.SpanKindConsumer)
	if span.IsRecording() {
		link(span, sender)
		span.SetAttributes(m.attributes(semconv.MessagingOperationTypeProcess, 0)...)
	}
	return ctx, span
}

// StartBatch starts the span of handling several messages: a trace of its own
// that is only linked to the senders. The trace contexts (of commits) may be
// those of a part of them, size counts all.
func StartBatch(ctx context.Context, t trace.Tracer, m Message, size int, senders ...map[string]string) (context.Context, trace.Span) {
	ctx, span := t.Start(ctx, m.name(), trace.WithNewRoot(), trace.WithSpanKind(trace.SpanKindConsumer))
	if span.IsRecording() {
		for _, s := range senders {
			sender := propagation.TraceContext{}.Extract(context.Background(), propagation.MapCarrier(s))
			link(span, trace.SpanContextFromContext(sender))
		}
		span.SetAttributes(m.attributes(semconv.MessagingOperationTypeProcess, size)...)
	}
	return ctx, span
}

// start leaves out of a span that is not recorded what costs: this is on the way
// of every command. The caller ends the span.
func start(ctx context.Context, t trace.Tracer, m Message, kind trace.SpanKind) (context.Context, trace.Span) {
	if p, ok := t.(passer); ok {
		return p.pass(ctx)
	}
	return t.Start(ctx, m.name(), trace.WithSpanKind(kind))
}

func link(span trace.Span, to trace.SpanContext) {
	if to.IsValid() && to.IsRemote() {
		span.AddLink(trace.Link{SpanContext: to})
	}
}

// EndSpan ends span; a failure is told by its code (error.type), never by its
// text, which could hold what a trace must not tell.
func EndSpan(span trace.Span, err error) {
	if err != nil {
		span.SetStatus(codes.Error, errorType(err))
		span.SetAttributes(semconv.ErrorTypeKey.String(errorType(err)))
	}
	span.End()
}

// errorType names an error from a closed set. Rejections tell their own reason.
func errorType(err error) string {
	var reasoned interface{ Reason() string }
	switch {
	case errors.As(err, &reasoned):
		return reasoned.Reason()
	case errors.Is(err, context.DeadlineExceeded):
		return "deadline_exceeded"
	case errors.Is(err, context.Canceled):
		return "canceled"
	}
	return "_OTHER"
}

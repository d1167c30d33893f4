package telemetry

import (
	"context"
	"errors"

	"github.com/nats-io/nats.go"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
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
	ctx, span := t.Start(ctx, m.name(), trace.WithSpanKind(trace.SpanKindProducer),
		trace.WithAttributes(m.attributes(semconv.MessagingOperationTypeSend, 0)...))
	Inject(ctx, h)
	return ctx, span
}

// StartConsumer starts the span of handling one message: a child of the sender's
// span (one player's action is one trace) that is linked to it as well.
func StartConsumer(ctx context.Context, t trace.Tracer, m Message, h nats.Header) (context.Context, trace.Span) {
	ctx = Extract(ctx, h)
	return t.Start(ctx, m.name(), trace.WithSpanKind(trace.SpanKindConsumer),
		trace.WithLinks(links(ctx)...),
		trace.WithAttributes(m.attributes(semconv.MessagingOperationTypeProcess, 0)...))
}

// StartBatch starts the span of handling several messages: a trace of its own
// that is only linked to the senders. The headers may be those of a part of
// them, size counts all.
func StartBatch(ctx context.Context, t trace.Tracer, m Message, size int, headers ...nats.Header) (context.Context, trace.Span) {
	var all []trace.Link
	for _, h := range headers {
		all = append(all, links(Extract(context.Background(), h))...)
	}
	return t.Start(ctx, m.name(), trace.WithNewRoot(), trace.WithSpanKind(trace.SpanKindConsumer),
		trace.WithLinks(all...),
		trace.WithAttributes(m.attributes(semconv.MessagingOperationTypeProcess, size)...))
}

func links(ctx context.Context) []trace.Link {
	if sc := trace.SpanContextFromContext(ctx); sc.IsValid() && sc.IsRemote() {
		return []trace.Link{{SpanContext: sc}}
	}
	return nil
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

package telemetry

import (
	"context"

	"github.com/nats-io/nats.go"
	"go.opentelemetry.io/otel/propagation"
)

// Carrier carries trace context in a NATS header. It keeps the keys as they
// are: NATS headers are case-sensitive and traceparent is lower case, while
// http.Header would write Traceparent, which nobody finds again.
type Carrier nats.Header

var _ propagation.TextMapCarrier = Carrier(nil)

// Get returns the first value of a key, or "".
func (c Carrier) Get(key string) string { return nats.Header(c).Get(key) }

// Set replaces the value of a key.
func (c Carrier) Set(key, value string) { nats.Header(c).Set(key, value) }

// Keys lists the keys, in no order.
func (c Carrier) Keys() []string {
	keys := make([]string, 0, len(c))
	for k := range c {
		keys = append(keys, k)
	}
	return keys
}

// Inject writes the trace context of ctx into h.
func Inject(ctx context.Context, h nats.Header) {
	propagation.TraceContext{}.Inject(ctx, Carrier(h))
}

// Extract returns ctx with the remote trace context that h carries, if any.
func Extract(ctx context.Context, h nats.Header) context.Context {
	return propagation.TraceContext{}.Extract(ctx, Carrier(h))
}

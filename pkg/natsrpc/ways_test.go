package natsrpc_test

import (
	"testing"

	"github.com/nats-io/nats.go"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"tranca.example/pkg/natsrpc"
)

// way is one of those on which requests and wakes get from callers to services:
// each has to look the same from both ends.
type way struct {
	t       *testing.T
	connect func() *nats.Conn
	local   *natsrpc.Local // nil: through the broker
}

// onEachWay runs a test through the broker and within a process.
func onEachWay(t *testing.T, test func(t *testing.T, w way)) {
	t.Run("through the broker", func(t *testing.T) { test(t, way{t: t, connect: broker(t)}) })
	t.Run("within a process", func(t *testing.T) {
		test(t, way{t: t, connect: broker(t), local: natsrpc.NewLocal()})
	})
}

func (w way) options(replica string, h natsrpc.Handler) natsrpc.Options {
	w.t.Helper()
	o := options(w.t, replica, h)
	o.Local = w.local
	return o
}

// serve runs a server on a connection of its own; stop ends it and waits.
func (w way) serve(o natsrpc.Options) (stop func()) {
	w.t.Helper()
	return serve(w.t, w.connect(), o)
}

func (w way) client(nc *nats.Conn, d *natsrpc.Directory) *natsrpc.Client {
	w.t.Helper()
	return newClient(w.t, nc, natsrpc.ClientOptions{Directory: d, Local: w.local})
}

func client(t *testing.T, nc *nats.Conn, d *natsrpc.Directory) *natsrpc.Client {
	t.Helper()
	return newClient(t, nc, natsrpc.ClientOptions{Directory: d})
}

func newClient(t *testing.T, nc *nats.Conn, o natsrpc.ClientOptions) *natsrpc.Client {
	t.Helper()
	o.Tracer = sdktrace.NewTracerProvider().Tracer("t")
	c, err := natsrpc.NewClient(nc, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

package natsrpc_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/subject"
)

// BenchmarkCall compares calls through the broker and within a process with a bare
// request and reply over the same in-process server.
func BenchmarkCall(b *testing.B) {
	ns, err := server.NewServer(&server.Options{DontListen: true, NoSigs: true, NoLog: true})
	if err != nil {
		b.Fatal(err)
	}
	ns.Start()
	defer ns.Shutdown()
	connect := func() *nats.Conn {
		nc, err := nats.Connect("", nats.InProcessServer(ns))
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(nc.Close)
		return nc
	}
	body := make([]byte, 200)

	b.Run("floor", func(b *testing.B) {
		sub, err := connect().Subscribe("floor", func(m *nats.Msg) { _ = m.Respond(body) })
		if err != nil {
			b.Fatal(err)
		}
		defer func() { _ = sub.Unsubscribe() }()
		nc := connect()
		for b.Loop() {
			if _, err := nc.RequestWithContext(b.Context(), "floor", body); err != nil {
				b.Fatal(err)
			}
		}
	})
	for name, local := range map[string]*natsrpc.Local{"call": nil, "local": natsrpc.NewLocal()} {
		b.Run(name, func(b *testing.B) { benchCall(b, connect, local) })
	}
}

func benchCall(b *testing.B, connect func() *nats.Conn, local *natsrpc.Local) {
	body := make([]byte, 200)
	replica, err := subject.ParseToken("a")
	if err != nil {
		b.Fatal(err)
	}
	tracer := sdktrace.NewTracerProvider(sdktrace.WithSampler(sdktrace.NeverSample())).Tracer("b")
	s, err := natsrpc.Listen(connect(), natsrpc.Options{
		Service: subject.Rules, Replica: replica, Local: local, Tracer: tracer, Now: time.Now, Logger: slog.New(slog.DiscardHandler),
		Metrics: prometheus.NewRegistry(),
		Handler: func(context.Context, []byte) ([]byte, error) { return body, nil },
	})
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(b.Context())
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx) }()
	c, err := natsrpc.NewClient(connect(), natsrpc.ClientOptions{Tracer: tracer, Local: local})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := c.Call(ctx, subject.Rules, body); err != nil {
			b.Fatal(err)
		}
	}
	cancel()
	if err := <-done; err != nil {
		b.Fatal(err)
	}
}

package natsrpc_test

import (
	"context"
	"log/slog"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/subject"
)

// broker starts a real server without a port and returns connections to it. At
// the end no goroutine of the package may be left.
func broker(t *testing.T) func() *nats.Conn {
	t.Helper()
	ns, err := server.NewServer(&server.Options{DontListen: true, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	ns.Start()
	t.Cleanup(func() {
		ns.Shutdown()
		ns.WaitForShutdown()
		eventually(t, "goroutines of the package are left", func() bool {
			buf := make([]byte, 1<<20)
			for stack := range strings.SplitSeq(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
				if strings.Contains(stack, "pkg/natsrpc.") {
					return false
				}
			}
			return true
		})
	})
	if !ns.ReadyForConnections(60 * time.Second) {
		t.Fatal("the server does not come up")
	}
	return func() *nats.Conn {
		nc, err := nats.Connect("", nats.InProcessServer(ns))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(nc.Close)
		return nc
	}
}

func eventually(t *testing.T, complaint string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(60 * time.Second); !ok(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal(complaint)
		}
	}
}

func token(t *testing.T, text string) subject.Token {
	t.Helper()
	tok, err := subject.ParseToken(text)
	if err != nil {
		t.Fatal(err)
	}
	return tok
}

func options(t *testing.T, replica string, h natsrpc.Handler) natsrpc.Options {
	t.Helper()
	return natsrpc.Options{
		Service: subject.Rules,
		Replica: token(t, replica),
		Handler: h,
		Logger:  slog.New(slog.DiscardHandler),
		Tracer:  sdktrace.NewTracerProvider().Tracer("t"),
		Metrics: prometheus.NewRegistry(),
		Now:     time.Now,
	}
}

// serve runs a server; stop ends it and waits.
func serve(t *testing.T, nc *nats.Conn, o natsrpc.Options) (stop func()) {
	t.Helper()
	s, err := natsrpc.Listen(nc, o)
	if err != nil {
		t.Fatal(err)
	}
	return run(t, s.Run)
}

func run(t *testing.T, f func(context.Context) error) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- f(ctx) }()
	stopped := false
	stop = func() {
		cancel()
		if stopped {
			return
		}
		stopped = true
		if err := <-done; err != nil {
			t.Errorf("run: %v", err)
		}
	}
	t.Cleanup(stop)
	return stop
}

func within(t *testing.T, d time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

// says answers with a name.
func says(name string) natsrpc.Handler {
	return func(context.Context, []byte) ([]byte, error) { return []byte(name), nil }
}

package replica_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace/noop"

	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/telemetry"
)

func env(t *testing.T, server *natsboot.Server, name string) replica.Env {
	t.Helper()
	token, err := subject.ParseToken(name)
	if err != nil {
		t.Fatal(err)
	}
	return replica.Env{
		Conn: natstest.Connect(t, server, string(subject.Rules)), Name: token, Shards: []subject.Shard{0},
		Scope: telemetry.Scope{
			Logger: slog.New(slog.DiscardHandler), Tracer: noop.NewTracerProvider().Tracer("test"),
			Registerer: prometheus.NewRegistry(),
		},
		Now: time.Now, Random: bytes.NewReader(nil),
	}
}

// member is a replica that serves and counts the works in it.
type member struct {
	working atomic.Int32
	stop    func()
}

func join(t *testing.T, server *natsboot.Server, name string) *member {
	t.Helper()
	m := &member{}
	e := env(t, server, name)
	answer := func(context.Context, []byte) ([]byte, error) { return nil, nil }
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- lifecycle.Run(ctx, replica.ServeUnit(e, subject.Rules, natsrpc.Handler(answer)),
			replica.Elected(e, subject.Rules, "work", func(ctx context.Context) error {
				m.working.Add(1)
				defer m.working.Add(-1)
				<-ctx.Done()
				return ctx.Err()
			}))
	}()
	m.stop = func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	return m
}

func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(15 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if ok() {
			return
		}
	}
	t.Fatal("does not happen: " + what)
}

func TestWorkIsDoneInOneReplicaAndGoesOnInAnotherWhenThatStops(t *testing.T) {
	server := natstest.Start(t)
	all := []*member{join(t, server, "a"), join(t, server, "b"), join(t, server, "c")}
	working := func() (n int, who int) {
		for i, m := range all {
			if m.working.Load() > 0 {
				n, who = n+1, i
			}
		}
		return n, who
	}
	settled := func(want int) func() bool {
		calm := time.Now()
		return func() bool {
			if n, _ := working(); n != want {
				calm = time.Now()
			}
			return time.Since(calm) > 2*natsrpc.DefaultHeartbeat
		}
	}
	eventually(t, "one works", settled(1))
	for len(all) > 1 {
		_, who := working()
		all[who].stop()
		if all[who].working.Load() != 0 {
			t.Error("a stopped replica still works")
		}
		all = append(all[:who], all[who+1:]...)
		eventually(t, "another one works", settled(1))
	}
	all[0].stop()
}

func TestWorkThatFailsEndsTheUnit(t *testing.T) {
	server := natstest.Start(t)
	e := env(t, server, "a")
	broken := errors.New("broken")
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	answer := func(context.Context, []byte) ([]byte, error) { return nil, nil }
	err := lifecycle.Run(ctx, replica.ServeUnit(e, subject.Rules, natsrpc.Handler(answer)),
		replica.Elected(e, subject.Rules, "work", func(context.Context) error { return broken }))
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

func TestAnEnvNamesEverythingThatIsMissing(t *testing.T) {
	err := replica.Env{}.Validate()
	const want = `replica: no connection
replica: no name
replica: no shards
replica: no telemetry scope
replica: no clock
replica: no randomness`
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want\n%s", err, want)
	}
}

package replicatest

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace/noop"

	"tranca.example/pkg/dispatch"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/projection/memory"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/telemetry"
	"tranca.example/pkg/token"
	"tranca.example/pkg/wire"
)

// Patience is how long a test waits for what must come.
const Patience = 90 * time.Second

// World is a server with streams, on which a test runs replicas.
type World struct {
	Server *natsboot.Server
	Keys   token.Keys // of all replicas
	// Authority is that of all replicas.
	Authority token.Authority
	Shards    []subject.Shard
	Log       *slog.Logger // of all replicas; silent unless a test sets it

	t      testing.TB
	ahead  atomic.Int64 // nanoseconds that the replicas' clock is ahead
	names  atomic.Int32
	rights *denials
}

// New starts a server with the given shards until the test ends.
func New(t testing.TB, shards ...subject.Shard) *World {
	t.Helper()
	keys, err := token.NewKeys([]byte(strings.Repeat("k", token.MinKey)))
	if err != nil {
		t.Fatal(err)
	}
	authority, err := token.NewAuthority([]byte(strings.Repeat("a", token.MinKey)))
	if err != nil {
		t.Fatal(err)
	}
	w := &World{t: t, Keys: keys, Authority: authority, Shards: shards, Log: slog.New(slog.DiscardHandler), rights: &denials{}}
	t.Cleanup(func() {
		for _, line := range w.rights.seen() {
			t.Errorf("the server denied something: %s", line)
		}
	})
	w.Server = natstest.StartShards(t, slog.New(w.rights), shards...)
	return w
}

// Now is the replicas' clock.
func (w *World) Now() time.Time { return time.Now().Add(time.Duration(w.ahead.Load())) }

// Advance moves the replicas' clock.
func (w *World) Advance(d time.Duration) { w.ahead.Add(int64(d)) }

// Env is what the next replica of a service is given: its own name, metrics and
// connection, and projections in memory.
func (w *World) Env(service subject.Service) replica.Env {
	w.t.Helper()
	name, err := subject.ParseToken(fmt.Sprintf("%s-%d", service, w.names.Add(1)))
	if err != nil {
		w.t.Fatal(err)
	}
	return replica.Env{
		Conn: natstest.Connect(w.t, w.Server, string(service)), Name: name, Shards: w.Shards, Keys: w.Keys, Authority: w.Authority,
		Stores: func(string) (replica.Store, error) { return memory.New(), nil },
		Scope: telemetry.Scope{
			Logger: w.Log, Tracer: noop.NewTracerProvider().Tracer("test"), Registerer: prometheus.NewRegistry(),
		},
		Now: w.Now, Random: rand.Reader,
	}
}

// Service is a replica that can be run.
type Service interface {
	Run(ctx context.Context) error
	Ready(ctx context.Context) error
}

// Run runs a replica until the test ends or stop is called, and returns when it
// is ready.
func (w *World) Run(s Service) (stop func()) {
	w.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := s.Run(ctx); err != nil {
			w.t.Errorf("a replica ended: %v", err)
		}
	}()
	stop = func() { cancel(); <-ended }
	w.t.Cleanup(stop)
	w.Eventually("the replica does not become ready", func() bool { return s.Ready(ctx) == nil })
	return stop
}

// Eventually waits until ok says so, and fails the test when it does not.
func (w *World) Eventually(complaint string, ok func() bool) {
	w.t.Helper()
	for end := time.Now().Add(Patience); !ok(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			w.t.Fatal(complaint)
		}
	}
}

// Asker asks the services from outside, as the gateway does.
func (w *World) Asker() *dispatch.Dispatcher {
	w.t.Helper()
	client, err := natsrpc.NewClient(natstest.Connect(w.t, w.Server, string(subject.Gateway)),
		natsrpc.ClientOptions{Tracer: noop.NewTracerProvider().Tracer("test")})
	if err != nil {
		w.t.Fatal(err)
	}
	return dispatch.New(client, wire.NewCodec())
}

// Wake wakes a service as rules does.
func (w *World) Wake(service subject.Service, table string, version uint32) {
	w.t.Helper()
	conn, err := w.Server.Connect(string(subject.Rules))
	if err != nil {
		w.t.Fatal(err)
	}
	defer conn.Close()
	if err := natsrpc.NewWaker(conn, nil).Wake(w.t.Context(), service, natsrpc.Wake{Table: table, Version: version}); err != nil {
		w.t.Fatal(err)
	}
	if err := conn.Flush(); err != nil {
		w.t.Fatal(err)
	}
}

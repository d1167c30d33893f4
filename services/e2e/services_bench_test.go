package e2e_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel/trace/noop"

	log "tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/process"
	"tranca.example/pkg/records"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/secret"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/telemetry"
	"tranca.example/pkg/token"
	"tranca.example/pkg/wire"
	"tranca.example/services/e2e/load"
	"tranca.example/services/lobby"
	"tranca.example/services/rules"
	"tranca.example/services/scoring"
)

// Sizes of what the benchmarks of single services look at.
const (
	cachedTables  = 10_000
	cachedMoves   = 8       // of the round that each of them is in
	rebuiltEvents = 150_000 // commits of the log
	together      = 64      // writers and askers
)

// BenchmarkCachedTables measures what a replica of rules keeps of each table that
// it was asked about, with the round's hidden tiles: the growth of the heap after
// collections, while the broker in the same process only reads.
func BenchmarkCachedTables(b *testing.B) {
	server := natstest.Start(b)
	tables := beginTables(b, server)
	env, _ := benchEnv(b, server, subject.Rules)
	service, err := rules.New(rules.Options{Env: env})
	if err != nil {
		b.Fatal(err)
	}
	runUntilEnd(b, service.Units()...)
	client, err := natsrpc.NewClient(natstest.Connect(b, server, string(subject.Gateway)), natsrpc.ClientOptions{
		Tracer: noop.NewTracerProvider().Tracer("bench"),
	})
	if err != nil {
		b.Fatal(err)
	}
	askViews(b, client, tables[:together]) // workers and connections are there from now on
	for b.Loop() {
		before := heap()
		askViews(b, client, tables[together:])
		b.ReportMetric(float64(heap()-before)/float64(len(tables)-together), "B/table")
	}
	b.ReportMetric(0, "ns/op")
}

// beginTables writes tables in the middle of a round.
func beginTables(b *testing.B, server *natsboot.Server) []load.Begun {
	b.Helper()
	conn := natstest.Connect(b, server, string(subject.Dealer))
	writer, err := log.New(conn, 10*time.Second)
	if err != nil {
		b.Fatal(err)
	}
	store, err := records.New(conn, 0)
	if err != nil {
		b.Fatal(err)
	}
	filler := load.NewFiller(writer, load.Game{Seed: moveSeed, Preset: "latin.pairs", Options: load.Options()})
	tables := make([]load.Begun, cachedTables)
	eachOf(b, len(tables), func(i int) (err error) {
		tables[i], err = filler.Begin(b.Context(), secret.New(store), cachedMoves)
		return err
	})
	return tables
}

func askViews(b *testing.B, client *natsrpc.Client, tables []load.Begun) {
	b.Helper()
	codec := wire.NewCodec()
	eachOf(b, len(tables), func(i int) error {
		body, err := codec.EncodeRequest(wire.Request{
			TableID: tables[i].ID, Credential: wire.Credential{PlayerKey: tables[i].Key}, Query: wire.GetSeatView{},
		})
		if err == nil {
			_, err = client.Call(b.Context(), subject.Rules, body)
		}
		return err
	})
}

// eachOf does something for each number below n, some of them at a time.
func eachOf(b *testing.B, n int, do func(i int) error) {
	b.Helper()
	var group sync.WaitGroup
	for first := range together {
		group.Go(func() {
			for i := first; i < n; i += together {
				if err := do(i); err != nil {
					b.Errorf("%d: %v", i, err)
					return
				}
			}
		})
	}
	group.Wait()
	if b.Failed() {
		b.FailNow()
	}
}

// heap is what is in use.
func heap() uint64 {
	var m runtime.MemStats
	for range 3 { // pools are emptied by the second
		runtime.GC()
	}
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// BenchmarkRebuild measures how fast a service builds its projection in memory from
// the log, beside an ordered consumer that does nothing with the same messages.
func BenchmarkRebuild(b *testing.B) {
	server := natstest.Start(b)
	writer, err := log.New(natstest.Connect(b, server, string(subject.Rules)), 10*time.Second)
	if err != nil {
		b.Fatal(err)
	}
	filler := load.NewFiller(writer, load.Game{Seed: moveSeed, Preset: "latin.pairs", Options: load.Options()})
	events, err := filler.Fill(b.Context(), rebuiltEvents, together)
	if err != nil {
		b.Fatal(err)
	}
	for name, build := range map[subject.Service]func(env replica.Env) (built, error){
		subject.Lobby:   func(env replica.Env) (built, error) { return lobby.New(lobby.Options{Env: env}) },
		subject.Scoring: func(env replica.Env) (built, error) { return scoring.New(scoring.Options{Env: env}) },
	} {
		b.Run("service="+string(name), func(b *testing.B) {
			var read, rebuilt time.Duration
			for b.Loop() {
				read += readAll(b, server, int(events))
				rebuilt += rebuild(b, server, name, build)
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(events)*float64(b.N)/read.Seconds(), "read/s")
			b.ReportMetric(float64(events)*float64(b.N)/rebuilt.Seconds(), "rebuilt/s")
			b.ReportMetric(read.Seconds()/rebuilt.Seconds(), "ratio")
		})
	}
}

// built is a service with projections.
type built interface {
	Units() []lifecycle.Unit
	Ready(ctx context.Context) error
}

func rebuild(b *testing.B, server *natsboot.Server, name subject.Service, build func(env replica.Env) (built, error)) time.Duration {
	b.Helper()
	env, _ := benchEnv(b, server, name)
	service, err := build(env)
	if err != nil {
		b.Fatal(err)
	}
	begun := time.Now()
	stop := runUntilEnd(b, service.Units()...)
	for service.Ready(b.Context()) != nil {
		time.Sleep(time.Millisecond)
	}
	took := time.Since(begun)
	stop()
	return took
}

// readAll reads the log with a consumer of the client library.
func readAll(b *testing.B, server *natsboot.Server, events int) time.Duration {
	b.Helper()
	js, err := jetstream.New(natstest.Connect(b, server, string(subject.Lobby)))
	if err != nil {
		b.Fatal(err)
	}
	begun := time.Now()
	consumer, err := js.OrderedConsumer(b.Context(), subject.GameStream(0), jetstream.OrderedConsumerConfig{})
	if err != nil {
		b.Fatal(err)
	}
	messages, err := consumer.Messages()
	if err != nil {
		b.Fatal(err)
	}
	defer messages.Stop()
	for range events {
		if _, err := messages.Next(); err != nil {
			b.Fatal(err)
		}
	}
	return time.Since(begun)
}

// benchEnv is that of a service alone.
func benchEnv(b *testing.B, server *natsboot.Server, service subject.Service) (env replica.Env, tel *telemetry.Telemetry) {
	b.Helper()
	tel, err := telemetry.New(b.Context(), telemetry.Options{LogWriter: b.Output()})
	if err != nil {
		b.Fatal(err)
	}
	keys, err := token.NewKeys(bytes.Repeat([]byte{1}, token.MinKey))
	if err != nil {
		b.Fatal(err)
	}
	scope := tel.Service(string(service))
	stores, err := process.OpenStores("", scope, time.Now)
	if err != nil {
		b.Fatal(err)
	}
	name, err := subject.ParseToken("bench")
	if err != nil {
		b.Fatal(err)
	}
	return replica.Env{
		Conn: natstest.Connect(b, server, string(service)), Name: name, Shards: process.ShardList(1), Keys: keys,
		Stores: stores.Open, Scope: scope, Now: time.Now, Random: rand.Reader,
	}, tel
}

// runUntilEnd runs units until stop, or the end of the benchmark.
func runUntilEnd(b *testing.B, units ...lifecycle.Unit) (stop func()) {
	b.Helper()
	ctx, cancel := context.WithCancel(b.Context())
	ended := make(chan error, 1)
	go func() { ended <- lifecycle.Run(ctx, units...) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			b.Error(fmt.Errorf("run: %w", err))
		}
	})
	b.Cleanup(stop)
	return stop
}

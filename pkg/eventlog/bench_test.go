package eventlog_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/eventlog/memory"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/subject"
)

// The floors of one run: compare ratios within it, never between machines.
//
//	go test -run '^$' -bench Floor -benchtime 2s tranca.example/pkg/eventlog
//
// workers-1 shows latency, workers-64 throughput.

const benchBody = 400 // bytes of an ordinary commit

func BenchmarkFloorRequestReply(b *testing.B) {
	server := natstest.Start(b)
	rules, gateway := natstest.Connect(b, server, "rules"), natstest.Connect(b, server, "gateway")
	_, err := rules.Subscribe(subject.CommandAny(subject.Rules), func(m *nats.Msg) { _ = m.Respond(m.Data) })
	if err != nil {
		b.Fatal(err)
	}
	body := make([]byte, benchBody)
	eachLoad(b, func(int) error {
		_, err := gateway.Request(subject.CommandAny(subject.Rules), body, 5*time.Second)
		return err
	})
}

func BenchmarkFloorPublish(b *testing.B) {
	js, err := natsjs.New(natstest.Connect(b, natstest.Start(b), "rules"))
	if err != nil {
		b.Fatal(err)
	}
	body := make([]byte, benchBody)
	tables := newTables(b)
	eachLoad(b, func(worker int) error {
		_, err := js.Publish(context.Background(), subject.Game(tables[worker]), body)
		return err
	})
}

func BenchmarkFloorAppend(b *testing.B) { benchAppend(b, nil) }

func BenchmarkFloorAppendOneReader(b *testing.B) { benchAppend(b, readers(1)) }

func BenchmarkFloorAppendTwoReaders(b *testing.B) { benchAppend(b, readers(2)) }

// BenchmarkFloorAppendLive adds a gateway that looks at every table.
func BenchmarkFloorAppendLive(b *testing.B) {
	benchAppend(b, func(b *testing.B, connect func(string) *nats.Conn) {
		var seen atomic.Int64
		_, err := connect("gateway").Subscribe(subject.LiveFilter(0), func(*nats.Msg) { seen.Add(1) })
		if err != nil {
			b.Fatal(err)
		}
	})
}

func benchAppend(b *testing.B, background func(*testing.B, func(string) *nats.Conn)) {
	server := natstest.Start(b)
	connect := func(user string) *nats.Conn { return natstest.Connect(b, server, user) }
	log, err := jetstream.New(connect("rules"), 0)
	if err != nil {
		b.Fatal(err)
	}
	if background != nil {
		background(b, connect)
	}
	benchExecute(b, log)
}

// readers follow the shard with bodies, each on its own connection.
func readers(n int) func(*testing.B, func(string) *nats.Conn) {
	return func(b *testing.B, connect func(string) *nats.Conn) {
		ctx, cancel := context.WithCancel(context.Background())
		var group sync.WaitGroup
		for range n {
			log, err := jetstream.New(connect("scoring"), 0)
			if err != nil {
				b.Fatal(err)
			}
			group.Go(func() {
				for _, err := range log.Follow(ctx, 0, 0) {
					if err != nil {
						b.Error(err)
					}
				}
			})
		}
		b.Cleanup(func() { cancel(); group.Wait() })
	}
}

// BenchmarkExecuteInMemory is the cost of Execute itself.
func BenchmarkExecuteInMemory(b *testing.B) { benchExecute(b, memory.New(nil)) }

func benchExecute(b *testing.B, log eventlog.ReadAppender) {
	ex, err := eventlog.NewExecutor(eventlog.Options[uint64]{
		Log: log, Writer: "rules", Baton: eventlog.NewBaton("rules", map[string]string{"playing": "rules"}),
		Decode: func(c eventlog.Commit) (uint64, error) { return binary.BigEndian.Uint64(c.Body), nil },
	})
	if err != nil {
		b.Fatal(err)
	}
	cmd := eventlog.Command[uint64, uint64]{
		Recognise: func(uint64) (uint64, bool) { return 0, false },
		Decide: func(n uint64, _ eventlog.Position) (eventlog.Draft[uint64, uint64], error) {
			body := make([]byte, benchBody)
			binary.BigEndian.PutUint64(body, n+1)
			return eventlog.Draft[uint64, uint64]{Phase: "playing", Body: body, Answer: n + 1}, nil
		},
	}
	tables := newTables(b)
	eachLoad(b, func(worker int) error {
		_, err := eventlog.Execute(context.Background(), ex, tables[worker], cmd)
		return err
	})
}

// BenchmarkFloorLast is a leader read of the last commit.
func BenchmarkFloorLast(b *testing.B) {
	log, err := jetstream.New(natstest.Connect(b, natstest.Start(b), "rules"), 0)
	if err != nil {
		b.Fatal(err)
	}
	tables := newTables(b)
	for _, id := range tables {
		c := eventlog.Commit{Table: id, Version: 1, Writer: "rules", Phase: "playing", Body: make([]byte, benchBody)}
		if _, err := log.Append(b.Context(), c, 0); err != nil {
			b.Fatal(err)
		}
	}
	eachLoad(b, func(worker int) error {
		_, err := log.Last(context.Background(), tables[worker])
		return err
	})
}

const mostWorkers = 64

func newTables(b *testing.B) []subject.TableID {
	tables := make([]subject.TableID, mostWorkers)
	for n := range tables {
		id, err := subject.NewTableID(0, [10]byte{byte(n)})
		if err != nil {
			b.Fatal(err)
		}
		tables[n] = id
	}
	return tables
}

// eachLoad runs do in a closed loop, alone and from many workers, each with its
// own table, and reports the percentiles.
func eachLoad(b *testing.B, do func(worker int) error) {
	for _, workers := range []int{1, mostWorkers} {
		b.Run(fmt.Sprintf("workers-%d", workers), func(b *testing.B) {
			took := make([]time.Duration, b.N)
			var next atomic.Int64
			var group sync.WaitGroup
			for worker := range workers {
				group.Go(func() {
					for n := next.Add(1) - 1; n < int64(b.N); n = next.Add(1) - 1 {
						began := time.Now()
						if err := do(worker); err != nil {
							b.Error(err)
							return
						}
						took[n] = time.Since(began)
					}
				})
			}
			group.Wait()
			slices.Sort(took)
			b.ReportMetric(float64(took[b.N/2].Microseconds()), "p50-µs")
			b.ReportMetric(float64(took[b.N*99/100].Microseconds()), "p99-µs")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "op/s")
		})
	}
}

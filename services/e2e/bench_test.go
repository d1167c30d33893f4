package e2e_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/client"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/subject"
	"tranca.example/services/tranca/allinone"
	"tranca.example/services/tranca/simulate"
)

// What one commit weighs on the wire, and for how long a floor is measured.
const (
	commitBytes = 1200
	floorTime   = time.Second
)

// BenchmarkPipeline measures moves through all services beside what the broker
// alone can do at the same concurrency, in the same run: a core request with its
// reply, a synchronous publish into the stream of commits, and one of each, which
// is the least that a move can cost. "ratio" is moves by that last floor.
func BenchmarkPipeline(b *testing.B) {
	for _, tables := range []int{1, 16, 64} {
		b.Run(fmt.Sprintf("tables=%d", tables), func(b *testing.B) {
			requests, publishes := floors(b, tables)
			c := simulator(b)
			moves, begun := 0, time.Now()
			for i := 0; b.Loop(); i++ {
				moves += play(b, c, tables, i)
			}
			rate := float64(moves) / time.Since(begun).Seconds()
			floor := 1 / (1/requests + 1/publishes)
			b.ReportMetric(rate, "moves/s")
			b.ReportMetric(requests, "request/s")
			b.ReportMetric(publishes, "publish/s")
			b.ReportMetric(floor, "floor/s")
			b.ReportMetric(rate/floor, "ratio")
		})
	}
}

// play plays one match at each table and returns the number of moves.
func play(b *testing.B, c *client.Client, tables, run int) int {
	b.Helper()
	sum, err := simulate.Run(b.Context(), simulate.Options{
		Client: c, Preset: "latin.pairs", Matches: tables, Concurrency: tables,
		Seed: []byte(strconv.Itoa(run)), Policy: "random", Now: time.Now,
	})
	if err != nil || sum.Err() != nil {
		b.Fatal(err, sum.Err())
	}
	return sum.Moves
}

// simulator is a client of all services in this process, behind real HTTP.
func simulator(tb testing.TB) *client.Client {
	tb.Helper()
	cluster, err := allinone.Start(tb.Context(), allinone.Options{
		DataDir: tb.TempDir(), HTTPAddr: "127.0.0.1:0", AdminAddr: "127.0.0.1:0", Seed: []byte("bench"),
		LogWriter: tb.Output(), Now: time.Now, Random: rand.Reader,
	})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := cluster.Stop(); err != nil {
			tb.Error(err)
		}
	})
	transport, err := client.HTTP(cluster.URL(), 128)
	if err != nil {
		tb.Fatal(err)
	}
	c, err := client.New(client.Options{Transport: transport, Random: rand.Reader})
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// floors are requests and publishes a second by so many callers at once.
func floors(b *testing.B, callers int) (requests, publishes float64) {
	b.Helper()
	server := natstest.Start(b)
	answerer := natstest.Connect(b, server, string(subject.Rules))
	if _, err := answerer.Subscribe("cmd.rules.floor", func(m *nats.Msg) { _ = m.Respond(m.Data) }); err != nil {
		b.Fatal(err)
	}
	if err := answerer.Flush(); err != nil {
		b.Fatal(err)
	}
	body := make([]byte, commitBytes)
	asker := natstest.Connect(b, server, string(subject.Gateway))
	requests = rate(b, callers, func(ctx context.Context, _ int) error {
		_, err := asker.RequestWithContext(ctx, "cmd.rules.floor", body[:200])
		return err
	})
	return requests, rate(b, callers, publisher(b, server, callers, body))
}

// publisher appends to a table of each caller's own, as commits are appended.
func publisher(b *testing.B, server *natsboot.Server, callers int, body []byte) func(context.Context, int) error {
	b.Helper()
	js, err := jetstream.New(natstest.Connect(b, server, string(subject.Rules)))
	if err != nil {
		b.Fatal(err)
	}
	last := make([]uint64, callers)
	return func(ctx context.Context, caller int) error {
		id, err := subject.NewTableID(0, [10]byte{byte(caller)})
		if err != nil {
			return err
		}
		ack, err := js.Publish(ctx, subject.Game(id), body, jetstream.WithExpectLastSequencePerSubject(last[caller]))
		if err == nil {
			last[caller] = ack.Sequence
		}
		return err
	}
}

// rate is how often a second callers can do something, each one after the other.
func rate(b *testing.B, callers int, do func(ctx context.Context, caller int) error) float64 {
	b.Helper()
	var group sync.WaitGroup
	var done atomic.Int64
	begun := time.Now()
	for caller := range callers {
		group.Go(func() {
			for time.Since(begun) < floorTime {
				if err := do(b.Context(), caller); err != nil {
					b.Error(err)
					return
				}
				done.Add(1)
			}
		})
	}
	group.Wait()
	return float64(done.Load()) / time.Since(begun).Seconds()
}

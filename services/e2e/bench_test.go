package e2e_test

import (
	"crypto/rand"
	"fmt"
	"strconv"
	"testing"
	"time"

	"tranca.example/pkg/client"
	"tranca.example/services/e2e/load"
	"tranca.example/services/tranca/allinone"
	"tranca.example/services/tranca/simulate"
)

// commitBytes is what one commit weighs, more or less.
const commitBytes = 1200

// BenchmarkPipeline measures moves through all services beside what the broker
// alone can do at the same concurrency, in the same run: a core request with its
// reply, a synchronous publish into the stream of commits, and one of each, which
// is the least that a move can cost. "ratio" is moves by that last floor.
func BenchmarkPipeline(b *testing.B) {
	for _, tables := range []int{1, 16, 64} {
		b.Run(fmt.Sprintf("tables=%d", tables), func(b *testing.B) {
			floor := load.NewFloor(b, tables)
			requests, publishes := floor.Requests(turnTime).Rate(), floor.Publishes(turnTime, commitBytes).Rate()
			c := simulator(b)
			moves, begun := 0, time.Now()
			for i := 0; b.Loop(); i++ {
				moves += play(b, c, tables, i)
			}
			rate := float64(moves) / time.Since(begun).Seconds()
			least := 1 / (1/requests + 1/publishes)
			b.ReportMetric(rate, "moves/s")
			b.ReportMetric(requests, "request/s")
			b.ReportMetric(publishes, "publish/s")
			b.ReportMetric(least, "floor/s")
			b.ReportMetric(rate/least, "ratio")
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

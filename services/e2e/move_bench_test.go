package e2e_test

import (
	"crypto/rand"
	"fmt"
	"os"
	"testing"
	"time"

	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/projection/redisproc"
	"tranca.example/pkg/subject"
	"tranca.example/services/e2e/load"
	"tranca.example/services/tranca/allinone"
)

// How long moves and floors are measured in each turn, in turns, because the
// machine is not the same from one second to the next.
const (
	moveTime = 2 * time.Second
	turnTime = time.Second
)

// moveSeed is what all deals come from.
var moveSeed = []byte("moves")

// BenchmarkMove measures durable moves that are asked for as the gateway in the
// same process asks, with all services, their projections and a live subscription for
// each table. "ratio" is moves by synchronous publishes in the same run, "cpu-x"
// the processor time of a move by that of a publish, which says the same on a
// machine that others use too. "p50-x" is the median of a move by those of a
// request and a publish. "commits/s" counts also what the services commit between
// moves, which is in the processor time of the moves.
func BenchmarkMove(b *testing.B) {
	for _, store := range []string{"memory", "redis"} {
		for _, tables := range []int{1, 64} {
			b.Run(fmt.Sprintf("store=%s/tables=%d", store, tables), func(b *testing.B) { benchMove(b, store, tables) })
		}
	}
}

func benchMove(b *testing.B, store string, tables int) {
	lifecycle.CollectLess(os.LookupEnv) // as the programs do
	floor := load.NewFloor(b, tables)
	cluster := startFor(b, store)
	all := openTables(b, cluster, tables)
	var requests, publishes, moves load.Sample
	commits := 0
	for b.Loop() {
		requests = requests.Add(floor.Requests(turnTime))
		publishes = publishes.Add(floor.Publishes(turnTime, bodySize(all)))
		prepare(b, all)
		_, before := pushed(all)
		s, err := load.Measure(tables, moveTime, func(i int) (bool, error) { return all[i].Next(b.Context()) })
		if err != nil {
			b.Fatal(err)
		}
		moves = moves.Add(s)
		_, after := pushed(all)
		commits += after - before
	}
	reportMove(b, requests, publishes, moves)
	b.ReportMetric(float64(bodySize(all)), "body-B")
	b.ReportMetric(float64(commits)/moves.Took.Seconds(), "commits/s")
}

func reportMove(b *testing.B, requests, publishes, moves load.Sample) {
	b.Helper()
	reportMoves(b, moves)
	b.ReportMetric(publishes.Rate(), "publish/s")
	b.ReportMetric(publishes.CPUEach(), "cpu-us/publish")
	b.ReportMetric(requests.CPUEach(), "cpu-us/request")
	b.ReportMetric(moves.Rate()/publishes.Rate(), "ratio")
	b.ReportMetric(moves.CPUEach()/publishes.CPUEach(), "cpu-x")
	b.ReportMetric(moves.Median()/(requests.Median()+publishes.Median()), "p50-x")
}

func reportMoves(b *testing.B, moves load.Sample) {
	b.Helper()
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(moves.Rate(), "moves/s")
	b.ReportMetric(moves.CPUEach(), "cpu-us/move")
	b.ReportMetric(moves.MallocsEach(), "allocs/move")
	b.ReportMetric(moves.BytesEach(), "B/move")
	b.ReportMetric(moves.Median(), "p50-us")
}

// startFor is all services in this process, with projections in memory or Redis.
func startFor(b *testing.B, store string) *allinone.Cluster {
	b.Helper()
	o := allinone.Options{
		DataDir: b.TempDir(), HTTPAddr: "127.0.0.1:0", AdminAddr: "127.0.0.1:0", Seed: moveSeed,
		LogWriter: b.Output(), Now: time.Now, Random: rand.Reader,
	}
	if store == "redis" {
		o.RedisURL = "redis://" + redisproc.Start(b).Options().Addr + "/0"
	}
	cluster, err := allinone.Start(b.Context(), o)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := cluster.Stop(); err != nil {
			b.Error(err)
		}
	})
	return cluster
}

// openTables opens tables on one connection, all of them asked through one
// client as that of the gateway in this process.
func openTables(b *testing.B, cluster *allinone.Cluster, n int) []*load.Table {
	b.Helper()
	conn, err := cluster.Connect(string(subject.Gateway))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(conn.Close)
	return openAt(b, load.NewDoor(b, conn, cluster.Local()), load.Live(conn), n)
}

// openAt opens tables and plays them a little, so that all is warm.
func openAt(b *testing.B, door load.Door, watcher load.Watcher, n int) []*load.Table {
	b.Helper()
	game := load.Game{Preset: "latin.pairs", Seed: moveSeed, Options: load.Options()}
	all := make([]*load.Table, n)
	for i := range all {
		var err error
		if all[i], err = load.Open(b.Context(), door, watcher, game); err != nil {
			b.Fatal(err)
		}
	}
	warm := func(i int) (bool, error) { return all[i].Next(b.Context()) }
	if _, err := load.Measure(n, turnTime, warm); err != nil {
		b.Fatal(err)
	}
	return all
}

// prepare writes down what is played next, outside of what is measured.
func prepare(b *testing.B, all []*load.Table) {
	b.Helper()
	const ahead = 20_000 // moves of one table alone in a turn
	for _, t := range all {
		if err := t.Prepare(max(ahead/len(all), 200)); err != nil {
			b.Fatal(err)
		}
	}
}

// bodySize is the mean size of the commits so far.
func bodySize(all []*load.Table) int {
	bytes, commits := pushed(all)
	return bytes / max(commits, 1)
}

// pushed is what came on the live subjects so far: moves, and what else players
// and services commit between them.
func pushed(all []*load.Table) (bytes, commits int) {
	for _, t := range all {
		bytes, commits = bytes+t.Bytes, commits+t.Pushed
	}
	return bytes, commits
}

package e2e_test

import (
	"crypto/rand"
	"fmt"
	"os"
	"testing"

	"tranca.example/pkg/client"
	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/subject"
	"tranca.example/services/e2e/load"
	"tranca.example/services/tranca/allinone"
)

// BenchmarkMoveOverHTTP measures durable moves at 64 tables that are asked for over
// NATS, within the process as its gateway asks, and over HTTP without and with four
// live streams a table. One process holds all services, the broker, the players and
// the viewers, and its figures include them: what the gateway adds is the difference
// to the moves within the process.
func BenchmarkMoveOverHTTP(b *testing.B) {
	for _, c := range []struct {
		door    string
		viewers int
	}{{"nats", 0}, {"local", 0}, {"http", 0}, {"http", 4}} {
		b.Run(fmt.Sprintf("door=%s/viewers=%d", c.door, c.viewers), func(b *testing.B) { benchDoor(b, c.door, c.viewers) })
	}
}

func benchDoor(b *testing.B, door string, viewers int) {
	lifecycle.CollectLess(os.LookupEnv) // as the programs do
	const tables = 64
	cluster := startFor(b, "memory")
	conn, err := cluster.Connect(string(subject.Gateway))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(conn.Close)
	var ask load.Door
	switch door {
	case "nats":
		ask = load.NewDoor(b, conn, nil)
	case "local":
		ask = load.NewDoor(b, conn, cluster.Local())
	default:
		ask = overHTTP(b, cluster, tables)
	}
	watcher := load.Live(conn)
	if viewers > 0 {
		watcher = load.NewAudience(cluster.URL(), viewers)
	}
	all := openAt(b, ask, watcher, tables)
	var moves load.Sample
	for b.Loop() {
		prepare(b, all)
		s, err := load.Measure(tables, moveTime, func(i int) (bool, error) { return all[i].Next(b.Context()) })
		if err != nil {
			b.Fatal(err)
		}
		moves = moves.Add(s)
	}
	reportMoves(b, moves)
}

func overHTTP(b *testing.B, cluster *allinone.Cluster, calls int) load.Door {
	b.Helper()
	transport, err := client.HTTP(cluster.URL(), calls)
	if err != nil {
		b.Fatal(err)
	}
	c, err := client.New(client.Options{Transport: transport, Random: rand.Reader})
	if err != nil {
		b.Fatal(err)
	}
	return load.NewHTTP(c)
}

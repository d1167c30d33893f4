package projection_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/memory"
	"tranca.example/pkg/projection"
	store "tranca.example/pkg/projection/memory"
	"tranca.example/pkg/projection/redis"
	"tranca.example/pkg/projection/redisproc"
	"tranca.example/pkg/subject"
)

// BenchmarkRebuild projects 30,000 commits of 1,000 tables into an empty store.
func BenchmarkRebuild(b *testing.B) {
	const tables, commits = 1000, 30_000
	log := memory.New(time.Now)
	last := make([]uint64, tables)
	for i := range commits {
		n := i % tables
		id, err := subject.NewTableID(0, [10]byte{byte(n), byte(n >> 8)})
		if err != nil {
			b.Fatal(err)
		}
		last[n], err = log.Append(b.Context(), eventlog.Commit{
			Table: id, Version: uint32(i/tables) + 1, Writer: "rules", Phase: "playing", Body: make([]byte, 220),
		}, last[n])
		if err != nil {
			b.Fatal(err)
		}
	}
	b.Run("memory", func(b *testing.B) {
		for b.Loop() {
			rebuild(b, log, store.New())
		}
		rate(b, commits)
	})
	b.Run("redis", func(b *testing.B) {
		client := redisproc.Start(b)
		s, err := redis.New(client, "tables")
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if err := client.FlushAll(b.Context()).Err(); err != nil {
				b.Fatal(err)
			}
			rebuild(b, log, s)
		}
		rate(b, commits)
	})
}

func rebuild(b *testing.B, log eventlog.Follower, w projection.Writer) {
	b.Helper()
	p, err := projection.NewProjector(projection.Options{
		Name: "tables", Source: log, Fold: fold, Writer: w,
		Logger: slog.New(slog.DiscardHandler), Metrics: prometheus.NewRegistry(),
	})
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(b.Context())
	done := make(chan error, 1)
	go func() { done <- p.Run(ctx) }()
	for p.CaughtUp(ctx) != nil {
		time.Sleep(100 * time.Microsecond)
	}
	cancel()
	if err := <-done; err != nil {
		b.Fatal(err)
	}
}

func rate(b *testing.B, commits int) {
	b.Helper()
	b.ReportMetric(float64(commits*b.N)/b.Elapsed().Seconds(), "commits/s")
}

package overdue_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/projection"
	"tranca.example/pkg/projection/memory"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/telemetry"
	"tranca.example/services/rules/internal/overdue"
)

// moments notes when wakes are sent; a table that was woken moves on at once.
type moments struct {
	mu    sync.Mutex
	store *memory.Store
	seq   uint64
	at    []time.Time
}

func (m *moments) Wake(ctx context.Context, _ subject.Service, w natsrpc.Wake) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.at = append(m.at, time.Now())
	m.seq++
	return m.store.Apply(ctx, 0, m.seq-1, m.seq, []projection.Change{{Key: w.Table}})
}

// After an outage every table of a busy server may be overdue, at every replica.
func TestReplicasThatResumeTogetherDoNotWakeAllTablesAtOneMoment(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const tables, replicas = 5000, 4
		m := &moments{store: memory.New(), seq: 1}
		var changes []projection.Change
		for i := range tables {
			key := fmt.Sprint("t", i)
			changes = append(changes, projection.Change{
				Key: key, Value: fmt.Appendf(nil, `{"table":%q,"due":[{"owner":"dealer","look":5}]}`, key),
				Lists: map[string]string{"look": projection.OrderUint(5)},
			})
		}
		must(t, m.store.Apply(t.Context(), 0, 0, 1, changes))
		ctx, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for i := range replicas {
			s, err := overdue.New(overdue.Options{
				Shards: []subject.Shard{0}, Tables: m.store, Waker: m, Spread: fmt.Sprint("rules-", i),
				Ready: func(context.Context) error { return nil }, Now: time.Now, Every: time.Hour,
				Scope: telemetry.Scope{Logger: slog.New(slog.DiscardHandler), Registerer: prometheus.NewRegistry()},
			})
			must(t, err)
			all.Go(func() { _ = s.Resume(ctx, make(chan nats.Status)) })
		}
		time.Sleep(3 * time.Second)
		cancel()
		all.Wait()
		if n := len(m.at); n < tables || n > tables+tables/10 {
			t.Errorf("%d wakes of %d tables: want each once, and hardly one twice", n, tables)
		}
		busiest := 0
		for i, at := range m.at {
			later, _ := slices.BinarySearchFunc(m.at[i:], at.Add(20*time.Millisecond), time.Time.Compare)
			busiest = max(busiest, later)
		}
		if busiest > replicas*500 || busiest == tables {
			t.Errorf("%d wakes within 20 ms", busiest)
		}
		if took := m.at[len(m.at)-1].Sub(m.at[0]); took > 2*time.Second {
			t.Errorf("the last table waited for %v", took)
		}
	})
}

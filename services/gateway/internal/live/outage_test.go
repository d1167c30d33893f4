package live_test

import (
	"context"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/wire"
	"tranca.example/services/gateway/internal/live"
)

// crowd is a log that answers the same for every table, and counts who asks.
type crowd struct {
	live.Log
	commit          eventlog.Commit
	hold            atomic.Bool
	let             chan struct{} // one for each answer while it holds
	now, most, asks atomic.Int32
}

func (c *crowd) Last(ctx context.Context, id subject.TableID) (eventlog.Commit, error) {
	if c.hold.Load() {
		c.asks.Add(1)
		n := c.now.Add(1)
		defer c.now.Add(-1)
		for most := c.most.Load(); n > most && !c.most.CompareAndSwap(most, n); most = c.most.Load() {
		}
		select {
		case <-c.let:
		case <-ctx.Done():
		}
	}
	commit := c.commit
	commit.Table = id
	return commit, nil
}

// quiet is a broker that pushes nothing.
type quiet struct{}

func (quiet) Subscribe(subject.TableID, chan *nats.Msg) (func(), error) { return func() {}, nil }

func TestAfterAReconnectionTheFeedsAskTheLogAFewAtATime(t *testing.T) {
	const tables = 300
	b := newBoard(t, time.Hour)
	commit, err := b.log.Last(t.Context(), b.id)
	if err != nil {
		t.Fatal(err)
	}
	log := &crowd{commit: commit, let: make(chan struct{})}
	hub, err := live.NewHub(live.HubOptions{
		Log: log, Pushes: quiet{}, Cursors: live.NewCursors([]byte("key")), Codec: wire.NewCodec(), Logger: slog.New(slog.DiscardHandler),
		Metrics: prometheus.NewRegistry(), Poll: time.Hour,
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range tables {
		id, err := subject.NewTableID(0, [10]byte{byte(i), byte(i >> 8), 1})
		if err != nil {
			t.Fatal(err)
		}
		v, _, err := hub.Join(t.Context(), id, false)
		if err != nil {
			t.Fatal(err)
		}
		defer v.Leave()
	}
	log.hold.Store(true)
	hub.Reconnected()
	for left := range tables {
		for end := time.Now().Add(30 * time.Second); int(log.now.Load()) < min(32, tables-left); time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%d feeds ask while %d are left", log.now.Load(), tables-left)
			}
		}
		log.let <- struct{}{}
	}
	if asks, most := log.asks.Load(), log.most.Load(); asks != tables || most > 32 {
		t.Errorf("%d of %d feeds asked, up to %d at a time: want 32 at most", asks, tables, most)
	}
}

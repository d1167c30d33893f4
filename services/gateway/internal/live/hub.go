package live

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/replay"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/telemetry"
	"tranca.example/pkg/wire"
)

// Log is what is read of the event log.
type Log interface {
	eventlog.LastReader
	eventlog.HistoryReader
}

// Pushes are the commits of a table as they are pushed, at most once.
type Pushes interface {
	// Subscribe sends them to a channel until stop is called.
	Subscribe(id subject.TableID, to chan *nats.Msg) (stop func(), err error)
}

// HubOptions describe a hub; all are required.
type HubOptions struct {
	Log     Log
	Pushes  Pushes
	Codec   *wire.Codec
	Cursors Cursors
	Logger  *slog.Logger
	Metrics prometheus.Registerer
	Now     func() time.Time
	Poll    time.Duration // how often the log is asked whether a push was lost
}

// maxChecks is how many feeds ask the log at the same time whether a push was
// lost: after an outage all of them want to.
const maxChecks = 32

// Hub fans the commits of watched tables out to their viewers.
type Hub struct {
	o       HubOptions
	gaps    prometheus.Counter
	slow    prometheus.Counter
	told    prometheus.Counter
	viewers prometheus.Gauge
	stopped chan struct{}
	checks  chan struct{} // one for each check that runs

	mu    sync.Mutex
	feeds map[subject.TableID]*feed
}

// NewHub makes a hub that nobody watches yet.
func NewHub(o HubOptions) (*Hub, error) {
	h := &Hub{
		o: o, stopped: make(chan struct{}), checks: make(chan struct{}, maxChecks), feeds: make(map[subject.TableID]*feed),
	}
	var err error
	if h.gaps, err = counter(o.Metrics, "tranca_live_gaps_total", "Commits of watched tables that were read from the log because no push brought them."); err != nil {
		return nil, err
	}
	if h.viewers, err = telemetry.Register(o.Metrics, prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "tranca_live_viewers", Help: "Streams that follow a table now.",
	})); err != nil {
		return nil, err
	}
	if h.told, err = counter(o.Metrics, "tranca_live_updates_total", "Updates of tables that were handed to streams."); err != nil {
		return nil, err
	}
	h.slow, err = counter(o.Metrics, "tranca_live_slow_viewers_total", "Streams that were cut because their client read too slowly.")
	return h, err
}

func counter(reg prometheus.Registerer, name, help string) (prometheus.Counter, error) {
	return telemetry.Register(reg, prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help}))
}

// Run keeps the hub going until ctx ends; then every stream ends.
func (h *Hub) Run(ctx context.Context) error {
	<-ctx.Done()
	close(h.stopped)
	return nil
}

// Reconnected has all feeds look whether they missed something.
func (h *Hub) Reconnected() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, f := range h.feeds {
		f.look()
	}
}

// Join begins to watch a table for whoever has a seat there or not: the update is
// the newest one that is for him, and the viewer gets all that follow. Errors are
// those of the log.
func (h *Hub) Join(ctx context.Context, id subject.TableID, seated bool) (*Viewer, *Update, error) {
	f, err := h.follow(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	v, newest, err := f.enter(seated)
	if err != nil {
		h.release(f)
		return nil, nil, err
	}
	h.viewers.Inc()
	return v, newest, nil
}

// follow is the feed of a table that follows it, with one more user.
func (h *Hub) follow(ctx context.Context, id subject.TableID) (*feed, error) {
	f := h.feed(id)
	select {
	case <-f.ready:
		return f, nil
	case <-ctx.Done():
		h.release(f)
		return nil, ctx.Err()
	}
}

// linger is how long a feed goes on after somebody looked once: he looks again.
const linger = 5 * time.Second

// Seen is the newest commit of a table that whoever has no seat there may see.
// Errors are those of the log.
func (h *Hub) Seen(ctx context.Context, id subject.TableID) (table.Commit, error) {
	last, err := h.o.Log.Last(ctx, id)
	if err != nil {
		return table.Commit{}, err
	}
	c, err := replay.DecodeCommit(h.o.Codec, last)
	if err != nil || !c.State.Delayed() {
		return c, err
	}
	f, err := h.follow(ctx, id)
	if err != nil {
		return table.Commit{}, err
	}
	time.AfterFunc(linger, func() { h.release(f) })
	shown, err := f.seen()
	if err != nil {
		return table.Commit{}, err
	}
	return shown.Commit, nil
}

// Since yields the updates from one version to another, both included, from
// the log.
func (h *Hub) Since(ctx context.Context, id subject.TableID, from, to uint32) ([]*Update, error) {
	var out []*Update
	for c, err := range h.o.Log.History(ctx, id, from) {
		if err != nil {
			return nil, err
		}
		if c.Version > to {
			break
		}
		u, err := h.update(c)
		if err != nil {
			return nil, err
		}
		out = append(out, u)
	}
	return out, nil
}

// feed is the feed of a table, with one more user.
func (h *Hub) feed(id subject.TableID) *feed {
	h.mu.Lock()
	defer h.mu.Unlock()
	f := h.feeds[id]
	if f == nil {
		ctx, cancel := context.WithCancel(context.Background())
		f = newFeed(h, id, cancel)
		h.feeds[id] = f
		go f.run(ctx)
	}
	f.users++
	return f
}

// release gives a feed up; the last user ends it.
func (h *Hub) release(f *feed) {
	h.mu.Lock()
	defer h.mu.Unlock()
	f.users--
	if f.users == 0 {
		h.forget(f)
		f.cancel()
	}
}

// drop forgets a feed that has failed, so that the next viewer tries again.
func (h *Hub) drop(f *feed) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.forget(f)
}

// forget needs the lock.
func (h *Hub) forget(f *feed) {
	if h.feeds[f.id] == f {
		delete(h.feeds, f.id)
	}
}

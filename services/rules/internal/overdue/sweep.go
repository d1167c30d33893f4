package overdue

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/projection"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/telemetry"
)

// page is how many rows are read at once, and pause what lies between two pages:
// after an outage every table may be overdue, and owners take a wake at a time.
const (
	page  = 500
	pause = 25 * time.Millisecond
)

// Waker tells a service that a table may need it.
type Waker interface {
	Wake(ctx context.Context, service subject.Service, w natsrpc.Wake) error
}

// Options describe a Sweep; all are required.
type Options struct {
	Shards []subject.Shard
	Tables projection.Reader // the projection
	// Ready is nil once the projection has been read.
	Ready func(ctx context.Context) error
	Waker Waker
	Scope telemetry.Scope
	Now   func() time.Time
	Every time.Duration
	// Spread names the replica: replicas that resume at one moment begin at
	// different ones, and who begins later finds what others have set going.
	Spread string
}

// Sweep wakes the owners of overdue tables.
type Sweep struct {
	o     Options
	woken *prometheus.CounterVec
}

// New makes a sweep; Run and Resume make it work.
func New(o Options) (*Sweep, error) {
	woken, err := telemetry.Register(o.Scope.Registerer, prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "tranca_sweep_wakes_total", Help: "Wakes sent because a table waited too long for a service.",
	}, []string{"owner"}))
	return &Sweep{o: o, woken: woken}, err
}

// Run sweeps at once and then as often as the options say, until ctx ends.
func (s *Sweep) Run(ctx context.Context) error {
	ticker := time.NewTicker(s.o.Every)
	defer ticker.Stop()
	for {
		s.look(ctx, 0)
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// Pauses of Resume.
const (
	readyEvery = 20 * time.Millisecond
	spreadOver = 250 * time.Millisecond
	secondLook = time.Second
)

// Resume sets games going again that a restart or an outage has interrupted:
// when the projection has been read, and after each sign of a connection, it
// wakes the owners of whatever is due now or soon, without waiting until it is
// late. It looks twice, because services do not all come back at one moment.
func (s *Sweep) Resume(ctx context.Context, connected <-chan nats.Status) error {
	for {
		for s.o.Ready(ctx) != nil && wait(ctx, readyEvery) {
		}
		if !wait(ctx, s.delay()) {
			return nil
		}
		s.look(ctx, table.Time(lateProgress))
		if wait(ctx, secondLook) {
			s.look(ctx, table.Time(lateProgress))
		}
		select {
		case <-ctx.Done():
			return nil
		case _, open := <-connected:
			if !open {
				connected = nil
			}
		}
	}
}

// delay is this replica's share of spreadOver.
func (s *Sweep) delay() time.Duration {
	h := fnv.New32a()
	_, _ = h.Write([]byte(s.o.Spread)) // it never fails
	return time.Duration(float64(spreadOver) * float64(h.Sum32()) / float64(1<<32))
}

// wait tells whether ctx is still good after d.
func wait(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}

// look sweeps all shards as they will stand ahead of now.
func (s *Sweep) look(ctx context.Context, ahead table.Time) {
	now := table.Time(s.o.Now().UnixMilli()) + ahead
	for _, shard := range s.o.Shards {
		if err := s.sweep(ctx, shard, now); err != nil && ctx.Err() == nil {
			s.o.Scope.Logger.WarnContext(ctx, "sweep failed", "shard", shard.String(), "error", err)
		}
	}
}

// sweep wakes the owners of all tables of a shard that are overdue.
func (s *Sweep) sweep(ctx context.Context, shard subject.Shard, now table.Time) error {
	for after := ""; ; {
		rows, err := s.o.Tables.List(ctx, shard, list, after, page)
		if err != nil {
			return err
		}
		for _, r := range rows {
			if r.Order > order(now) {
				return nil
			}
			if err := s.wake(ctx, r, now); err != nil {
				return err
			}
			after = r.Cursor()
		}
		if len(rows) < page || !wait(ctx, pause) {
			return nil
		}
	}
}

func (s *Sweep) wake(ctx context.Context, r projection.Row, now table.Time) error {
	var row Row
	if err := json.Unmarshal(r.Value, &row); err != nil {
		return fmt.Errorf("row of table %s: %w", r.Key, err)
	}
	for _, owner := range row.overdue(now) {
		if err := s.o.Waker.Wake(ctx, subject.Service(owner), natsrpc.Wake{Table: row.Table, Version: row.Version}); err != nil {
			return err
		}
		s.woken.WithLabelValues(string(owner)).Inc()
		s.o.Scope.Logger.InfoContext(ctx, "overdue table, owner woken", "table", row.Table, "owner", string(owner))
	}
	return nil
}

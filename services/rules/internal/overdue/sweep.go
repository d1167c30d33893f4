package overdue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/projection"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/telemetry"
)

// page is how many rows are read at once.
const page = 500

// Waker tells a service that a table may need it.
type Waker interface {
	Wake(ctx context.Context, service subject.Service, w natsrpc.Wake) error
}

// Options describe a Sweep; all are required.
type Options struct {
	Shards []subject.Shard
	Source eventlog.Follower
	Decode Decode
	Store  replica.Store
	Waker  Waker
	Scope  telemetry.Scope
	Now    func() time.Time
	Every  time.Duration
}

// Sweep keeps the projection and wakes the owners of overdue tables.
type Sweep struct {
	o          Options
	projectors []*projection.Projector
	woken      *prometheus.CounterVec
}

// New makes a sweep; Run makes it work.
func New(o Options) (*Sweep, error) {
	s := &Sweep{o: o}
	for _, shard := range o.Shards {
		p, err := projection.NewProjector(projection.Options{
			Name: Name, Shard: shard, Source: o.Source, Fold: Fold(o.Decode), Writer: o.Store,
			Logger: o.Scope.Logger, Metrics: o.Scope.Registerer,
		})
		if err != nil {
			return nil, err
		}
		s.projectors = append(s.projectors, p)
	}
	var err error
	s.woken, err = telemetry.Register(o.Scope.Registerer, prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "tranca_sweep_wakes_total", Help: "Wakes sent because a table waited too long for a service.",
	}, []string{"owner"}))
	return s, err
}

// Run follows the log and sweeps until ctx ends.
func (s *Sweep) Run(ctx context.Context) error {
	units := []lifecycle.Unit{{Name: "sweep", Run: s.sweepOften}}
	for _, p := range s.projectors {
		units = append(units, lifecycle.Unit{Name: "projection " + Name, Run: func(ctx context.Context) error {
			if err := p.Run(ctx); !errors.Is(err, projection.ErrAlarm) {
				return err
			}
			<-ctx.Done() // the alarm is raised; moves are judged all the same
			return nil
		}})
	}
	return lifecycle.Run(ctx, units...)
}

// CaughtUp is nil once every shard has been read.
func (s *Sweep) CaughtUp(ctx context.Context) error {
	var errs []error
	for _, p := range s.projectors {
		errs = append(errs, p.CaughtUp(ctx))
	}
	return errors.Join(errs...)
}

func (s *Sweep) sweepOften(ctx context.Context) error {
	ticker := time.NewTicker(s.o.Every)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
		for _, shard := range s.o.Shards {
			if err := s.sweep(ctx, shard); err != nil && ctx.Err() == nil {
				s.o.Scope.Logger.WarnContext(ctx, "sweep failed", "shard", shard.String(), "error", err)
			}
		}
	}
}

// sweep wakes the owners of all tables of a shard that are overdue.
func (s *Sweep) sweep(ctx context.Context, shard subject.Shard) error {
	now := table.Time(s.o.Now().UnixMilli())
	for after := ""; ; {
		rows, err := s.o.Store.List(ctx, shard, list, after, page)
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
		if len(rows) < page {
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

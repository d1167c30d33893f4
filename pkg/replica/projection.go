package replica

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/projection"
	"tranca.example/pkg/subject"
)

// ProjectionOptions describe one projection of a service. What is not said to
// have a default is required.
type ProjectionOptions struct {
	Service subject.Service
	Name    string
	Source  eventlog.Follower // of the service itself; Env.Follower goes before it
	Fold    projection.Fold
	// Latest, MaxBatch and MaxDelay are those of projection.Options.
	Latest   bool
	MaxBatch int
	MaxDelay time.Duration
	// CheckEvery is how often store and log are looked at; 0: 1 s.
	CheckEvery time.Duration
}

// Projection is a projection over all shards, as one replica has it. A store
// that replicas share is written by the elected one and read by all; a store of
// the replica's own is written by the replica.
type Projection struct {
	env        Env
	o          ProjectionOptions
	store      Store
	projectors []*projection.Projector

	mu    sync.Mutex
	goals map[subject.Shard]uint64 // heads of the log at the first look
}

// NewProjection opens the store of the projection; the unit keeps it up to date.
func NewProjection(env Env, o ProjectionOptions) (*Projection, error) {
	store, err := env.Stores(o.Name)
	if err != nil {
		return nil, fmt.Errorf("projection %s: %w", o.Name, err)
	}
	if env.Follower != nil {
		o.Source = env.Follower
	}
	p := &Projection{env: env, o: o, store: store, goals: map[subject.Shard]uint64{}}
	for _, shard := range env.Shards {
		one, err := projection.NewProjector(projection.Options{
			Name: o.Name, Shard: shard, Source: o.Source, Fold: o.Fold, Writer: store,
			Latest: o.Latest, MaxBatch: o.MaxBatch, MaxDelay: o.MaxDelay,
			Logger: env.Scope.Logger, Tracer: env.Scope.Tracer, Metrics: env.Scope.Registerer, CheckEvery: o.CheckEvery,
			Spread: env.Name.String(),
		})
		if err != nil {
			return nil, err
		}
		p.projectors = append(p.projectors, one)
	}
	return p, nil
}

// Store is what the projection is read from.
func (p *Projection) Store() Store { return p.store }

// Unit follows the log in all shards. An alarm ends nothing: tables go on without
// the projection, which is not ready until it goes on.
func (p *Projection) Unit() lifecycle.Unit {
	if p.store.Shared() {
		return Elected(p.env, p.o.Service, "projection-"+p.o.Name, p.follow)
	}
	return lifecycle.Unit{Name: "projection " + p.o.Name, Run: p.follow}
}

func (p *Projection) follow(ctx context.Context) error {
	var units []lifecycle.Unit
	for _, one := range p.projectors {
		units = append(units, lifecycle.Unit{Name: "projector", Run: one.Run})
	}
	return lifecycle.Run(ctx, units...)
}

// Ready is nil once the store holds what the log held at the first look,
// whoever wrote it. While the store does not answer, or this replica is to write
// it and cannot go on, it is not ready. What keeps several shards back is told once.
func (p *Projection) Ready(ctx context.Context) error {
	var errs []error
	told := map[string]bool{}
	for i, shard := range p.env.Shards {
		err := p.projectors[i].Trouble()
		if err == nil {
			err = p.reached(ctx, shard)
		}
		if err == nil || told[root(err)] {
			continue
		}
		told[root(err)] = true
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// root is the text of the error below all others.
func root(err error) string {
	for below := errors.Unwrap(err); below != nil; below = errors.Unwrap(err) {
		err = below
	}
	return err.Error()
}

func (p *Projection) reached(ctx context.Context, shard subject.Shard) error {
	goal, err := p.goal(ctx, shard)
	if err != nil {
		return err
	}
	have, err := p.store.Checkpoint(ctx, shard)
	if err == nil && have < goal {
		err = fmt.Errorf("projection %s of shard %s is at %d of %d", p.o.Name, shard, have, goal)
	}
	return err
}

// goal is what catching up is measured by.
func (p *Projection) goal(ctx context.Context, shard subject.Shard) (uint64, error) {
	p.mu.Lock()
	goal, known := p.goals[shard]
	p.mu.Unlock()
	if known {
		return goal, nil
	}
	goal, err := p.o.Source.Head(ctx, shard)
	if err != nil {
		return 0, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.goals[shard] = goal
	return goal, nil
}

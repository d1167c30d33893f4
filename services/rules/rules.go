package rules

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"tranca.example/pkg/deadletter"
	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/records"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/secret"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/services/rules/internal/overdue"
	"tranca.example/services/rules/internal/seals"
	"tranca.example/services/rules/internal/steady"
	"tranca.example/services/rules/internal/timekeeper"
)

// The projection of tables is read by the sweep, which counts in seconds: its
// commits may wait for others of the same tables.
const (
	tablesBatch = 4096
	tablesDelay = 100 * time.Millisecond
)

// Service is one replica of rules.
type Service struct {
	o      Options
	owner  *replica.Owner
	opener *seals.Opener
	keeper *timekeeper.Keeper
	tables *replica.Projection
	sweep  *overdue.Sweep
	waker  *natsrpc.Waker
	client *natsrpc.Client
	alarms *secret.Alarms
	dead   *deadletter.Copier
	pulse  *steady.Pulse
}

// New checks the options and makes a replica.
func New(o Options) (*Service, error) {
	o = o.withDefaults()
	if err := o.Validate(); err != nil {
		return nil, err
	}
	s := &Service{o: o, waker: natsrpc.NewWaker(o.Conn, o.Local), pulse: steady.New(steady.Options{
		Now: o.Now, Connected: o.Conn.IsConnected, For: o.Settle,
	})}
	if err := s.build(); err != nil {
		return nil, fmt.Errorf("rules: %w", err)
	}
	return s, nil
}

func (s *Service) build() (err error) {
	store, err := records.New(s.o.Conn, 0)
	if err != nil {
		return err
	}
	if s.alarms, err = secret.NewAlarms(s.o.Scope); err != nil {
		return err
	}
	if s.opener, err = seals.New(seals.Options{
		Seeds: secret.New(store), Waker: s.waker, Alarms: s.alarms, Now: s.o.Now, Remember: s.o.Remember,
	}); err != nil {
		return err
	}
	if s.owner, err = replica.NewOwner(s.o.Env, table.Rules, s.opener); err != nil {
		return err
	}
	if s.client, err = natsrpc.NewClient(s.o.Conn, natsrpc.ClientOptions{Tracer: s.o.Scope.Tracer, Local: s.o.Local}); err != nil {
		return err
	}
	if s.keeper, err = timekeeper.New(timekeeper.Options{
		Conn: s.o.Conn, Records: store, Now: s.o.Now, Logger: s.o.Scope.Logger, Metrics: s.o.Scope.Registerer,
		Last: s.owner.Host.LastState, Act: s.act, Steady: s.pulse.Steady,
	}); err != nil {
		return err
	}
	if s.tables, err = replica.NewProjection(s.o.Env, replica.ProjectionOptions{
		Service: subject.Rules, Name: overdue.Name, Source: s.owner.Log, Fold: overdue.Fold(s.owner.Read),
		Latest: true, MaxBatch: tablesBatch, MaxDelay: tablesDelay,
	}); err != nil {
		return err
	}
	if s.dead, err = deadletter.NewCopier(deadletter.CopierOptions{
		Conn: s.o.Conn, Open: s.open(), Logger: s.o.Scope.Logger, Metrics: s.o.Scope.Registerer,
	}); err != nil {
		return err
	}
	s.sweep, err = overdue.New(overdue.Options{
		Shards: s.o.Shards, Tables: s.tables.Store(), Ready: s.tables.Ready,
		Waker: s.waker, Scope: s.o.Scope, Now: s.o.Now, Every: s.o.SweepEvery,
		Spread: s.o.Name.String(),
	})
	return err
}

// open are the streams of which a dead letter may hold a message: those without
// a secret.
func (s *Service) open() []string {
	streams := []string{subject.TimersStream}
	for _, shard := range s.o.Shards {
		streams = append(streams, subject.GameStream(shard))
	}
	return streams
}

// Units are the parts of the replica in the order of their start. The sweep and
// the copying of dead letters work in one replica at a time; at its start and
// after an outage every one looks for games that stand still.
func (s *Service) Units() []lifecycle.Unit {
	return []lifecycle.Unit{
		{Name: "rules pulse", Run: s.pulse.Run},
		s.owner.Serve(nil),
		s.owner.Wakes(s.react),
		{Name: "rules timers", Run: s.keeper.Run},
		{Name: "rules sealed rounds", Run: s.healOften},
		s.tables.Unit(),
		{Name: "rules resume", Run: s.resume},
		replica.Elected(s.o.Env, subject.Rules, "sweep", s.sweep.Run),
		replica.Elected(s.o.Env, subject.Rules, "dead-letters", s.dead.Run),
	}
}

func (s *Service) resume(ctx context.Context) error {
	connected := s.o.Conn.StatusChanged(nats.CONNECTED)
	defer s.o.Conn.RemoveStatusListener(connected)
	return s.sweep.Resume(ctx, connected)
}

// Run works until ctx ends.
func (s *Service) Run(ctx context.Context) error { return lifecycle.Run(ctx, s.Units()...) }

// Ready is always nil: what a command needs is read when it comes.
func (s *Service) Ready(context.Context) error { return nil }

// react does what a table waits for from rules, and arms the moment after that. What
// is due before the replica has settled is left to the timer, which waits until then.
func (s *Service) react(ctx context.Context, id subject.TableID, version uint32) error {
	if s.pulse.Steady() {
		if err := s.owner.Host.React(ctx, id, version, nil); err != nil {
			return err
		}
	}
	state, err := s.owner.Host.State(ctx, id, version)
	if err != nil {
		return err
	}
	return s.keeper.Arm(ctx, id, state)
}

// act is what the timekeeper asks for: rules itself reacts, others are woken.
func (s *Service) act(ctx context.Context, owner table.Service, state table.State) error {
	if owner != table.Rules {
		return s.waker.Wake(ctx, subject.Service(owner), natsrpc.Wake{Table: state.ID, Version: state.Version})
	}
	id, err := subject.ParseTableID(state.ID)
	if err != nil {
		return err
	}
	return s.owner.Host.React(ctx, id, state.Version, nil)
}

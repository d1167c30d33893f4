package timekeeper

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/pkg/records"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
)

// Durable is the name of the consumer that all replicas share.
const Durable = "timekeeper"

const (
	workers    = 64
	handleTime = 4 * time.Second // for one firing; less than Pace.Silence
	retryAfter = 500 * time.Millisecond
	heartbeat  = time.Second // of an idle consumer; two missed ones mean that it is gone
	// maxWaiting is high: firings whose owner is away must not hold up others.
	maxWaiting = 1 << 16
)

// Options describe a Keeper; all are required.
type Options struct {
	Conn    *nats.Conn
	Records *records.Store
	Now     func() time.Time
	Logger  *slog.Logger
	Metrics prometheus.Registerer
	// Last reads the table's last state from the log's leader.
	Last func(ctx context.Context, id subject.TableID) (table.State, error)
	// Act does or asks the owner for what the table waits for now.
	Act func(ctx context.Context, owner table.Service, s table.State) error
	// Steady tells whether this replica may let time run out: a firing waits until then.
	Steady func() bool
	// Pace is how patient it is; zero: DefaultPace.
	Pace Pace
}

// Keeper arms schedules and handles those that fire. It is safe for concurrent use.
type Keeper struct {
	o       Options
	js      jetstream.JetStream
	metrics *metrics
	pending *pending
}

// New makes a keeper; Run makes it listen.
func New(o Options) (*Keeper, error) {
	if o.Pace.Tries == 0 {
		o.Pace = DefaultPace()
	}
	js, err := jetstream.New(o.Conn)
	if err != nil {
		return nil, fmt.Errorf("timekeeper: %w", err)
	}
	m, err := newMetrics(o.Metrics)
	if err != nil {
		return nil, fmt.Errorf("timekeeper: %w", err)
	}
	return &Keeper{o: o, js: js, metrics: m, pending: &pending{at: map[subject.TableID]time.Time{}}}, nil
}

// Run handles firings until ctx ends. It survives a consumer that is gone.
func (k *Keeper) Run(ctx context.Context) error {
	for {
		if err := k.listen(ctx); ctx.Err() == nil {
			k.o.Logger.WarnContext(ctx, "timers are listened to anew", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(retryAfter):
		}
	}
}

func (k *Keeper) listen(ctx context.Context) error {
	// No BackOff: where there is one, the server adds its n-th pause, less AckWait, to
	// every pause that is asked for.
	consumer, err := k.js.CreateOrUpdateConsumer(ctx, subject.TimersStream, jetstream.ConsumerConfig{
		Durable: Durable, FilterSubject: subject.TimerFireFilter(),
		AckPolicy: jetstream.AckExplicitPolicy, MaxAckPending: maxWaiting,
		MaxDeliver: k.o.Pace.Tries, AckWait: k.o.Pace.Silence,
	})
	if err != nil {
		return err
	}
	messages, err := consumer.Messages(jetstream.PullMaxMessages(workers), jetstream.PullHeartbeat(heartbeat))
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, messages.Stop)()
	defer messages.Stop()
	var inWork sync.WaitGroup
	defer inWork.Wait()
	slots := make(chan struct{}, workers)
	for {
		m, err := messages.Next()
		if err != nil {
			return err
		}
		slots <- struct{}{}
		inWork.Go(func() {
			defer func() { <-slots }()
			k.handle(ctx, m)
		})
	}
}

// fired asks the owners for what is due, once the replica is steady; done is true when
// nothing is any more and the next moment is armed.
func (k *Keeper) fired(ctx context.Context, id subject.TableID) (done bool, err error) {
	k.pending.drop(id)
	k.metrics.fired.Inc()
	s, err := k.o.Last(ctx, id)
	if errors.Is(err, rpcerr.New(rpcerr.ReasonUnknownTable, "")) {
		return true, nil // it aged out of the log
	}
	if err != nil {
		return false, err
	}
	owners := dueBy(s, k.o.Now())
	if len(owners) > 0 && !k.o.Steady() {
		return false, nil
	}
	var errs []error
	for _, owner := range owners {
		errs = append(errs, k.o.Act(ctx, owner, s))
	}
	if len(owners) > 0 {
		if s, err = k.o.Last(ctx, id); err != nil {
			return false, errors.Join(append(errs, err)...)
		}
	}
	errs = append(errs, k.Arm(ctx, id, s))
	err = errors.Join(errs...)
	return err == nil && len(dueBy(s, k.o.Now())) == 0, err
}

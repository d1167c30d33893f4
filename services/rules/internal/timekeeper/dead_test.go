package timekeeper_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/pkg/deadletter"
	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/records"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/services/rules/internal/timekeeper"
)

// hurry is a pace at which twelve minutes are a second.
func hurry() timekeeper.Pace {
	return timekeeper.Pace{
		Tries: 5, Waits: 3, First: 5 * time.Millisecond, Most: 20 * time.Millisecond, Slow: 40 * time.Millisecond, Stuck: time.Second,
		Silence: 5 * time.Second,
	}
}

// sicken makes every look at the table end so; nil heals it.
func (w *world) sicken(sick func() error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sick = sick
}

func (w *world) looked() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.looks
}

// rings lets a keeper's timer fire soon.
func (w *world) rings(k *timekeeper.Keeper) {
	w.t.Helper()
	must(w.t, k.Arm(w.t.Context(), w.id, w.until(at(50*time.Millisecond))))
}

// copier runs one as rules does, on a connection that cut takes away.
func (w *world) copier() (cut func()) {
	w.t.Helper()
	conn := natstest.Connect(w.t, w.server, string(subject.Rules))
	c, err := deadletter.NewCopier(deadletter.CopierOptions{
		Conn: conn, Open: []string{subject.TimersStream}, Logger: slog.New(slog.DiscardHandler),
		Metrics: prometheus.NewRegistry(), Every: 5 * time.Millisecond,
	})
	must(w.t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- c.Run(ctx) }()
	w.t.Cleanup(func() { cancel(); must(w.t, <-ended) })
	return conn.Close
}

// box is that of whoever decides.
func (w *world) box() *deadletter.Box {
	w.t.Helper()
	box, err := deadletter.Open(natstest.Connect(w.t, w.server, natsboot.DLQUser), 0)
	must(w.t, err)
	return box
}

// letters waits for the letter of the only poisoned message.
func (w *world) letter(box *deadletter.Box) (l deadletter.Letter) {
	w.t.Helper()
	w.waits("a letter waits", func() bool {
		ids, err := box.Waiting(w.t.Context())
		must(w.t, err)
		if len(ids) == 0 {
			return false
		}
		l, err = box.Get(w.t.Context(), ids[0])
		must(w.t, err)
		return len(ids) == 1
	})
	return l
}

// advisories counts what the server told of consumers that gave up.
func (w *world) advisories() uint64 {
	w.t.Helper()
	js, err := jetstream.New(natstest.Connect(w.t, w.server, string(subject.Rules)))
	must(w.t, err)
	s, err := js.Stream(w.t.Context(), subject.DLQStream)
	must(w.t, err)
	return s.CachedInfo().State.Msgs
}

func unreadable() error { return errors.New("commit 7: event of an unknown kind") }

func TestATimerThatFailsForEverIsOneDeadLetterOverReplicasThatAreKilledAndGoesOnWhenRetried(t *testing.T) {
	w := newWorld(t)
	w.move = func(int) time.Time { w.set(time.Time{}); return time.Time{} }
	w.sicken(unreadable)
	first := natstest.Connect(t, w.server, string(subject.Rules))
	k := w.paced(first, hurry())
	stop := w.run(k)
	w.run(w.paced(natstest.Connect(t, w.server, string(subject.Rules)), hurry()))
	cut := w.copier()
	w.copier()
	w.rings(k)
	w.waits("a look", func() bool { return w.looked() > 0 })
	first.Close() // both die without a word
	cut()
	stop()
	w.run(w.paced(natstest.Connect(t, w.server, string(subject.Rules)), hurry()))
	w.copier()

	box := w.box()
	l := w.letter(box)
	if l.Kind != deadletter.Terminated || l.Reason != "failed: commit 7: event of an unknown kind" || l.Subject != subject.TimerFire(w.id) {
		t.Errorf("got %+v", l)
	}
	if got := w.unsettled(); got != 0 || len(w.acted()) != 0 || w.advisories() != 1 {
		t.Errorf("%d firings wait, %d acts, %d advisories", got, len(w.acted()), w.advisories())
	}

	w.sicken(nil)
	_, err := box.Retry(t.Context(), l.ID, deadletter.Decision{By: "ann", At: time.Now()})
	must(t, err)
	w.waits("the table moves on", func() bool { return len(w.acted()) == 1 && w.unsettled() == 0 })
	if ids, err := box.All(t.Context()); err != nil || len(ids) != 1 {
		t.Errorf("got %v, %v", ids, err)
	}
}

func TestATimerThatPanicsIsADeadLetterAndItsKeeperLives(t *testing.T) {
	w := newWorld(t)
	w.sicken(func() error { return []error{}[w.looks] })
	k := w.paced(natstest.Connect(t, w.server, string(subject.Rules)), hurry())
	w.run(k)
	w.copier()
	w.rings(k)
	if l := w.letter(w.box()); !strings.HasPrefix(l.Reason, "failed: panic: runtime error: ") || l.Deliveries != 5 {
		t.Errorf("got %+v", l)
	}
	w.sicken(nil)
	w.move = func(int) time.Time { w.set(time.Time{}); return time.Time{} }
	w.rings(k)
	w.waits("the next firing is handled", func() bool { return len(w.acted()) == 1 })
}

func TestATimerThatFailsIsToldOnceAndWhenItIsGivenUp(t *testing.T) {
	for name, sick := range map[string]func(w *world) func() error{
		"an error": func(*world) func() error { return unreadable },
		"a panic":  func(w *world) func() error { return func() error { return []error{}[w.looks] } },
	} {
		t.Run(name, func(t *testing.T) {
			w, log := newWorld(t), bytes.Buffer{}
			w.logger = slog.New(slog.NewTextHandler(&log, nil))
			w.sicken(sick(w))
			k := w.paced(natstest.Connect(t, w.server, string(subject.Rules)), hurry())
			stop := w.run(k)
			w.rings(k)
			w.waits("it is given up", func() bool { return w.advisories() == 1 })
			stop()
			for text, want := range map[string]int{"timer not handled yet": 1, "timer given up": 1, "panic at a timer": strings.Count(name, "panic")} {
				if n := strings.Count(log.String(), text); n != want {
					t.Errorf("%q is told %d times, want %d: %s", text, n, want, log.String())
				}
			}
		})
	}
}

// What a replica that stops has in work is for another one, at once.
func TestAFiringInWorkAtTheStopIsNotPutOffForLong(t *testing.T) {
	w := newWorld(t)
	pace := hurry()
	pace.Stuck = time.Hour
	conn := natstest.Connect(t, w.server, string(subject.Rules))
	store, err := records.New(conn, 0)
	must(t, err)
	inWork := make(chan struct{})
	k, err := timekeeper.New(timekeeper.Options{
		Steady: w.steady,
		Conn:   conn, Records: store, Now: time.Now, Logger: w.logger, Metrics: w.registry, Act: w.act, Pace: pace,
		Last: func(ctx context.Context, id subject.TableID) (table.State, error) {
			if w.looked() < 2*pace.Waits-2 { // a delivery looks twice
				return w.last(ctx, id)
			}
			close(inWork)
			<-ctx.Done()
			return table.State{}, ctx.Err()
		},
	})
	must(t, err)
	stop := w.run(k)
	w.rings(k)
	<-inWork
	stop()
	w.move = func(int) time.Time { w.set(time.Time{}); return time.Time{} }
	before := len(w.acted())
	w.run(w.paced(natstest.Connect(t, w.server, string(subject.Rules)), pace))
	w.waits("another one handles it", func() bool { return len(w.acted()) > before && w.unsettled() == 0 })
}

func TestAFiringThatCannotBeReadIsGivenUpAtOnce(t *testing.T) {
	w := newWorld(t)
	w.run(w.keeper()) // as patient as it is
	w.copier()
	_, err := natstest.Connect(t, w.server, natsboot.DLQUser).Request("t.fire.nonsense", nil, 5*time.Second)
	must(t, err)
	l := w.letter(w.box())
	if !strings.HasPrefix(l.Reason, `unreadable: table id "nonsense": want <shard>-<16 characters>`) || l.Deliveries != 1 {
		t.Errorf("got %+v", l)
	}
}

// An outage as long as the deliveries of many firings: whoever waits is no poison.
func TestNoTimerIsADeadLetterBecauseOfALongOutageOrAnOwnerThatStaysAway(t *testing.T) {
	down := fmt.Errorf("last commit: %w", eventlog.ErrUnavailable)
	for name, sick := range map[string]func() error{
		"the log does not answer":       func() error { return down },
		"the shard is unknown here":     func() error { return rpcerr.New(rpcerr.ReasonUnknownShard, "not mine") },
		"a request takes too long":      func() error { return context.DeadlineExceeded },
		"the connection is being made":  func() error { return fmt.Errorf("wake dealer: %w", nats.ErrReconnectBufExceeded) },
		"the owner does not move it on": nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.sicken(sick)
			k := w.paced(natstest.Connect(t, w.server, string(subject.Rules)), hurry())
			w.run(k)
			w.run(w.paced(natstest.Connect(t, w.server, string(subject.Rules)), hurry()))
			w.rings(k)
			w.waits("many more looks than one firing may have", func() bool { return w.looked() > 8*hurry().Tries })
			if n := w.advisories(); n != 0 {
				t.Fatalf("%d consumers gave up", n)
			}
			if got := w.stored(); got[subject.TimerFire(w.id)] > 1 || got[subject.TimerSet(w.id)] > 1 {
				t.Errorf("got %v: want one firing and one schedule at most", got)
			}
			w.mu.Lock()
			w.sick, w.move = nil, func(int) time.Time { w.set(time.Time{}); return time.Time{} }
			before := len(w.acts)
			w.mu.Unlock()
			w.waits("the table moves on", func() bool { return len(w.acted()) > before && w.unsettled() == 0 })
		})
	}
}

func TestTheConsumerOfTimersHasABoundAndAPause(t *testing.T) {
	w := newWorld(t)
	w.run(w.keeper())
	js, err := jetstream.New(natstest.Connect(t, w.server, string(subject.Rules)))
	must(t, err)
	w.waits("the consumer is there", func() bool {
		c, err := js.Consumer(t.Context(), subject.TimersStream, timekeeper.Durable)
		if err != nil {
			return false
		}
		config := c.CachedInfo().Config
		return config.MaxDeliver == 20 && len(config.BackOff) == 0 && config.AckWait == 40*time.Second
	})
}

func TestTheDefaultPaceOutlivesTenMinutes(t *testing.T) {
	p := timekeeper.DefaultPace()
	var failing, killing time.Duration
	for n := 1; n < p.Tries; n++ {
		if failing += p.Slow; n < p.Waits {
			failing += min(p.First<<(n-1), p.Most) - p.Slow
		}
		killing += p.Silence
	}
	if failing < 10*time.Minute || killing < 10*time.Minute || p.Waits >= p.Tries {
		t.Errorf("it gives up after %v of failures, %v of silence", failing, killing)
	}
}

// An older version gave its consumer pauses of its own, which lengthened those that
// a keeper asks for.
func TestAConsumerOfAnOlderVersionLosesItsPauses(t *testing.T) {
	w := newWorld(t)
	js, err := jetstream.New(natstest.Connect(t, w.server, string(subject.Rules)))
	must(t, err)
	_, err = js.CreateOrUpdateConsumer(t.Context(), subject.TimersStream, jetstream.ConsumerConfig{
		Durable: timekeeper.Durable, FilterSubject: subject.TimerFireFilter(), AckPolicy: jetstream.AckExplicitPolicy,
		MaxAckPending: 1 << 16, MaxDeliver: 20, BackOff: []time.Duration{10 * time.Second, 10 * time.Second, time.Minute},
	})
	must(t, err)
	w.run(w.keeper())
	w.waits("the pauses are gone", func() bool {
		c, err := js.Consumer(t.Context(), subject.TimersStream, timekeeper.Durable)
		return err == nil && len(c.CachedInfo().Config.BackOff) == 0 && c.CachedInfo().Config.AckWait == 40*time.Second
	})
}

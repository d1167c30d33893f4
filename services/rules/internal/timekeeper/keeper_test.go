package timekeeper_test

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/records"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/services/rules/internal/timekeeper"
)

// world is one table that keepers look after.
type world struct {
	t      *testing.T
	server *natsboot.Server
	id     subject.TableID
	// registry has what all keepers count together.
	registry *prometheus.Registry
	logger   *slog.Logger

	unsteady atomic.Bool // whoever keeps the time

	mu    sync.Mutex
	state table.State
	lost  bool                       // the table is not in the log
	sick  func() error               // what reading the table says instead; it may panic
	looks int                        // at the table
	acts  []time.Time                // of the owners
	move  func(n int) (at time.Time) // what the n-th act makes the deadline; zero: it does nothing
}

func newWorld(t *testing.T) *world {
	t.Helper()
	id, err := subject.NewTableID(0, [10]byte{1})
	must(t, err)
	return &world{
		t: t, server: natstest.Start(t), id: id, registry: prometheus.NewRegistry(),
		logger: slog.New(slog.DiscardHandler), move: func(int) time.Time { return time.Time{} },
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// until makes the table wait until at; none for the zero time.
func (w *world) until(at time.Time) table.State {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.set(at)
	return w.state
}

func (w *world) set(at time.Time) {
	w.state = table.State{ID: w.id.String(), Version: 1, Phase: table.PhasePlaying, Rules: &domino.Rules{}}
	if !at.IsZero() {
		w.state.Deadline = table.Time(at.UnixMilli())
	}
}

func (w *world) last(context.Context, subject.TableID) (table.State, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.looks++
	if w.sick != nil {
		if err := w.sick(); err != nil {
			return table.State{}, err
		}
	}
	if w.lost {
		return table.State{}, rpcerr.New(rpcerr.ReasonUnknownTable, "no such table")
	}
	return w.state, nil
}

func (w *world) act(_ context.Context, owner table.Service, _ table.State) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if owner != table.Rules {
		w.t.Errorf("%s was asked", owner)
	}
	w.acts = append(w.acts, time.Now())
	if at := w.move(len(w.acts)); !at.IsZero() {
		w.set(at)
	}
	return nil
}

func (w *world) steady() bool { return !w.unsteady.Load() }

func (w *world) acted() []time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]time.Time(nil), w.acts...)
}

// keeper makes one that is not running yet.
func (w *world) keeper() *timekeeper.Keeper {
	w.t.Helper()
	return w.paced(natstest.Connect(w.t, w.server, string(subject.Rules)), timekeeper.Pace{})
}

func (w *world) paced(conn *nats.Conn, pace timekeeper.Pace) *timekeeper.Keeper {
	w.t.Helper()
	store, err := records.New(conn, 0)
	must(w.t, err)
	k, err := timekeeper.New(timekeeper.Options{
		Conn: conn, Records: store, Now: time.Now, Logger: w.logger,
		Metrics: w.registry, Last: w.last, Act: w.act, Pace: pace, Steady: w.steady,
	})
	must(w.t, err)
	return k
}

func (w *world) run(k *timekeeper.Keeper) (stop func()) {
	w.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- k.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			w.t.Error(err)
		}
	})
	w.t.Cleanup(stop)
	return stop
}

// stored lists the messages of TIMERS by subject.
func (w *world) stored() map[string]uint64 {
	w.t.Helper()
	js, err := jetstream.New(natstest.Connect(w.t, w.server, string(subject.Rules)))
	must(w.t, err)
	stream, err := js.Stream(w.t.Context(), subject.TimersStream)
	must(w.t, err)
	info, err := stream.Info(w.t.Context(), jetstream.WithSubjectFilter(">"))
	must(w.t, err)
	return info.State.Subjects
}

// pending is the moment for which the table's schedule is written.
func (w *world) pending() string {
	w.t.Helper()
	store, err := records.New(natstest.Connect(w.t, w.server, string(subject.Rules)), 0)
	must(w.t, err)
	r, err := store.Last(w.t.Context(), subject.TimersStream, subject.TimerSet(w.id))
	must(w.t, err)
	return r.Header.Get("Nats-Schedule")
}

func (w *world) waits(what string, ok func() bool) {
	w.t.Helper()
	for end := time.Now().Add(15 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if ok() {
			return
		}
	}
	w.t.Fatal("does not happen: " + what)
}

func at(d time.Duration) time.Time { return time.Now().Add(d).Truncate(time.Millisecond) }

func spelt(t time.Time) string { return "@at " + t.UTC().Format(time.RFC3339Nano) }

func TestATimerIsWrittenOnlyWhenNoneIsPendingOrItIsTooLate(t *testing.T) {
	w := newWorld(t)
	k, other := w.keeper(), w.keeper()
	soon, later, sooner := at(10*time.Minute), at(20*time.Minute), at(5*time.Minute)
	for _, step := range []struct {
		keeper *timekeeper.Keeper
		until  time.Time
		want   time.Time
	}{
		{k, soon, soon}, {k, later, soon}, {other, later, soon}, {other, sooner, sooner}, {k, soon, sooner}, {k, time.Time{}, sooner},
	} {
		must(t, step.keeper.Arm(t.Context(), w.id, w.until(step.until)))
		if got, want := w.pending(), spelt(step.want); got != want {
			t.Errorf("until %v: got %q, want %q", step.until, got, want)
		}
	}
	if got := w.stored(); len(got) != 1 || got[subject.TimerSet(w.id)] != 1 {
		t.Errorf("got %v, want one schedule", got)
	}
}

func TestATimerIsAtMostTwelveHoursAhead(t *testing.T) {
	w := newWorld(t)
	before := time.Now()
	must(t, w.keeper().Arm(t.Context(), w.id, w.until(at(20*24*time.Hour))))
	got, err := time.Parse("@at "+time.RFC3339Nano, w.pending())
	must(t, err)
	if got.Before(before.Add(12*time.Hour)) || got.After(time.Now().Add(12*time.Hour)) {
		t.Errorf("got %v, want 12 h from now", got)
	}
}

func TestATableThatWaitsForPeopleAloneArmsNothing(t *testing.T) {
	w := newWorld(t)
	must(t, w.keeper().Arm(t.Context(), w.id, w.until(time.Time{})))
	if got := w.stored(); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}

func TestEveryDeadlineIsActedOnOnceAndNeverEarlyAndLeavesOneFiring(t *testing.T) {
	w := newWorld(t)
	var deadlines []time.Time
	w.move = func(n int) time.Time {
		if n == 3 {
			w.set(time.Time{}) // the round is over
			return time.Time{}
		}
		deadlines = append(deadlines, at(300*time.Millisecond))
		return deadlines[n]
	}
	k := w.keeper()
	w.run(k)
	w.run(w.keeper()) // the firings are shared
	deadlines = append(deadlines, at(300*time.Millisecond))
	must(t, k.Arm(t.Context(), w.id, w.until(deadlines[0])))
	w.waits("three acts", func() bool { return len(w.acted()) == 3 })
	w.waits("nothing pending but the last firing", func() bool {
		got := w.stored()
		return len(got) == 1 && got[subject.TimerFire(w.id)] == 1
	})
	for i, acted := range w.acted() {
		if acted.Before(deadlines[i]) {
			t.Errorf("act %d came %v early", i, deadlines[i].Sub(acted))
		}
	}
}

func TestNobodyRunsOutOfTimeBeforeTheReplicaIsSteady(t *testing.T) {
	w := newWorld(t)
	w.move = func(int) time.Time { w.set(time.Time{}); return time.Time{} }
	w.unsteady.Store(true)
	k := w.keeper()
	w.run(k)
	must(t, k.Arm(t.Context(), w.id, w.until(at(100*time.Millisecond))))
	w.waits("three looks at a turn that is over", func() bool { w.mu.Lock(); defer w.mu.Unlock(); return w.looks >= 3 })
	if n := len(w.acted()); n != 0 {
		t.Errorf("it acted %d times", n)
	}
	w.unsteady.Store(false)
	w.waits("the act", func() bool { return len(w.acted()) == 1 })
}

// Moves come faster than turns run out: each puts the deadline off, and the timer
// that is pending rings for nothing once and is then set for the last of them.
func TestADeadlineThatIsPutOffIsActedOnOnceAtItsLastMoment(t *testing.T) {
	w := newWorld(t)
	w.move = func(int) time.Time { w.set(time.Time{}); return time.Time{} }
	k := w.keeper()
	w.run(k)
	var deadline time.Time
	for i := range 8 {
		deadline = at(700*time.Millisecond + time.Duration(i)*30*time.Millisecond)
		must(t, k.Arm(t.Context(), w.id, w.until(deadline)))
		if n := w.sets(); n != 1 {
			t.Fatalf("%d timers were written for %d deadlines, want one", n, i+1)
		}
	}
	w.waits("the act", func() bool { return len(w.acted()) > 0 })
	w.waits("the last firing is settled", func() bool { return w.unsettled() == 0 })
	if acted := w.acted(); len(acted) != 1 || acted[0].Before(deadline) {
		t.Errorf("acted at %v, the deadline was %v", acted, deadline)
	} else {
		t.Logf("late by %v", acted[0].Sub(deadline))
	}
	if n := w.sets(); n != 2 {
		t.Errorf("%d timers were written, want two", n)
	}
}

// sets is how many timers of the table were written so far.
func (w *world) sets() int {
	w.t.Helper()
	families, err := w.registry.Gather()
	must(w.t, err)
	for _, f := range families {
		if f.GetName() == "tranca_timers_armed_total" {
			return int(f.GetMetric()[0].GetCounter().GetValue())
		}
	}
	return 0
}

func TestAFiringIsKeptUntilTheOwnerHasMovedTheTable(t *testing.T) {
	w := newWorld(t)
	w.move = func(n int) time.Time {
		if n < 3 {
			return time.Time{} // the owner does not hear
		}
		return at(time.Hour)
	}
	k := w.keeper()
	w.run(k)
	must(t, k.Arm(t.Context(), w.id, w.until(at(50*time.Millisecond))))
	w.waits("the third act", func() bool { return len(w.acted()) == 3 })
	w.waits("the next deadline is armed and the firing let go", func() bool {
		return w.stored()[subject.TimerSet(w.id)] == 1 && w.unsettled() == 0
	})
	if n := len(w.acted()); n != 3 {
		t.Errorf("%d acts, want 3", n)
	}
}

// unsettled counts the firings that were delivered and not acknowledged.
func (w *world) unsettled() int {
	w.t.Helper()
	js, err := jetstream.New(natstest.Connect(w.t, w.server, string(subject.Rules)))
	must(w.t, err)
	c, err := js.Consumer(w.t.Context(), subject.TimersStream, timekeeper.Durable)
	must(w.t, err)
	info, err := c.Info(w.t.Context())
	must(w.t, err)
	return info.NumAckPending + int(info.NumPending)
}

func TestAFiringOfATableThatIsNotInTheLogIsLetGo(t *testing.T) {
	w := newWorld(t)
	k := w.keeper()
	w.run(k)
	must(t, k.Arm(t.Context(), w.id, w.until(at(50*time.Millisecond))))
	w.mu.Lock()
	w.lost = true
	w.mu.Unlock()
	w.waits("the firing is let go", func() bool {
		return w.stored()[subject.TimerFire(w.id)] == 1 && w.unsettled() == 0
	})
	if n := len(w.acted()); n != 0 {
		t.Errorf("%d acts on a table that is not there", n)
	}
}

func TestAConsumerThatIsDeletedIsMadeAgain(t *testing.T) {
	w := newWorld(t)
	w.move = func(int) time.Time { return at(time.Hour) }
	k := w.keeper()
	w.run(k)
	js, err := jetstream.New(natstest.Connect(t, w.server, string(subject.Rules)))
	must(t, err)
	w.waits("the consumer is deleted", func() bool {
		return js.DeleteConsumer(t.Context(), subject.TimersStream, timekeeper.Durable) == nil
	})
	must(t, k.Arm(t.Context(), w.id, w.until(at(50*time.Millisecond))))
	w.waits("the act", func() bool { return len(w.acted()) == 1 })
}

package overdue_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace/noop"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/eventlog"
	logmemory "tranca.example/pkg/eventlog/memory"
	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/projection"
	"tranca.example/pkg/projection/memory"
	"tranca.example/pkg/projection/redis"
	"tranca.example/pkg/projection/redisproc"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/telemetry"
	"tranca.example/pkg/telemetry/logtest"
	"tranca.example/services/rules/internal/overdue"
)

const now = table.Time(1_000_000)

// states are tables by name, each as it waits for something.
func states() map[string]table.State {
	base := func(p table.Phase) table.State {
		return table.State{Version: 7, Phase: p, Rules: &domino.Rules{Preset: "classic.draw"}, TurnAt: now, LastCommit: now}
	}
	turn := base(table.PhasePlaying)
	turn.Deadline = now + 30_000
	turn.Seats = []table.SeatState{{Kind: table.SeatPlayer, Player: "ann", KeyHash: table.Hash{0xaa}}, {Kind: table.SeatPlayer, Player: "bo"}}
	bot := base(table.PhasePlaying)
	bot.Options.BotThinking, bot.Round = 700, &table.Round{}
	bot.Seats = []table.SeatState{{Kind: table.SeatBot, Player: "bot", Policy: "greedy"}}
	away := turn
	away.Seats = slices.Clone(turn.Seats)
	away.Seats[1].Away, away.Seats[1].GraceUntil = true, now+10_000
	frozen := turn
	frozen.Frozen = true
	idle := base(table.PhaseOpen)
	idle.Deadline = now + 60_000
	return map[string]table.State{
		"turn": turn, "bot": bot, "away": away, "frozen": frozen, "idle": idle,
		"dealing": base(table.PhaseDealing), "scoring": base(table.PhaseScoring), "open": base(table.PhaseOpen),
		"closed": base(table.PhaseClosed),
	}
}

// fold is the change that a commit with the state makes.
func fold(t *testing.T, s table.State) projection.Change {
	t.Helper()
	id, err := subject.NewTableID(0, [10]byte{1})
	must(t, err)
	changes, err := overdue.Fold(func(eventlog.Commit) (table.Commit, error) { return table.Commit{State: s}, nil })(eventlog.Commit{Table: id})
	must(t, err)
	if len(changes) != 1 || changes[0].Key != id.String() {
		t.Fatalf("got %+v", changes)
	}
	return changes[0]
}

func TestATableStandsInTheListAtTheMomentItIsOverdue(t *testing.T) {
	for name, want := range map[string]struct {
		look  table.Time // 0: in no list
		owner table.Service
	}{
		"turn":    {now + 30_000 + 2000, table.Rules},
		"bot":     {now + 700 + 2000, table.Bots},
		"away":    {now + 10_000 + 2000, table.Rules},
		"idle":    {now + 60_000 + 2000, table.Lobby},
		"dealing": {now + 5000, table.Dealer},
		"scoring": {now + 5000, table.Scoring},
		"frozen":  {},
		"open":    {},
	} {
		t.Run(name, func(t *testing.T) {
			got := fold(t, states()[name])
			if want.look == 0 {
				if len(got.Lists) != 0 {
					t.Errorf("got %v", got.Lists)
				}
				return
			}
			if !maps.Equal(got.Lists, map[string]string{"look": projection.OrderUint(uint64(want.look))}) {
				t.Errorf("got %v, want %d", got.Lists, want.look)
			}
			var row overdue.Row
			must(t, json.Unmarshal(got.Value, &row))
			if !slices.ContainsFunc(row.Due, func(d overdue.Due) bool { return d.Owner == want.owner && d.Look == want.look }) {
				t.Errorf("got %+v, want %s at %d", row.Due, want.owner, want.look)
			}
		})
	}
}

func TestAClosedTableHasNoRow(t *testing.T) {
	if got := fold(t, states()["closed"]); got.Value != nil || got.Lists != nil {
		t.Errorf("got %+v", got)
	}
}

func TestARowTellsPublicFactsAndNoKey(t *testing.T) {
	const want = `{"table":"","version":7,"phase":"playing","owner":"rules","preset":"classic.draw","deadline":1030000,` +
		`"seats":[{"player":"ann"},{"player":"bo"}],"due":[{"task":"timeout","owner":"rules","at":1030000,"look":1032000}]}`
	if got := string(fold(t, states()["turn"]).Value); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestACommitThatCannotBeReadStopsTheProjection(t *testing.T) {
	broken := errors.New("broken")
	_, err := overdue.Fold(func(eventlog.Commit) (table.Commit, error) { return table.Commit{}, broken })(eventlog.Commit{})
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// wakes collects who was woken.
type wakes struct {
	mu  sync.Mutex
	got map[string]int
}

func (w *wakes) Wake(_ context.Context, service subject.Service, wake natsrpc.Wake) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.got == nil {
		w.got = map[string]int{}
	}
	w.got[fmt.Sprintf("%s %s@%d", service, wake.Table, wake.Version)]++
	return nil
}

func (w *wakes) list() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Sorted(maps.Keys(w.got))
}

func (w *wakes) times(wake string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.got[wake]
}

// field is a log of named states that sweeps look at.
type field struct {
	t     *testing.T
	log   *logmemory.Log
	clock atomic.Int64
	waker wakes
}

func newField(t *testing.T) *field {
	t.Helper()
	f := &field{t: t, log: logmemory.New(time.Now)}
	f.clock.Store(int64(now))
	return f
}

func (f *field) decode(c eventlog.Commit) (table.Commit, error) {
	name, id, _ := strings.Cut(string(c.Body), " ")
	s := states()[name]
	s.ID = id
	return table.Commit{State: s}, nil
}

func (f *field) table(n byte) subject.TableID {
	f.t.Helper()
	id, err := subject.NewTableID(0, [10]byte{n})
	must(f.t, err)
	return id
}

// commit brings the n-th table into a named state.
func (f *field) commit(n byte, name string) {
	f.t.Helper()
	id, c := f.table(n), eventlog.Commit{Version: 1, Writer: "rules", Phase: "playing"}
	expect := uint64(0)
	if last, err := f.log.Last(f.t.Context(), id); err == nil {
		c.Version, expect = last.Version+1, last.Seq
	}
	c.Table, c.Body = id, []byte(name+" "+id.String())
	_, err := f.log.Append(f.t.Context(), c, expect)
	must(f.t, err)
}

// project keeps a store up to date until the test ends.
func (f *field) project(store projection.Writer, logs io.Writer) *projection.Projector {
	f.t.Helper()
	p, err := projection.NewProjector(projection.Options{
		Name: overdue.Name, Source: f.log, Fold: overdue.Fold(f.decode), Writer: store,
		Logger: slog.New(slog.NewTextHandler(logs, nil)), Tracer: noop.NewTracerProvider().Tracer(""), Metrics: prometheus.NewRegistry(),
	})
	must(f.t, err)
	f.run(p.Run)
	return p
}

func (f *field) sweep(tables projection.Reader, ready func(context.Context) error) *overdue.Sweep {
	f.t.Helper()
	s, err := overdue.New(overdue.Options{
		Shards: []subject.Shard{0}, Tables: tables, Ready: ready, Waker: &f.waker,
		Scope: telemetry.Scope{Logger: slog.New(slog.DiscardHandler), Registerer: prometheus.NewRegistry()},
		Now:   func() time.Time { return time.UnixMilli(f.clock.Load()) }, Every: 10 * time.Millisecond,
	})
	must(f.t, err)
	return s
}

func (f *field) run(work func(context.Context) error) {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- work(ctx) }()
	f.t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			f.t.Error(err)
		}
	})
}

func (f *field) waits(what string, ok func() bool) {
	f.t.Helper()
	for end := time.Now().Add(15 * time.Second); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		if ok() {
			return
		}
	}
	f.t.Fatal("does not happen: " + what)
}

func TestTheSweepWakesTheOwnersOfOverdueTablesAndNobodyElse(t *testing.T) {
	f := newField(t)
	for i, name := range []string{"turn", "bot", "dealing", "scoring", "frozen", "open", "closed", "idle"} {
		f.commit(byte(i), name)
	}
	store := memory.New()
	p := f.project(store, io.Discard)
	f.run(f.sweep(store, p.CaughtUp).Run)
	f.waits("the log is read", func() bool { return p.CaughtUp(t.Context()) == nil })
	f.clock.Store(int64(now) + 2699)
	time.Sleep(50 * time.Millisecond) // five sweeps
	if got := f.waker.list(); len(got) != 0 {
		t.Errorf("nothing is overdue: got %v", got)
	}
	bot := "bots " + f.table(1).String() + "@7"
	f.clock.Store(int64(now) + 2700)
	f.waits("the bot is woken", func() bool { return slices.Equal(f.waker.list(), []string{bot}) })
	f.clock.Store(int64(now) + 5000)
	want := []string{bot, "dealer " + f.table(2).String() + "@7", "scoring " + f.table(3).String() + "@7"}
	f.waits("dealer and scoring are woken", func() bool { return slices.Equal(f.waker.list(), want) })
	f.commit(1, "open")
	f.commit(2, "closed")
	f.commit(3, "open")
	f.clock.Store(int64(now) + 32_000)
	want = append(want, "rules "+f.table(0).String()+"@7")
	slices.Sort(want)
	f.waits("rules is woken", func() bool { return slices.Equal(f.waker.list(), want) })
}

func TestTheSweepReadsPastOnePage(t *testing.T) {
	f := newField(t)
	store := memory.New()
	var changes []projection.Change
	for i := range 1203 {
		value := fmt.Appendf(nil, `{"table":"t%d","due":[{"owner":"dealer","look":5}]}`, i)
		changes = append(changes, projection.Change{
			Key: fmt.Sprint("t", i), Value: value, Lists: map[string]string{"look": projection.OrderUint(5)},
		})
	}
	must(t, store.Apply(t.Context(), 0, 0, 1, changes))
	f.run(f.sweep(store, nil).Run)
	f.waits("all are woken", func() bool { return len(f.waker.list()) == 1203 })
}

// Two replicas may both believe that they are the elected one. Their
// projectors then write one store together.
func TestTwoProjectorsOnOneRedisStoreConvergeWithoutAnAlarm(t *testing.T) {
	f := newField(t)
	shared, err := redis.New(redisproc.Start(t), overdue.Name)
	must(t, err)
	var logs logtest.Lines
	a, b := f.project(shared, &logs), f.project(shared, &logs)
	names := slices.Sorted(maps.Keys(states()))
	for i := range 2000 {
		f.commit(byte(i%23), names[i*7%len(names)])
	}
	head, err := f.log.Head(t.Context(), 0)
	must(t, err)
	f.waits("the shared store is at the head", func() bool {
		at, err := shared.Checkpoint(t.Context(), 0)
		return err == nil && at == head
	})
	f.waits("both are caught up", func() bool { return a.CaughtUp(t.Context()) == nil && b.CaughtUp(t.Context()) == nil })
	fresh := memory.New()
	f.waits("a fresh one catches up", func() func() bool {
		s := f.project(fresh, io.Discard)
		return func() bool { return s.CaughtUp(t.Context()) == nil }
	}())
	for i := range byte(23) {
		got, errGot := shared.Get(t.Context(), 0, f.table(i).String())
		want, errWant := fresh.Get(t.Context(), 0, f.table(i).String())
		if !bytes.Equal(got, want) || (errGot == nil) != (errWant == nil) {
			t.Errorf("table %d: got %s, %v, want %s, %v", i, got, errGot, want, errWant)
		}
	}
	if logs.String() != "" {
		t.Errorf("they get in each other's way: %s", logs.String())
	}
}

// After a restart or an outage nobody waits until a table is late.
func TestGamesGoOnAtOnceWhenTheLogHasBeenReadAndAfterEachReconnect(t *testing.T) {
	f := newField(t)
	for i, name := range []string{"turn", "bot", "dealing", "scoring", "frozen", "open"} {
		f.commit(byte(i), name)
	}
	store := memory.New()
	p := f.project(store, io.Discard)
	f.waits("the log is read", func() bool { return p.CaughtUp(t.Context()) == nil })
	var ready atomic.Bool
	s := f.sweep(store, func(context.Context) error {
		if !ready.Load() {
			return errors.New("not yet")
		}
		return nil
	})
	connected := make(chan nats.Status)
	f.run(func(ctx context.Context) error { return s.Resume(ctx, connected) })
	time.Sleep(50 * time.Millisecond)
	if got := f.waker.list(); len(got) != 0 {
		t.Fatalf("woken before the log is read: %v", got)
	}
	ready.Store(true)
	begun := time.Now()
	due := []string{"bots " + f.table(1).String() + "@7", "dealer " + f.table(2).String() + "@7", "scoring " + f.table(3).String() + "@7"}
	f.waits("whoever is on turn is woken", func() bool { return slices.Equal(f.waker.list(), due) })
	if took := time.Since(begun); took > time.Second {
		t.Errorf("it took %v", took)
	}
	f.waits("and once more, in case that they were not there yet", func() bool { return f.waker.times(due[0]) == 2 })
	connected <- nats.CONNECTED
	f.waits("the same after a reconnect", func() bool { return f.waker.times(due[0]) >= 3 })
	close(connected)
}

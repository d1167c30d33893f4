package projection_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"go.opentelemetry.io/otel/trace/noop"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/memory"
	"tranca.example/pkg/projection"
	store "tranca.example/pkg/projection/memory"
	"tranca.example/pkg/subject"
)

// source is a log that grows.
type source struct {
	eventlog.Log
	tables  []subject.TableID
	last    []uint64 // per table
	version []uint32
	head    uint64
}

func newSource(t *testing.T) *source {
	t.Helper()
	return growing(t, memory.New(time.Now))
}

func growing(t *testing.T, log eventlog.Log) *source {
	t.Helper()
	s := &source{Log: log}
	for i := range byte(7) {
		id, err := subject.NewTableID(0, [10]byte{i})
		if err != nil {
			t.Fatal(err)
		}
		s.tables = append(s.tables, id)
	}
	s.last, s.version = make([]uint64, len(s.tables)), make([]uint32, len(s.tables))
	return s
}

// grow appends n commits, table after table.
func (s *source) grow(t *testing.T, n int) {
	t.Helper()
	for range n {
		i := int(s.head) % len(s.tables)
		s.version[i]++
		seq, err := s.Append(t.Context(), eventlog.Commit{
			Table: s.tables[i], Version: s.version[i], Writer: "rules", Phase: "playing",
			Body: fmt.Append(nil, "v", s.version[i]),
		}, s.last[i])
		if err != nil {
			t.Fatal(err)
		}
		s.last[i] = seq
		s.head = seq
	}
}

// fold keeps one row per table, listed by its last sequence; every third version
// deletes it.
func fold(c eventlog.Commit) ([]projection.Change, error) {
	ch := projection.Change{Key: c.Table.String()}
	if c.Version%3 != 0 {
		ch.Value = c.Body
		ch.Lists = map[string]string{"recent": projection.OrderUintDescending(c.Seq)}
	}
	return []projection.Change{ch}, nil
}

func options(src eventlog.Follower, w projection.Writer) projection.Options {
	return projection.Options{
		Name: "tables", Source: src, Fold: fold, Writer: w,
		Logger: slog.New(slog.DiscardHandler), Metrics: prometheus.NewRegistry(), Tracer: noop.NewTracerProvider().Tracer(""),
		CheckEvery: 10 * time.Millisecond, RetryAfter: time.Millisecond, MaxDelay: time.Millisecond,
	}
}

// start runs a projector until the test ends.
func start(t *testing.T, o projection.Options) *projection.Projector {
	t.Helper()
	p, err := projection.NewProjector(o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- p.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("run: %v", err)
		}
	})
	return p
}

func eventually(t *testing.T, complaint string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); !ok(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal(complaint)
		}
	}
}

// reaches waits until the store has applied the log.
func reaches(t *testing.T, w projection.Writer, seq uint64) {
	t.Helper()
	eventually(t, fmt.Sprintf("the store does not reach sequence %d", seq), func() bool {
		have, err := w.Checkpoint(t.Context(), 0)
		return err == nil && have == seq
	})
}

// content is everything that a reader can see.
func content(t *testing.T, r projection.Reader, src *source) string {
	t.Helper()
	var b strings.Builder
	rows, err := r.List(t.Context(), 0, "recent", "", 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		fmt.Fprintf(&b, "%s %s %s\n", row.Order, row.Key, row.Value)
	}
	for _, table := range src.tables {
		value, err := r.Get(t.Context(), 0, table.String())
		if err != nil && !errors.Is(err, projection.ErrNotFound) {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %q\n", table, value)
	}
	return b.String()
}

// expected is what a fresh projection of the whole log holds.
func expected(t *testing.T, src *source) string {
	t.Helper()
	s := store.New()
	start(t, options(src, s))
	reaches(t, s, src.head)
	return content(t, s, src)
}

func TestAProjectionFollowsTheLogAndTellsWhenItHasCaughtUp(t *testing.T) {
	src := newSource(t)
	src.grow(t, 1000)
	s := store.New()
	p := start(t, options(src, s))
	eventually(t, "it does not catch up", func() bool { return p.CaughtUp(t.Context()) == nil })
	reaches(t, s, 1000)
	src.grow(t, 5)
	reaches(t, s, 1005)
	eventually(t, "the lag does not vanish", func() bool { return p.Lag() == 0 })
	// 1005 = 7·143 + 4: the first four tables are at version 144, a multiple of 3.
	if got := content(t, s, src); strings.Count(got, "v143") != 6 || strings.Count(got, `""`) != 4 {
		t.Errorf("got\n%s", got)
	}
}

func TestCommitsAreWrittenInBatchesWithTheLastChangeOfEachRow(t *testing.T) {
	src := newSource(t)
	src.grow(t, 700)
	w := &observed{Store: store.New()}
	o := options(src, w)
	o.MaxBatch, o.MaxDelay, o.CheckEvery = 100, time.Minute, time.Hour
	start(t, o)
	reaches(t, w, 700)
	if w.batches.Load() != 7 || w.changes.Load() != 7*7 {
		t.Errorf("got %d batches with %d changes, want 7 with 49", w.batches.Load(), w.changes.Load())
	}
}

func TestOfATablesCommitsThatComeTogetherTheLastOneIsFolded(t *testing.T) {
	src := newSource(t)
	src.grow(t, 700)
	w := &observed{Store: store.New()}
	o := options(src, w)
	o.Latest, o.MaxBatch, o.MaxDelay, o.CheckEvery = true, 100, time.Minute, time.Hour
	var folded atomic.Int64
	o.Fold = func(c eventlog.Commit) ([]projection.Change, error) {
		folded.Add(1)
		return fold(c)
	}
	start(t, o)
	reaches(t, w, 700)
	if w.batches.Load() != 7 || folded.Load() != 7*7 {
		t.Errorf("got %d batches of %d commits that were folded, want 7 with 49", w.batches.Load(), folded.Load())
	}
	if got, want := content(t, w, src), expected(t, src); got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
}

func TestAProjectorGoesOnWhereTheStoreStands(t *testing.T) {
	src := newSource(t)
	src.grow(t, 50)
	s := store.New()
	if err := s.Apply(t.Context(), 0, 0, 40, nil); err != nil {
		t.Fatal(err)
	}
	w := &observed{Store: s}
	start(t, options(src, w))
	reaches(t, w, 50)
	if got := w.first.Load(); got != 40 {
		t.Errorf("the first batch began after %d, want 40", got)
	}
}

func TestAProjectionIsNotReadyBeforeItHasCaughtUp(t *testing.T) {
	src := newSource(t)
	src.grow(t, 30)
	w := &observed{Store: store.New()}
	w.failing.Store(true)
	reg := prometheus.NewRegistry()
	o := options(src, w)
	o.Metrics = reg
	p := start(t, o)
	eventually(t, "the store is not tried", func() bool { return w.failures.Load() > 2 })
	if err := p.CaughtUp(t.Context()); err == nil || err.Error() != "projection tables of shard 0 is at 0 of 30" {
		t.Errorf("got %v", err)
	}
	want := `# HELP tranca_projection_lag_events Commits of the log that the projection has not stored yet, summed over its shards.
# TYPE tranca_projection_lag_events gauge
tranca_projection_lag_events{projection="tables"} 30
`
	if err := testutil.GatherAndCompare(reg, strings.NewReader(want), "tranca_projection_lag_events"); err != nil {
		t.Error(err)
	}
	w.failing.Store(false)
	eventually(t, "it does not recover", func() bool { return p.CaughtUp(t.Context()) == nil })
	reaches(t, w, 30)
}

// observed is a store that counts batches and can fail.
type observed struct {
	*store.Store
	batches, changes, failures atomic.Int32
	first                      atomic.Uint64
	failing                    atomic.Bool
}

var errDown = errors.New("the store is down")

func (w *observed) Apply(ctx context.Context, shard subject.Shard, from, to uint64, changes []projection.Change) error {
	if w.failing.Load() {
		w.failures.Add(1)
		return errDown
	}
	if w.batches.Add(1) == 1 {
		w.first.Store(from)
	}
	w.changes.Add(int32(len(changes)))
	return w.Store.Apply(ctx, shard, from, to, changes)
}

// away is a store that does not answer while it is told not to.
type away struct {
	projection.Writer
	gone  atomic.Bool
	asked atomic.Int64
	ports bool // no two errors are the same, as those that name a port
}

func (w *away) Checkpoint(ctx context.Context, shard subject.Shard) (uint64, error) {
	n := w.asked.Add(1)
	if w.gone.Load() && w.ports {
		return 0, fmt.Errorf("read from port %d: connection reset", n)
	}
	if w.gone.Load() {
		return 0, errors.New("nobody answers")
	}
	return w.Writer.Checkpoint(ctx, shard)
}

// counting is a log that counts lines of level warning and above.
type counting struct {
	slog.Handler
	warned *atomic.Int64
}

func (c counting) Enabled(_ context.Context, level slog.Level) bool {
	if level >= slog.LevelWarn {
		c.warned.Add(1)
	}
	return false
}

func (c counting) WithAttrs([]slog.Attr) slog.Handler { return c }

func TestAStoreThatStaysAwayIsWarnedOfOnceAndAgainAfterItsReturn(t *testing.T) {
	w, src, warned := &away{Writer: store.New()}, newSource(t), &atomic.Int64{}
	o := options(src, w)
	o.Logger = slog.New(counting{slog.DiscardHandler, warned})
	p := start(t, o)
	for times := range int64(2) {
		eventually(t, "it does not catch up", func() bool { return p.CaughtUp(t.Context()) == nil })
		w.gone.Store(true)
		tries := w.asked.Load() + 10
		eventually(t, "it gives up", func() bool { return w.asked.Load() > tries })
		if got := warned.Load(); got != times+1 {
			t.Errorf("after %d outages: got %d warnings", times+1, got)
		}
		w.gone.Store(false)
	}
}

func TestAStoreThatStaysAwayWithEverOtherErrorsIsWarnedOfAFewTimes(t *testing.T) {
	w, src, warned := &away{Writer: store.New(), ports: true}, newSource(t), &atomic.Int64{}
	o := options(src, w)
	o.RetryAfter, o.Logger = 20*time.Microsecond, slog.New(counting{slog.DiscardHandler, warned})
	w.gone.Store(true)
	p := start(t, o)
	eventually(t, "it does not try again", func() bool { return w.asked.Load() > 1000 })
	if got := warned.Load(); got < 1 || got > 20 {
		t.Errorf("got %d warnings of 1000 failures", got)
	}
	w.gone.Store(false)
	eventually(t, "it does not catch up", func() bool { return p.CaughtUp(t.Context()) == nil && p.Trouble() == nil })
}

func TestAProjectorNamesWhatIsMissing(t *testing.T) {
	if _, err := projection.NewProjector(projection.Options{}); err == nil {
		t.Error("got no complaint about missing options")
	}
	o := options(newSource(t), store.New())
	o.MaxBatch = -1
	if _, err := projection.NewProjector(o); err == nil {
		t.Error("got no complaint about a negative batch")
	}
}

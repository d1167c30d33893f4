package projection_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/projection"
	store "tranca.example/pkg/projection/memory"
	"tranca.example/pkg/subject"
)

// holed is a log that lacks one sequence for as many looks.
type holed struct {
	*source
	without uint64
	looks   atomic.Int32
	times   int32
}

func (h *holed) Follow(ctx context.Context, shard subject.Shard, after uint64) iter.Seq2[eventlog.Commit, error] {
	hole := h.looks.Add(1) <= h.times
	return func(yield func(eventlog.Commit, error) bool) {
		for c, err := range h.source.Follow(ctx, shard, after) {
			if hole && err == nil && c.Seq == h.without {
				continue
			}
			if !yield(c, err) {
				return
			}
		}
	}
}

// stops runs a projector until it does not go on, and gives its trouble.
func stops(t *testing.T, o projection.Options) error {
	t.Helper()
	reg := prometheus.NewRegistry()
	o.Metrics, o.AlarmAfter = reg, time.Hour
	p := start(t, o)
	eventually(t, "it does not stop", func() bool { return errors.Is(p.Trouble(), projection.ErrAlarm) })
	counts(t, reg, 1, 1)
	if p.CaughtUp(t.Context()) == nil {
		t.Error("a stopped projection is ready")
	}
	return p.Trouble()
}

// counts wants so many shards to stand still, and so many alarms.
func counts(t *testing.T, reg prometheus.Gatherer, stopped, alarms float64) {
	t.Helper()
	for name, want := range map[string]float64{"tranca_projection_stopped": stopped, "tranca_projection_alarms_total": alarms} {
		eventually(t, fmt.Sprintf("%s is not %v", name, want), func() bool { return value(t, reg, name) == want })
	}
}

func value(t *testing.T, reg prometheus.Gatherer, name string) (sum float64) {
	t.Helper()
	families, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			if f.GetName() == name {
				sum += m.GetGauge().GetValue() + m.GetCounter().GetValue()
			}
		}
	}
	return sum
}

func TestTheSameHoleInTheLogTwiceStopsTheProjection(t *testing.T) {
	src := newSource(t)
	src.grow(t, 20)
	h := &holed{source: src, without: 15, times: 1 << 30}
	s := store.New()
	o := options(h, s)
	o.MaxBatch = 4
	err := stops(t, o)
	var gap *eventlog.GapError
	if !errors.As(err, &gap) || gap.Want != 15 || gap.Got != 16 {
		t.Errorf("got %v, want the gap at 15", err)
	}
	if h.looks.Load() != 2 {
		t.Errorf("looked %d times, want 2", h.looks.Load())
	}
	if have, _ := s.Checkpoint(t.Context(), 0); have >= 15 {
		t.Errorf("the hole was skipped: checkpoint %d", have)
	}
}

func TestAHoleThatIsFilledAtTheSecondLookIsNoAlarm(t *testing.T) {
	src := newSource(t)
	src.grow(t, 20)
	s := store.New()
	p := start(t, options(&holed{source: src, without: 15, times: 1}, s))
	reaches(t, s, 20)
	eventually(t, "it does not become ready", func() bool { return p.CaughtUp(t.Context()) == nil })
	if got := content(t, s, src); got != expected(t, src) {
		t.Errorf("got\n%s", got)
	}
}

func TestAFreshProjectionBeginsAtTheFirstCommitThatIsStillStored(t *testing.T) {
	src := newSource(t)
	src.grow(t, 20)
	s := store.New()
	start(t, options(&holed{source: src, without: 1, times: 1 << 30}, s))
	reaches(t, s, 20)
}

func TestAStoreFromAnotherLogStopsTheProjection(t *testing.T) {
	src := newSource(t)
	src.grow(t, 20)
	s := store.New()
	if err := s.Apply(t.Context(), 0, 0, 99, nil); err != nil {
		t.Fatal(err)
	}
	var gap *eventlog.GapError
	if err := stops(t, options(src, s)); !errors.As(err, &gap) || gap.Want != 100 || gap.Got != 20 {
		t.Errorf("got %v", err)
	}
}

func TestACommitThatCannotBeFoldedStopsTheProjection(t *testing.T) {
	src := newSource(t)
	src.grow(t, 20)
	broken := errors.New("unknown event")
	o := options(src, store.New())
	o.Fold = func(c eventlog.Commit) ([]projection.Change, error) {
		if c.Seq == 7 {
			return nil, broken
		}
		return fold(c)
	}
	if err := stops(t, o); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

func TestChangesThatCannotBeStoredStopTheProjection(t *testing.T) {
	src := newSource(t)
	src.grow(t, 1)
	o := options(src, store.New())
	o.Fold = func(eventlog.Commit) ([]projection.Change, error) { return []projection.Change{{}}, nil }
	if err := stops(t, o); !errors.Is(err, projection.ErrInvalid) {
		t.Errorf("got %v", err)
	}
}

// mended is a fold that cannot take a commit until it can.
type mended struct {
	bad  uint64
	can  atomic.Bool
	asks atomic.Int32
}

func (m *mended) fold(c eventlog.Commit) ([]projection.Change, error) {
	if c.Seq == m.bad && !m.can.Load() {
		m.asks.Add(1)
		return nil, errors.New("unknown event")
	}
	return fold(c)
}

func TestAProjectionThatHasStoppedGoesOnByItselfWhenItCan(t *testing.T) {
	src := newSource(t)
	src.grow(t, 20)
	s, reg := store.New(), prometheus.NewRegistry()
	m := &mended{bad: 7}
	o := options(src, s)
	o.Fold, o.Metrics, o.AlarmAfter, o.MaxBatch = m.fold, reg, 5*time.Millisecond, 2
	p := start(t, o)
	eventually(t, "it tries again", func() bool { return m.asks.Load() > 4 })
	counts(t, reg, 1, 1) // one alarm, however often it is tried
	if err := p.Trouble(); !errors.Is(err, projection.ErrAlarm) {
		t.Errorf("got %v", err)
	}
	m.can.Store(true)
	reaches(t, s, 20)
	eventually(t, "the trouble is over", func() bool { return p.Trouble() == nil })
	counts(t, reg, 0, 1)
	if got := content(t, s, src); got != expected(t, src) {
		t.Errorf("got\n%s", got)
	}
}

// Whoever cannot have the commit taken lets the projection pass it, on purpose.
func TestAProjectionThatHasStoppedGoesOnBehindACheckpointThatAHumanHasMoved(t *testing.T) {
	src := newSource(t)
	src.grow(t, 20)
	s := store.New()
	m := &mended{bad: 7}
	o := options(src, s)
	o.Fold, o.AlarmAfter = m.fold, 5*time.Millisecond
	p := start(t, o)
	eventually(t, "it stops", func() bool { return errors.Is(p.Trouble(), projection.ErrAlarm) })
	if err := s.Apply(t.Context(), 0, 0, 7, nil); err != nil {
		t.Fatal(err)
	}
	reaches(t, s, 20)
	eventually(t, "the trouble is over", func() bool { return p.Trouble() == nil })
}

func TestAProjectionThatEndsHasNoTrouble(t *testing.T) {
	src := newSource(t)
	src.grow(t, 20)
	reg := prometheus.NewRegistry()
	o := options(src, store.New())
	o.Fold, o.Metrics = (&mended{bad: 7}).fold, reg
	p, err := projection.NewProjector(o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- p.Run(ctx) }()
	eventually(t, "it stops", func() bool { return errors.Is(p.Trouble(), projection.ErrAlarm) })
	cancel()
	if err := <-ended; err != nil || p.Trouble() != nil {
		t.Errorf("got %v, trouble %v", err, p.Trouble())
	}
	counts(t, reg, 0, 1)
}

// stubborn is a store that refuses every batch in the same way.
type stubborn struct{ *store.Store }

func (stubborn) Apply(_ context.Context, _ subject.Shard, from, _ uint64, _ []projection.Change) error {
	return &projection.GapError{Have: 7, From: from}
}

func TestAStoreThatRefusesTheSameBatchTwiceStopsTheProjection(t *testing.T) {
	src := newSource(t)
	src.grow(t, 20)
	if err := stops(t, options(src, stubborn{store.New()})); !errors.Is(err, projection.ErrGap) {
		t.Errorf("got %v", err)
	}
}

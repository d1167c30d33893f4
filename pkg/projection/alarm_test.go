package projection_test

import (
	"context"
	"errors"
	"iter"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

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

// stops runs a projector to its end.
func stops(t *testing.T, o projection.Options) error {
	t.Helper()
	reg := prometheus.NewRegistry()
	o.Metrics = reg
	p, err := projection.NewProjector(o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	err = p.Run(ctx)
	if !errors.Is(err, projection.ErrAlarm) {
		t.Fatalf("got %v, want an alarm", err)
	}
	if n, countErr := testutil.GatherAndCount(reg, "tranca_projection_alarms_total"); countErr != nil || n != 1 {
		t.Errorf("the alarm was not counted: %d, %v", n, countErr)
	}
	if p.CaughtUp(ctx) == nil {
		t.Error("a stopped projection is ready")
	}
	return err
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

package lifecycle_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tranca.example/pkg/lifecycle"
)

type journal struct {
	mu    sync.Mutex
	lines []string
}

func (j *journal) add(line string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = append(j.lines, line)
}

func (j *journal) unit(name string, err error) lifecycle.Unit {
	started := make(chan struct{})
	return lifecycle.Unit{
		Name: name,
		Run: func(ctx context.Context) error {
			j.add("start " + name)
			close(started)
			<-ctx.Done()
			j.add("stop " + name)
			return err
		},
		Ready: func(ctx context.Context) error {
			select {
			case <-started:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		},
	}
}

var errBroken = errors.New("broken")

func TestUnitsStartInOrderAndStopInTheOppositeOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		var j journal
		done := make(chan error, 1)
		go func() { done <- lifecycle.Run(ctx, j.unit("a", nil), j.unit("b", nil), j.unit("c", nil)) }()
		synctest.Wait()
		cancel()
		if err := <-done; err != nil {
			t.Errorf("got %v", err)
		}
		want := []string{"start a", "start b", "start c", "stop c", "stop b", "stop a"}
		if !slices.Equal(j.lines, want) {
			t.Errorf("got %v, want %v", j.lines, want)
		}
	})
}

func TestUnitsThatDoNotStopAreLeftBehindAtTheLimitOfAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		release := make(chan struct{})
		stuck := func(name string) lifecycle.Unit {
			return lifecycle.Unit{Name: name, Run: func(context.Context) error { <-release; return nil }}
		}
		var j journal
		done := make(chan error, 1)
		go func() {
			done <- lifecycle.RunWithin(ctx, 20*time.Second, j.unit("a", nil), stuck("b"), stuck("c"), j.unit("d", errBroken))
		}()
		synctest.Wait()
		cancel()
		begun := time.Now()
		err := <-done
		if took := time.Since(begun); took != 20*time.Second {
			t.Errorf("stopped after %s", took)
		}
		for _, want := range []string{"b: did not stop in time", "c: did not stop in time", "d: broken"} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want it to tell %s", err, want)
			}
		}
		synctest.Wait()
		if !slices.Contains(j.lines, "stop a") {
			t.Errorf("got %v: a was not asked to stop", j.lines)
		}
		close(release)
	})
}

func TestTheFirstFailureStopsAllAndEveryErrorIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var j journal
		other := errors.New("also broken")
		failing := lifecycle.Unit{Name: "failing", Run: func(context.Context) error {
			time.Sleep(time.Second)
			return errBroken
		}}
		err := lifecycle.Run(t.Context(), j.unit("a", other), failing, j.unit("c", context.Canceled))
		if !errors.Is(err, errBroken) || !errors.Is(err, other) || errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		if got := err.Error(); got != "failing: broken\na: also broken" {
			t.Errorf("got %q", got)
		}
	})
}

func TestAUnitThatIsNotReadyHoldsBackTheNextUntilAnotherFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var j journal
		failing := lifecycle.Unit{Name: "failing", Run: func(context.Context) error {
			time.Sleep(time.Minute)
			return errBroken
		}}
		stuck := lifecycle.Unit{Name: "stuck",
			Run:   func(ctx context.Context) error { <-ctx.Done(); return nil },
			Ready: func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() },
		}
		err := lifecycle.Run(t.Context(), failing, stuck, j.unit("never", nil))
		if err == nil || err.Error() != "failing: broken" {
			t.Errorf("got %v", err)
		}
		if len(j.lines) != 0 {
			t.Errorf("the unit behind it was started: %v", j.lines)
		}
	})
}

func TestAUnitThatCannotBecomeReadyIsAnError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var j journal
		u := j.unit("a", nil)
		u.Ready = func(context.Context) error { return errBroken }
		err := lifecycle.Run(t.Context(), u, j.unit("b", nil))
		if !errors.Is(err, errBroken) || !strings.HasPrefix(err.Error(), "a: not ready") {
			t.Errorf("got %v", err)
		}
		synctest.Wait()
		if want := []string{"start a", "stop a"}; !slices.Equal(j.lines, want) {
			t.Errorf("got %v, want %v", j.lines, want)
		}
	})
}

func TestRunEndsWhenAllUnitsHaveFinished(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		done := lifecycle.Unit{Name: "job", Run: func(context.Context) error { return nil }}
		if err := lifecycle.Run(t.Context(), done, done); err != nil {
			t.Errorf("got %v", err)
		}
	})
}

func TestAUnitThatDoesNotStopIsNamedAndLeftBehind(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		begun := time.Now()
		err := lifecycle.Run(ctx, lifecycle.Unit{Name: "deaf", Run: func(context.Context) error { <-release; return nil }})
		if !errors.Is(err, lifecycle.ErrStuck) || time.Since(begun) != lifecycle.StopGrace {
			t.Errorf("got %v after %v", err, time.Since(begun))
		}
		close(release)
	})
}

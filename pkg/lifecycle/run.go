package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// Unit is one part of a process.
type Unit struct {
	// Name tells the unit in errors.
	Name string
	// Run works until ctx ends and returns what went wrong. Returning nil early
	// means that the unit has nothing more to do; the others go on.
	Run func(ctx context.Context) error
	// Ready, if set, blocks until the unit serves; later units start after it.
	Ready func(ctx context.Context) error
}

// StopGrace is how long one unit may take to stop before Run gives up on it.
const StopGrace = 15 * time.Second

// ErrStuck says that a unit did not stop within StopGrace, or the limit of all.
var ErrStuck = errors.New("did not stop in time")

// running is a started unit.
type running struct {
	unit   Unit
	cancel context.CancelFunc
	done   chan struct{}
	err    error
}

// Run starts the units in order, waits until ctx ends, a unit fails or all have
// finished, and stops them in the opposite order. It returns the joined errors
// of the units, each with its name; the end of ctx alone is no error.
func Run(ctx context.Context, units ...Unit) error {
	return RunWithin(ctx, time.Duration(len(units)+1)*StopGrace, units...)
}

// RunWithin is Run whose stop takes at most limit for all units together. Units that
// were not asked to stop by then are asked and not waited for.
func RunWithin(ctx context.Context, limit time.Duration, units ...Unit) error {
	ctx, fail := context.WithCancel(ctx)
	defer fail()
	var started []*running
	for _, u := range units {
		started = append(started, start(u, fail))
		err := waitReady(ctx, u)
		if err != nil {
			return errors.Join(err, stop(started, limit))
		}
		if ctx.Err() != nil {
			return stop(started, limit)
		}
	}
	for _, r := range started {
		select {
		case <-ctx.Done():
		case <-r.done:
		}
	}
	return stop(started, limit)
}

// start runs u under a context of its own, so that the stop can go unit by unit.
func start(u Unit, fail func()) *running {
	ctx, cancel := context.WithCancel(context.Background())
	r := &running{unit: u, cancel: cancel, done: make(chan struct{})}
	go func() {
		defer close(r.done)
		err := u.Run(ctx)
		if err == nil || ctx.Err() != nil && errors.Is(err, context.Canceled) {
			return
		}
		r.err = fmt.Errorf("%s: %w", u.Name, err)
		fail()
	}()
	return r
}

// waitReady waits for the unit, but not past the end of ctx or any failure.
func waitReady(ctx context.Context, u Unit) error {
	if u.Ready == nil {
		return nil
	}
	if err := u.Ready(ctx); err != nil && ctx.Err() == nil {
		return fmt.Errorf("%s: not ready: %w", u.Name, err)
	}
	return nil
}

// stop ends the units, last started first, each before the next.
func stop(started []*running, limit time.Duration) error {
	var errs []error
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	for _, r := range slices.Backward(started) {
		over := ctx.Err() != nil
		r.cancel()
		if !over {
			errs = append(errs, r.wait(ctx))
		}
	}
	return errors.Join(errs...)
}

// wait waits for the end of a unit that was asked to stop.
func (r *running) wait(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, StopGrace)
	defer cancel()
	select {
	case <-r.done:
		return r.err
	case <-ctx.Done():
		return fmt.Errorf("%s: %w", r.unit.Name, ErrStuck)
	}
}

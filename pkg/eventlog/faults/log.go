package faults

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/subject"
)

// Rates are the chances of each fault per append, from 0 to 1; together at most
// 1. Unavailable and Delay apply to appends and last reads alike.
type Rates struct {
	Conflict    float64 // refused without a reason and without the real last sequence
	Landed      float64 // unknown outcome, the commit is in
	Late        float64 // unknown outcome, the commit comes in 1 to LateBy operations later
	Lost        float64 // unknown outcome, the commit never comes
	Unavailable float64 // of a last read: no answer
	Delay       float64 // the call takes up to DelayBy longer
}

// Options say what goes wrong and how. The same Random and the same order of
// calls give the same faults.
type Options struct {
	Rates   Rates
	Random  *rand.Rand // required; used under a lock
	LateBy  int        // default 8
	DelayBy time.Duration
	// Sleep waits for a delayed call; nil waits on the clock.
	Sleep func(ctx context.Context, d time.Duration)
}

// Log wraps another log. It is safe for concurrent use.
type Log struct {
	eventlog.Log
	opts Options
	mu   sync.Mutex
	late []late
}

type late struct {
	commit eventlog.Commit
	expect uint64
	after  int // operations until it lands
}

// New returns a log that fails as opts say.
func New(log eventlog.Log, opts Options) *Log {
	if opts.LateBy == 0 {
		opts.LateBy = 8
	}
	if opts.Sleep == nil {
		opts.Sleep = sleep
	}
	return &Log{Log: log, opts: opts}
}

// Append implements eventlog.Appender. An unknown outcome has done to the log
// what the fault says, whatever the caller is told.
func (l *Log) Append(ctx context.Context, c eventlog.Commit, expect uint64) (uint64, error) {
	l.delay(ctx)
	if err := eventlog.Check(c, expect); err != nil {
		return 0, fmt.Errorf("append: %w", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.land()
	rates, chance := l.opts.Rates, l.opts.Random.Float64()
	if chance -= rates.Conflict; chance < 0 {
		return 0, &eventlog.ConflictError{Table: c.Table, Want: expect}
	}
	if chance -= rates.Landed; chance < 0 {
		_, _ = l.Log.Append(ctx, c, expect)
		return 0, unknown(c)
	}
	if chance -= rates.Late; chance < 0 {
		l.late = append(l.late, late{c, expect, 1 + l.opts.Random.IntN(l.opts.LateBy)})
		return 0, unknown(c)
	}
	if chance -= rates.Lost; chance < 0 {
		return 0, unknown(c)
	}
	return l.Log.Append(ctx, c, expect)
}

// Last implements eventlog.LastReader. It is never stale.
func (l *Log) Last(ctx context.Context, table subject.TableID) (eventlog.Commit, error) {
	l.delay(ctx)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.land()
	if l.opts.Random.Float64() < l.opts.Rates.Unavailable {
		return eventlog.Commit{}, fmt.Errorf("last of table %s: %w", table, eventlog.ErrUnavailable)
	}
	return l.Log.Last(ctx, table)
}

// Settle lands everything that is still on its way. Call it before the log is
// judged.
func (l *Log) Settle() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.late) > 0 {
		l.land()
	}
}

// land brings every late append one operation nearer. One that arrives is
// judged by its own expectation, as the broker does. The caller holds the lock.
func (l *Log) land() {
	kept := l.late[:0]
	for _, x := range l.late {
		if x.after--; x.after > 0 {
			kept = append(kept, x)
			continue
		}
		_, _ = l.Log.Append(context.Background(), x.commit, x.expect)
	}
	l.late = kept
}

func (l *Log) delay(ctx context.Context) {
	if l.opts.Rates.Delay == 0 || l.opts.DelayBy <= 0 {
		return
	}
	l.mu.Lock()
	slow := l.opts.Random.Float64() < l.opts.Rates.Delay
	d := time.Duration(l.opts.Random.Int64N(int64(l.opts.DelayBy)))
	l.mu.Unlock()
	if slow {
		l.opts.Sleep(ctx, d)
	}
}

func unknown(c eventlog.Commit) error {
	return fmt.Errorf("append to table %s at version %d: %w", c.Table, c.Version, eventlog.ErrUnknownOutcome)
}

func sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

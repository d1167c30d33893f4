package eventlog

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tranca.example/pkg/subject"
)

// MaxTries is how often one call of Execute loses against others, or does not hear
// of its append, before it gives up.
const MaxTries = 5

// maxHeld is how often a call is held off by a write in flight although nothing came
// between, before it gives up: with the default pauses half a second.
const maxHeld = 32

// Position is where a table stands. The zero value is a table without commits.
type Position struct {
	Version uint32 // number of commits
	Phase   string // after the last commit
}

// ReadAppender is the part of a log that commands need.
type ReadAppender interface {
	Appender
	LastReader
}

// Options are what an Executor needs. S is the decoded state of a table; it is
// shared between commands and must never be changed by one.
type Options[S any] struct {
	Log    ReadAppender
	Writer string // the service that appends
	Baton  Baton
	// Decode reads the state after c from its body. It sees c.Stored only when c
	// came from the log, so the state must not depend on it.
	Decode func(c Commit) (S, error)
	// Memory is where states are kept; nil: one of this executor's own, of the
	// default size. Executors that share one decode alike.
	Memory *Memory[S]
	// Pause is the wait before the n-th further try, n from 1, after cause.
	// The default waits only when the log did not say what the last commit is.
	Pause func(n int, cause error) time.Duration
}

// Validate joins every complaint about the options.
func (o Options[S]) Validate() error {
	var all []error
	if o.Log == nil {
		all = append(all, errors.New("no log"))
	}
	if o.Decode == nil {
		all = append(all, errors.New("no decode function"))
	}
	if err := checkName("writer", o.Writer); err != nil {
		all = append(all, err)
	}
	return errors.Join(all...)
}

// Executor runs the commands of one service in one process. It is safe for
// concurrent use.
type Executor[S any] struct {
	opts   Options[S]
	tables *Memory[S]
}

// NewExecutor checks the options.
func NewExecutor[S any](opts Options[S]) (*Executor[S], error) {
	if err := opts.Validate(); err != nil {
		return nil, fmt.Errorf("executor: %w", err)
	}
	if opts.Pause == nil {
		opts.Pause = pause
	}
	if opts.Memory == nil {
		opts.Memory, _ = NewMemory[S](0) // no size is refused but a negative one
	}
	return &Executor[S]{opts: opts, tables: opts.Memory}, nil
}

// Read returns a state of the table that is not older than version atLeast,
// from memory when that is enough. For a query only: it may be older than the
// last commit. Errors: ErrNotFound, ErrBehind, ErrUnavailable.
func (ex *Executor[S]) Read(ctx context.Context, table subject.TableID, atLeast uint32) (S, Position, error) {
	k, found := ex.tables.get(table)
	if !found || k.at.Version < atLeast {
		return ex.readLast(ctx, table, atLeast)
	}
	return *k.state, k.at, nil
}

// ReadLast returns the state after the table's last commit, by a leader read.
func (ex *Executor[S]) ReadLast(ctx context.Context, table subject.TableID) (S, Position, error) {
	return ex.readLast(ctx, table, 0)
}

func (ex *Executor[S]) readLast(ctx context.Context, table subject.TableID, atLeast uint32) (S, Position, error) {
	k, err := ex.last(ctx, table)
	if err == nil && k.at.Version == 0 {
		err = fmt.Errorf("read table %s: %w", table, ErrNotFound)
	}
	if err == nil && k.at.Version < atLeast {
		err = &BehindError{Table: table, Want: atLeast, Have: k.at.Version}
	}
	return k.value(), k.at, err
}

// last reads the table through the leader; a table without commits is no error.
func (ex *Executor[S]) last(ctx context.Context, table subject.TableID) (known[S], error) {
	c, err := ex.opts.Log.Last(ctx, table)
	if errors.Is(err, ErrNotFound) {
		return known[S]{}, nil
	}
	if err != nil {
		return known[S]{}, fmt.Errorf("read table %s: %w", table, err)
	}
	return ex.learn(c)
}

// learn decodes and remembers a commit that is in the log.
func (ex *Executor[S]) learn(c Commit) (known[S], error) {
	state, err := ex.opts.Decode(c)
	if err != nil {
		ex.tables.forget(c.Table)
		return known[S]{}, fmt.Errorf("decode table %s at version %d: %w", c.Table, c.Version, err)
	}
	k := after(c, &state)
	ex.tables.put(c.Table, k)
	return k, nil
}

// after is the table after a commit that is in the log.
func after[S any](c Commit, state *S) known[S] {
	return known[S]{state: state, at: Position{Version: c.Version, Phase: c.Phase}, seq: c.Seq}
}

// pause gives a write that is in flight elsewhere 1 to 16 ms to finish.
func pause(n int, cause error) time.Duration {
	if conflict, ok := errors.AsType[*ConflictError](cause); ok && conflict.Last != 0 {
		return 0
	}
	return time.Millisecond << min(n-1, 4)
}

func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

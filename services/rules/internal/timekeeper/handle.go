package timekeeper

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/records"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
)

// errPanicked is a fault of ours that one table brings out.
var errPanicked = errors.New("panic")

// handle looks at the table and lets go of the firing only when nothing is due.
func (k *Keeper) handle(ctx context.Context, m jetstream.Msg) {
	id, err := subject.ParseTimerFire(m.Subject())
	if err != nil {
		k.giveUp(ctx, m, "unreadable: "+err.Error())
		return
	}
	work, cancel := context.WithTimeout(ctx, handleTime)
	defer cancel()
	done, err := k.try(work, m, id)
	if err != nil && ctx.Err() == nil {
		k.o.Logger.Log(ctx, loudness(m, slog.LevelWarn), "timer not handled yet", "table", id.String(), "error", err)
	}
	switch {
	case done:
		k.settle(ctx, m.Ack())
	case err == nil || waits(err):
		k.wait(ctx, m, id)
	default:
		k.failed(ctx, m, err)
	}
}

// loudness is that of an error of a firing, level at its first delivery: thousands
// of tables that fail, or wait through an outage, shall not tell it again and again.
func loudness(m jetstream.Msg, level slog.Level) slog.Level {
	if deliveries(m) > 1 || len(m.Data()) > 0 {
		return slog.LevelDebug
	}
	return level
}

// try is fired, where a panic is an error.
func (k *Keeper) try(ctx context.Context, m jetstream.Msg, id subject.TableID) (done bool, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			done, err = false, fmt.Errorf("%w: %v", errPanicked, cause)
			k.o.Logger.Log(ctx, loudness(m, slog.LevelError), "panic at a timer", "table", id.String(), "cause", cause, "stack", string(debug.Stack()))
		}
	}()
	return k.fired(ctx, id)
}

// waits tells an error that time heals, however long it takes: somebody does not
// answer, is faster, or is not this replica. Whatever else happens is a failure.
func waits(err error) bool {
	for _, outage := range []error{
		records.ErrUnavailable, records.ErrUnknownOutcome, records.ErrConflict, eventlog.ErrBehind,
		nats.ErrTimeout, nats.ErrConnectionClosed, nats.ErrReconnectBufExceeded, context.DeadlineExceeded, context.Canceled,
	} {
		if errors.Is(err, outage) {
			return true
		}
	}
	r, _ := rpcerr.From(err)
	switch r.Reason {
	case rpcerr.ReasonUnavailable, rpcerr.ReasonConflict, rpcerr.ReasonUnknownShard, rpcerr.ReasonWrongPhase, rpcerr.ReasonOverloaded:
		return true
	}
	return r.Code == rpcerr.Unavailable
}

// wait puts the firing off. Waiting is no failure and must not use up its
// deliveries: after some of them a schedule of its own takes its place, and the
// server counts anew.
func (k *Keeper) wait(ctx context.Context, m jetstream.Msg, id subject.TableID) {
	n := deliveries(m)
	pace := k.o.Pace
	if n < pace.Waits || ctx.Err() != nil { // whoever stops leaves it to another replica
		k.settle(ctx, m.NakWithDelay(pace.waiting(n, len(m.Data()) > 0)))
		return
	}
	work, cancel := context.WithTimeout(ctx, handleTime)
	defer cancel()
	if err := k.arm(work, id, k.o.Now().Add(pace.Most), []byte(waitsLong)); err != nil {
		if ctx.Err() == nil {
			k.o.Logger.WarnContext(ctx, "timer that waits not put off", "table", id.String(), "error", err)
		}
		k.settle(ctx, m.NakWithDelay(pace.Stuck)) // it cannot be replaced: few deliveries for a long time
		return
	}
	k.settle(ctx, m.Ack())
}

// failed tries again, and gives up at the last try.
func (k *Keeper) failed(ctx context.Context, m jetstream.Msg, err error) {
	n := deliveries(m)
	if n >= k.o.Pace.Tries {
		k.giveUp(ctx, m, "failed: "+err.Error())
		return
	}
	k.settle(ctx, m.NakWithDelay(k.o.Pace.failing(n)))
}

// giveUp makes a dead letter of the firing.
func (k *Keeper) giveUp(ctx context.Context, m jetstream.Msg, reason string) {
	k.o.Logger.ErrorContext(ctx, "timer given up", "subject", m.Subject(), "reason", reason)
	k.settle(ctx, m.TermWithReason(reason))
}

func (k *Keeper) settle(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		k.o.Logger.WarnContext(ctx, "timer not settled", "error", err) // it comes again
	}
}

// deliveries counts those of the firing, this one included.
func deliveries(m jetstream.Msg) int {
	meta, err := m.Metadata()
	if err != nil {
		return 1 // not from a consumer; it cannot be settled either
	}
	return int(min(meta.NumDelivered, 1<<20)) //nolint:gosec // bounded
}

package jetstream

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/subject"
)

// How a follower that has read everything reads on. A commit that comes alone is
// there at once; those of a pause come together, because to be woken for each
// costs broker and reader more than all else about it.
const (
	pause     = 25 * time.Millisecond
	portion   = 512              // commits that are asked for at once
	heartbeat = time.Second      // of a broker that has nothing new; when two are missed it counts as lost
	idle      = 30 * time.Second // after which the broker forgets a consumer that nobody asks
	silence   = time.Second      // after which the client waits no more for the rest of a portion, and tells nobody
)

// Why an iteration does not go on as it did.
var (
	errLost = errors.New("the consumer is lost")
	errLeft = errors.New("whoever reads wants no more")
)

// Follow implements eventlog.Follower. It survives reconnects and leader changes
// without the reader noticing.
func (l *Log) Follow(ctx context.Context, shard subject.Shard, after uint64) iter.Seq2[eventlog.Commit, error] {
	return func(yield func(eventlog.Commit, error) bool) {
		f := &follower{log: l, stream: subject.GameStream(shard), after: after, yield: yield}
		if err := f.follow(ctx); ctx.Err() == nil && !errors.Is(err, errLeft) {
			yield(eventlog.Commit{}, fmt.Errorf("follow shard %s: %w", shard, err))
		}
	}
}

// follower is one iteration.
type follower struct {
	log    *Log
	stream string
	after  uint64 // the last sequence that was passed on
	yield  func(eventlog.Commit, error) bool
}

// follow reads what the log holds, asks for what is new, and does so again when the
// consumer that it asks is lost: its server may be gone. It ends with an error.
func (f *follower) follow(ctx context.Context) error {
	for {
		head, err := f.head(ctx)
		if err != nil {
			return err
		}
		if f.after > head {
			return &eventlog.GapError{Stream: f.stream, Want: f.after + 1, Got: head}
		}
		if err := f.catchUp(ctx, head); err != nil {
			return err
		}
		if err := f.ask(ctx); !errors.Is(err, errLost) {
			return err
		}
		wait(ctx)
	}
}

// head is the last sequence of the stream.
func (f *follower) head(ctx context.Context) (uint64, error) {
	stream, err := f.log.js.Stream(ctx, f.stream)
	if err != nil {
		return 0, unavailable(err)
	}
	return stream.CachedInfo().State.LastSeq, nil
}

// catchUp reads on until it has passed a sequence. The broker sends as fast as it
// can, and the ordered consumer survives what happens meanwhile.
func (f *follower) catchUp(ctx context.Context, head uint64) error {
	if f.after >= head {
		return nil
	}
	consumer, err := f.log.js.OrderedConsumer(ctx, f.stream, jetstream.OrderedConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: f.after + 1, InactiveThreshold: idle,
	})
	if err != nil {
		return unavailable(err)
	}
	messages, err := consumer.Messages()
	if err != nil {
		return unavailable(err)
	}
	defer messages.Stop()
	// A consumer that is being made anew waits for the broker, not for ctx.
	defer context.AfterFunc(ctx, messages.Stop)()
	for f.after < head {
		m, err := messages.Next(jetstream.NextContext(ctx))
		if err != nil {
			return unavailable(err)
		}
		if err := f.pass(m); err != nil {
			return err
		}
	}
	return nil
}

// ask asks for new commits until something fails. A commit that is missing may have
// been lost on the way, and the consumer counts as lost: what the log holds is then
// read once more.
func (f *follower) ask(ctx context.Context) error {
	consumer, err := f.log.js.CreateConsumer(ctx, f.stream, jetstream.ConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: f.after + 1, InactiveThreshold: idle,
		AckPolicy: jetstream.AckNonePolicy, MaxDeliver: 1, MemoryStorage: true, Replicas: 1,
	})
	if err != nil {
		return unavailable(err)
	}
	for {
		n, err := f.take(consumer.Fetch(1, jetstream.FetchContext(ctx), jetstream.FetchHeartbeat(heartbeat)))
		if err != nil {
			return err
		}
		if n == 1 {
			wait(ctx)
			n = portion
		}
		for n == portion {
			if n, err = f.portion(consumer); err != nil {
				return err
			}
		}
	}
}

// portion takes what there is. What the broker sent and the client no longer waited
// for would be missed until the next commit, so then the consumer counts as lost.
func (f *follower) portion(consumer jetstream.Consumer) (n int, err error) {
	waited := time.NewTimer(silence)
	defer waited.Stop()
	if n, err = f.take(consumer.FetchNoWait(portion)); err != nil || n == portion {
		return n, err
	}
	select {
	case <-waited.C:
		return n, errLost
	default:
		return n, nil
	}
}

// take passes on the commits of one answer and counts them.
func (f *follower) take(batch jetstream.MessageBatch, err error) (n int, _ error) {
	if err != nil {
		return 0, fmt.Errorf("%w: %w", errLost, err)
	}
	for m := range batch.Messages() {
		if err := f.pass(m); errors.Is(err, eventlog.ErrGap) {
			return n, fmt.Errorf("%w: %w", errLost, err)
		} else if err != nil {
			return n, err
		}
		n++
	}
	if err := batch.Error(); err != nil {
		return n, fmt.Errorf("%w: %w", errLost, err)
	}
	return n, nil
}

// pass passes on one commit.
func (f *follower) pass(m jetstream.Msg) error {
	c, err := ParseStored(m)
	if err != nil {
		return err
	}
	if f.after != 0 && c.Seq != f.after+1 {
		return &eventlog.GapError{Stream: f.stream, Want: f.after + 1, Got: c.Seq}
	}
	if !f.yield(c, nil) {
		return errLeft
	}
	f.after = c.Seq
	return nil
}

func unavailable(err error) error { return fmt.Errorf("%w: %w", eventlog.ErrUnavailable, err) }

func wait(ctx context.Context) {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

package gamestream

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/eventlog"
)

// appender appends messages in order, many under way at once, but one of each
// subject: a replicated stream refuses a message that expects one whose append
// is still under way.
type appender struct {
	s       *Stream
	js      natsjs.JetStream
	next    uint64
	pending []pending
	busy    map[string]struct{} // subjects of pending
}

type pending struct {
	seq     uint64
	subject string
	ack     natsjs.PubAckFuture
}

func (s *Stream) newAppender(next uint64) (*appender, error) {
	js, err := natsjs.New(s.conn, natsjs.WithPublishAsyncMaxPending(2*inFlight), natsjs.WithPublishAsyncTimeout(s.timeout))
	if err != nil {
		return nil, fmt.Errorf("stream %s: %w", s.Name(), err)
	}
	return &appender{s: s, js: js, next: next, busy: map[string]struct{}{}}, nil
}

// append sends the next message and may return before it is stored.
func (a *appender) append(ctx context.Context, m *nats.Msg) error {
	for _, busy := a.busy[m.Subject]; busy || len(a.pending) >= inFlight; _, busy = a.busy[m.Subject] {
		if err := a.await(ctx); err != nil {
			return err
		}
	}
	ack, err := a.js.PublishMsgAsync(m, natsjs.WithRetryAttempts(0)) // again would be out of order
	if err != nil {
		return a.failed(a.next, err)
	}
	a.pending = append(a.pending, pending{a.next, m.Subject, ack})
	a.busy[m.Subject] = struct{}{}
	a.next++
	return nil
}

// await waits for the oldest message that is under way.
func (a *appender) await(ctx context.Context) error {
	p := a.pending[0]
	a.pending = a.pending[1:]
	delete(a.busy, p.subject)
	select {
	case ack := <-p.ack.Ok():
		if ack.Sequence != p.seq {
			return a.failed(p.seq, fmt.Errorf("it was stored as %d: somebody else writes", ack.Sequence))
		}
		return nil
	case err := <-p.ack.Err():
		return a.failed(p.seq, err)
	case <-ctx.Done():
		return a.failed(p.seq, ctx.Err())
	}
}

// flush waits for all.
func (a *appender) flush(ctx context.Context) error {
	for len(a.pending) > 0 {
		if err := a.await(ctx); err != nil {
			return err
		}
	}
	return nil
}

func (a *appender) failed(seq uint64, err error) error {
	return fmt.Errorf("stream %s: append message %d: %w: %w", a.s.Name(), seq, eventlog.ErrUnavailable, err)
}

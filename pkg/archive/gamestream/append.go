package gamestream

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/eventlog"
)

// A replicated stream may refuse an append just after it acknowledged the one
// that this expects: it is not done with that yet. So it gets one message at a
// time, and the same again when it says that, for as long as these tell.
const (
	refusals     = 200
	refusalPause = 10 * time.Millisecond
)

// appender appends messages in order, many under way at once where one that is
// refused cannot let the next one take its place.
type appender struct {
	s       *Stream
	js      natsjs.JetStream
	window  int
	next    uint64
	pending []pending
}

type pending struct {
	seq uint64
	m   *nats.Msg
	ack natsjs.PubAckFuture
}

func (s *Stream) newAppender(next uint64, replicas int) (*appender, error) {
	js, err := natsjs.New(s.conn, natsjs.WithPublishAsyncMaxPending(2*inFlight), natsjs.WithPublishAsyncTimeout(s.timeout))
	if err != nil {
		return nil, fmt.Errorf("stream %s: %w", s.Name(), err)
	}
	a := &appender{s: s, js: js, window: inFlight, next: next}
	if replicas > 1 {
		a.window = 1
	}
	return a, nil
}

// append sends the next message and may return before it is stored.
func (a *appender) append(ctx context.Context, m *nats.Msg) error {
	if len(a.pending) >= a.window {
		if err := a.await(ctx); err != nil {
			return err
		}
	}
	ack, err := a.send(m)
	if err != nil {
		return a.failed(a.next, err)
	}
	a.pending = append(a.pending, pending{a.next, m, ack})
	a.next++
	return nil
}

// send sends a copy: the client library keeps and changes what it is given. It
// does not send again by itself, which would be out of order.
func (a *appender) send(m *nats.Msg) (natsjs.PubAckFuture, error) {
	return a.js.PublishMsgAsync(&nats.Msg{Subject: m.Subject, Header: m.Header, Data: m.Data}, natsjs.WithRetryAttempts(0))
}

// await waits for the oldest message that is under way.
func (a *appender) await(ctx context.Context) error {
	p := a.pending[0]
	a.pending = a.pending[1:]
	seq, err := acknowledged(ctx, p.ack)
	for n := 0; n < refusals && a.window == 1 && notDoneYet(err); n++ {
		select {
		case <-ctx.Done():
		case <-time.After(refusalPause):
		}
		if p.ack, err = a.send(p.m); err == nil {
			seq, err = acknowledged(ctx, p.ack)
		}
	}
	if err == nil && seq != p.seq {
		err = fmt.Errorf("it was stored as %d: somebody else writes", seq)
	}
	if err != nil {
		return a.failed(p.seq, err)
	}
	return nil
}

// acknowledged waits for the answer.
func acknowledged(ctx context.Context, f natsjs.PubAckFuture) (seq uint64, err error) {
	select {
	case ack := <-f.Ok():
		return ack.Sequence, nil
	case err := <-f.Err():
		return 0, err
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// notDoneYet tells whether the stream refused a message because of one before
// it; a wrong expectation has another code.
func notDoneYet(err error) bool {
	api, answered := errors.AsType[*natsjs.APIError](err)
	return answered && api.ErrorCode == natsjs.JSErrCodeStreamWrongLastSequenceConstant
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

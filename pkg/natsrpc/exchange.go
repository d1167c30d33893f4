package natsrpc

import (
	"bytes"
	"context"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"tranca.example/pkg/subject"
)

// request is what a caller asks, whichever way it came.
type request struct {
	*nats.Msg
	answers chan<- *nats.Msg // of a caller in this process, with room for one; nil: the answer goes to Reply
}

// exchanges are the callers that wait for a server of their own process.
type exchanges struct{ idle sync.Pool } // of *exchange

// exchange is for one question at a time.
type exchange struct {
	answers chan *nats.Msg
	timer   *time.Timer
}

func newExchanges() *exchanges {
	return &exchanges{idle: sync.Pool{New: func() any {
		return &exchange{answers: make(chan *nats.Msg, 1), timer: time.NewTimer(time.Hour)}
	}}}
}

// ask asks a server of the process as inbox.Ask does one elsewhere; taken is
// false when no server there has got the question.
func (e *exchanges) ask(ctx context.Context, l *Local, a *attempt, replica subject.Token, subj string) (answer *nats.Msg, taken bool, err error) {
	x := e.idle.Get().(*exchange) //nolint:forcetypeassert // the pool makes nothing else
	x.timer.Reset(patience(a.timeouts))
	// The caller's bytes are the caller's again when it has given up.
	question := request{&nats.Msg{Subject: subj, Header: a.header, Data: bytes.Clone(a.body)}, x.answers}
	if !l.offer(a.service, replica, question) {
		e.give(x)
		return nil, false, nil
	}
	select {
	case answer = <-x.answers:
		e.give(x)
		return answer, true, nil
	case <-x.timer.C:
		return nil, true, context.DeadlineExceeded // nobody uses x again: the answer may still come
	case <-ctx.Done():
		return nil, true, ctx.Err()
	}
}

func (e *exchanges) give(x *exchange) {
	x.timer.Stop() // nothing of it is left in the channel afterwards
	e.idle.Put(x)
}

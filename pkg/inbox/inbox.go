package inbox

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// Inbox is where the answers to questions of one connection come. It is safe for
// concurrent use, and ends with the connection.
type Inbox struct {
	conn   *nats.Conn
	prefix string

	mu      sync.Mutex
	last    uint64 // number of the last question
	waiting map[uint64]*slot
	closed  bool
	idle    []*slot
}

// slot waits for one answer at a time.
type slot struct {
	answer chan *nats.Msg
	timer  *time.Timer
}

// maxIdle is how many slots are kept for the next questions.
const maxIdle = 1024

// New subscribes on the connection, which stays the caller's.
func New(conn *nats.Conn) (*Inbox, error) {
	if conn == nil {
		return nil, errors.New("inbox: no connection")
	}
	b := &Inbox{conn: conn, prefix: conn.NewInbox() + ".", waiting: make(map[uint64]*slot)}
	sub, err := conn.Subscribe(b.prefix+"*", b.receive)
	if err != nil {
		return nil, fmt.Errorf("inbox: %w", err)
	}
	sub.SetClosedHandler(func(string) { b.close() })
	return b, nil
}

// Ask publishes a question and returns the first answer, within limit and the
// life of ctx. Errors: context.DeadlineExceeded when no answer came in time, the
// error of ctx, nats.ErrNoResponders when nobody listens, or that of the
// connection. Only with ErrNoResponders nobody has got the question.
func (b *Inbox) Ask(ctx context.Context, subject string, header nats.Header, data []byte, limit time.Duration) (*nats.Msg, error) {
	id, s, err := b.enter(limit)
	if err != nil {
		return nil, err
	}
	defer b.leave(id, s)
	reply := b.prefix + strconv.FormatUint(id, 36)
	if err := b.conn.PublishMsg(&nats.Msg{Subject: subject, Reply: reply, Header: header, Data: data}); err != nil {
		return nil, err
	}
	select {
	case m := <-s.answer:
		return answered(m)
	case <-s.timer.C:
		return nil, context.DeadlineExceeded
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// answered tells an answer from the broker's word that there is none; nil is
// what is left when the connection closes.
func answered(m *nats.Msg) (*nats.Msg, error) {
	switch {
	case m == nil:
		return nil, nats.ErrConnectionClosed
	case len(m.Data) == 0 && len(m.Header) > 0 && m.Header.Get("Status") == "503":
		return nil, nats.ErrNoResponders
	}
	return m, nil
}

func (b *Inbox) enter(limit time.Duration) (uint64, *slot, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return 0, nil, nats.ErrConnectionClosed
	}
	var s *slot
	if n := len(b.idle); n > 0 {
		s, b.idle = b.idle[n-1], b.idle[:n-1]
		s.timer.Reset(limit)
	} else {
		s = &slot{answer: make(chan *nats.Msg, 1), timer: time.NewTimer(limit)}
	}
	b.last++
	b.waiting[b.last] = s
	return b.last, s, nil
}

// leave frees a slot: nothing is sent to it any more.
func (b *Inbox) leave(id uint64, s *slot) {
	s.timer.Stop() // nothing of it is left in the channel afterwards
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.waiting, id)
	select {
	case <-s.answer: // it came too late
	default:
	}
	if len(b.idle) < maxIdle {
		b.idle = append(b.idle, s)
	}
}

// receive hands an answer to whoever waits for it; a further one finds nobody.
func (b *Inbox) receive(m *nats.Msg) {
	id, err := strconv.ParseUint(m.Subject[len(b.prefix):], 36, 64)
	if err != nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if s := b.waiting[id]; s != nil {
		delete(b.waiting, id)
		s.answer <- m
	}
}

// close lets go of everybody who waits.
func (b *Inbox) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	for id, s := range b.waiting {
		delete(b.waiting, id)
		s.answer <- nil
	}
}

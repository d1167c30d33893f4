package inbox

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
)

// Inbox is where the answers to questions of one connection come. It is safe for
// concurrent use, and ends with the connection.
type Inbox struct {
	conn   *nats.Conn
	prefix string
	closed atomic.Bool // the connection is

	mu    sync.Mutex
	slots uint64 // made so far
	idle  []*slot
}

// slot asks one question at a time. Its answers go from the connection's reader
// straight to whoever waits.
type slot struct {
	answers chan *nats.Msg
	sub     *nats.Subscription
	prefix  string
	last    uint64 // number of its last question
	timer   *time.Timer
	spare   atomic.Bool // one slot too many: the end of its subscription tells nothing
}

// maxIdle is how many slots are kept for the next questions.
const maxIdle = 1024

// New makes the inbox of a connection, which stays the caller's.
func New(conn *nats.Conn) (*Inbox, error) {
	if conn == nil {
		return nil, errors.New("inbox: no connection")
	}
	return &Inbox{conn: conn, prefix: conn.NewInbox() + "."}, nil
}

// Ask publishes a question and returns the first answer, within limit and the
// life of ctx. Errors: context.DeadlineExceeded when no answer came in time, the
// error of ctx, nats.ErrNoResponders when nobody listens, or that of the
// connection. Only with ErrNoResponders nobody has got the question.
func (b *Inbox) Ask(ctx context.Context, subject string, header nats.Header, data []byte, limit time.Duration) (*nats.Msg, error) {
	s, err := b.take()
	if err != nil {
		return nil, err
	}
	defer b.give(s)
	s.empty()
	s.last++ // an answer to an earlier question is none to this one
	reply := s.prefix + strconv.FormatUint(s.last, 36)
	s.timer.Reset(limit)
	if err := b.conn.PublishMsg(&nats.Msg{Subject: subject, Reply: reply, Header: header, Data: data}); err != nil {
		return nil, err
	}
	for {
		select {
		case m := <-s.answers:
			switch {
			case m == nil || b.closed.Load():
				return nil, nats.ErrConnectionClosed
			case m.Subject == reply:
				return answered(m)
			}
		case <-s.timer.C:
			return nil, context.DeadlineExceeded
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// empty makes room for an answer: late ones may fill the slot, and the next would
// be dropped.
func (s *slot) empty() {
	for len(s.answers) > 0 {
		<-s.answers
	}
}

// answered tells an answer from the broker's word that there is none.
func answered(m *nats.Msg) (*nats.Msg, error) {
	if len(m.Data) == 0 && len(m.Header) > 0 && m.Header.Get("Status") == "503" {
		return nil, nats.ErrNoResponders
	}
	return m, nil
}

// take is a slot that nobody uses.
func (b *Inbox) take() (*slot, error) {
	if b.closed.Load() {
		return nil, nats.ErrConnectionClosed
	}
	b.mu.Lock()
	if n := len(b.idle); n > 0 {
		s := b.idle[n-1]
		b.idle = b.idle[:n-1]
		b.mu.Unlock()
		return s, nil
	}
	b.slots++
	id := b.slots
	b.mu.Unlock()
	return b.open(id)
}

// open makes a slot, with a subscription that lasts as long as it.
func (b *Inbox) open(id uint64) (*slot, error) {
	s := &slot{
		answers: make(chan *nats.Msg, 4), // more than one only when somebody answers twice or late
		prefix:  b.prefix + strconv.FormatUint(id, 36) + ".",
		timer:   time.NewTimer(time.Hour),
	}
	sub, err := b.conn.ChanSubscribe(s.prefix+"*", s.answers)
	if err != nil {
		return nil, fmt.Errorf("inbox: %w", err)
	}
	s.sub = sub
	sub.SetClosedHandler(func(string) { b.end(s) })
	return s, nil
}

// end lets go of whoever waits when the connection closes. It is called with the
// connection's locks held.
func (b *Inbox) end(s *slot) {
	if s.spare.Load() {
		return
	}
	b.closed.Store(true)
	select {
	case s.answers <- nil:
	default: // what fills it is enough to look
	}
}

// give frees a slot.
func (b *Inbox) give(s *slot) {
	s.timer.Stop() // nothing of it is left in the channel afterwards
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.idle) < maxIdle {
		b.idle = append(b.idle, s)
		return
	}
	s.spare.Store(true)
	_ = s.sub.Unsubscribe() // fails only when the connection is closed
}

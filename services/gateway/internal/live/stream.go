package live

import (
	"context"
	"errors"
	"slices"
	"time"

	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// Why a topic ends for good.
const (
	endClosed  = "closed"
	endRevoked = "token_revoked"
	endTaken   = "taken_over"
)

// What a topic answers when it has no more: its end was told, or the stream cannot
// go on for now.
var (
	errEnded  = errors.New("topic ended")
	errBroken = errors.New("topic broken off")
	errSlow   = errors.New("client too slow")
)

// stream is one client's stream.
type stream struct {
	h      *Handler
	out    sink
	http   *writer       // out, where that is one; else nil
	bell   chan struct{} // some topic has news
	topics []topic       // that go on
	over   []position    // of those that have ended
	alone  bool          // everybody's stream of one table, which shares its ids with others
	plain  bool          // nothing but chunks goes over the connection
}

// topic is a part of a stream.
type topic interface {
	// tell tells what the client has not heard yet. After errEnded the topic is over,
	// after another error the client has to come back.
	tell(ctx context.Context) error
	// position is how far it was told; false: there is nothing to go on from.
	position() (position, bool)
	// close gives up what the topic holds.
	close()
}

// ring says that there is news.
func ring(bell chan<- struct{}) {
	select {
	case bell <- struct{}{}:
	default: // it is known already
	}
}

func (s *stream) close() {
	for _, t := range s.topics {
		t.close()
	}
}

// serve tells a stream from its beginning to its end.
func (s *stream) serve(ctx context.Context) {
	if s.tell(ctx) && !s.direct() {
		s.tellAll(ctx)
	}
	s.out.flush()
}

// tellAll tells news as they come, until the stream is over.
func (s *stream) tellAll(ctx context.Context) {
	beat := time.NewTicker(s.h.o.Heartbeat)
	defer beat.Stop()
	for s.out.failed() == nil {
		if len(s.bell) == 0 { // what is told together goes out together
			s.out.flush()
		}
		select {
		case <-ctx.Done():
			return
		case <-s.h.o.Hub.stopped:
			s.out.tell(item{bye: byeBack})
			return
		case <-beat.C:
			s.out.tell(item{alive: true})
		case <-s.bell:
			if !s.tell(ctx) {
				return
			}
		}
	}
}

// tell has every topic tell its news; false: the stream is over.
func (s *stream) tell(ctx context.Context) bool {
	for _, t := range slices.Clone(s.topics) {
		err := t.tell(ctx)
		switch {
		case errors.Is(err, errEnded):
			s.drop(t)
		case err != nil:
			s.out.tell(item{bye: goodbye(errors.Is(err, errSlow))})
			return false
		}
	}
	return len(s.topics) > 0
}

// drop lets a topic go that has ended.
func (s *stream) drop(t topic) {
	if p, ok := t.position(); ok {
		s.over = append(s.over, p)
	}
	s.topics = slices.DeleteFunc(s.topics, func(other topic) bool { return other == t })
	t.close()
}

// cursor is where the client is.
func (s *stream) cursor() string {
	all := slices.Clone(s.over)
	for _, t := range s.topics {
		if p, ok := t.position(); ok {
			all = append(all, p)
		}
	}
	return s.h.o.Cursors.seal(all...)
}

// end tells the last event of a topic.
func (s *stream) end(table, why string) error {
	s.out.tell(item{end: &apiv1.TopicEnd{Table: table, Reason: why}})
	return errEnded
}

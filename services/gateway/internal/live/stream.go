package live

import (
	"context"
	"errors"
	"slices"
	"time"
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
	out    *writer
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
	s.out.begin(s.plain)
	if s.tell(ctx) && !s.direct() {
		s.tellAll(ctx)
	}
	s.out.flush()
}

// tellAll tells news as they come, until the stream is over.
func (s *stream) tellAll(ctx context.Context) {
	beat := time.NewTicker(s.h.o.Heartbeat)
	defer beat.Stop()
	for s.out.err == nil {
		if len(s.bell) == 0 { // what is told together goes out together
			s.out.flush()
		}
		select {
		case <-ctx.Done():
			return
		case <-s.h.o.Hub.stopped:
			s.out.write(comment(goodbye(false)))
			return
		case <-beat.C:
			s.out.write(comment(alive))
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
			s.out.write(comment(goodbye(errors.Is(err, errSlow))))
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

// alive is what a silent stream says.
const alive = "still here"

// goodbye says why there is nothing more for now: the client comes back with its
// cursor.
func goodbye(slow bool) string {
	if slow {
		return "too slow"
	}
	return "come back"
}

// end tells the last event of a topic.
func (s *stream) end(table, why string) error {
	s.out.write(lastEvent(table, why))
	return errEnded
}

// lastEvent is that of a table.
func lastEvent(table, why string) []byte {
	return event("", "end", []byte(`{"table":"`+table+`","reason":"`+why+`"}`))
}

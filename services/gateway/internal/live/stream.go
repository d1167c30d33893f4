package live

import (
	"context"
	"errors"
	"time"

	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/services/gateway/internal/spell"
)

// maxReplay is how many versions a resumed stream is told one by one; with more
// it starts anew.
const maxReplay = 256

// Why a stream ends for good.
const (
	endClosed  = "closed"
	endRevoked = "token_revoked"
)

// errEnded says that the client was told the end.
var errEnded = errors.New("stream ended")

// stream is one client's stream.
type stream struct {
	h       *Handler
	id      subject.TableID
	out     *writer
	viewer  *Viewer
	newest  *Update // when it was opened
	seat    *seat   // nil for everybody's stream
	told    uint32  // version of the last event with an id
	resumed bool
	plain   bool // nothing but chunks goes over the connection
}

func (s *stream) close() {
	s.viewer.Leave()
	if s.seat != nil {
		s.h.o.Presence.exit(s.seat.holder, s.seat.token)
	}
}

func (s *stream) role() role {
	if s.seat == nil {
		return everybody
	}
	return role(1 + s.seat.seat)
}

// serve tells a stream from its beginning to its end.
func (s *stream) serve(ctx context.Context) {
	s.out.begin(s.plain)
	if s.begin(ctx) == nil && !s.direct() {
		s.tellAll(ctx)
	}
	s.out.flush()
}

// tellAll tells updates as they come, until the stream is over.
func (s *stream) tellAll(ctx context.Context) {
	beat := time.NewTicker(s.h.o.Heartbeat)
	defer beat.Stop()
	for s.out.err == nil {
		if len(s.viewer.Updates()) == 0 { // those that wait go out together
			s.out.flush()
		}
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
			s.out.write(comment(alive))
		case <-s.seat.again():
			if s.look(ctx) != nil {
				return
			}
		case u, ok := <-s.viewer.Updates():
			if !ok {
				s.out.write(comment(goodbye(s.viewer.Slow())))
				return
			}
			if s.live(ctx, u) != nil {
				return
			}
		}
	}
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

// begin tells what the client has not seen: the versions after its cursor, or
// the whole table.
func (s *stream) begin(ctx context.Context) error {
	if !s.resumed || !s.replay(ctx) {
		if err := s.snapshot(); err != nil {
			return err
		}
	}
	if s.newest.Commit.State.Phase == table.PhaseClosed {
		return s.end(endClosed)
	}
	if s.seat != nil {
		return s.show(s.seat.first)
	}
	return nil
}

func (s *stream) snapshot() error {
	raw, err := spell.Table(make([]byte, 0, smallest), s.h.o.Codec.TableView(s.newest.Commit.State))
	if err != nil {
		return err
	}
	s.told = s.newest.Commit.Version
	s.out.event(s.cursor(), "table", raw)
	return nil
}

// replay tells the versions that were missed, if they are few.
func (s *stream) replay(ctx context.Context) bool {
	to := s.newest.Commit.Version
	if s.told >= to {
		return true
	}
	if to-s.told > maxReplay {
		return false
	}
	missed, err := s.h.o.Hub.Since(ctx, s.id, s.told+1, to)
	if err != nil {
		return false
	}
	for _, u := range missed {
		s.tell(u)
	}
	return true
}

// tell sends an update once.
func (s *stream) tell(u *Update) {
	if u.Commit.Version <= s.told {
		return
	}
	s.told = u.Commit.Version
	if s.seat == nil {
		s.out.write(u.event)
		return
	}
	s.out.write(appendID(nil, s.cursor()))
	s.out.write(u.event[u.named:])
}

func (s *stream) cursor() string { return s.h.o.Cursors.seal(s.id.String(), s.role(), s.told) }

// live tells an update as it comes, and what it means for the seat.
func (s *stream) live(ctx context.Context, u *Update) error {
	s.tell(u)
	if u.Commit.State.Phase == table.PhaseClosed {
		return s.end(endClosed)
	}
	if s.seat == nil {
		return nil
	}
	return s.follow(ctx, u.Commit)
}

// end is the last event.
func (s *stream) end(why string) error {
	s.out.write(lastEvent(why))
	return errEnded
}

func lastEvent(why string) []byte { return event("", "end", []byte(`{"reason":"`+why+`"}`)) }

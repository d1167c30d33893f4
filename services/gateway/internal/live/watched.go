package live

import (
	"context"

	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
)

// maxReplay is how many versions a resumed stream is told one by one; with more
// it starts anew.
const maxReplay = 256

// watched is a table as a topic of a stream, with the seat whose token was shown.
type watched struct {
	s       *stream
	id      subject.TableID
	viewer  *Viewer
	newest  *Update // when it was opened
	seat    *seat   // nil: what everybody sees is all
	told    uint32  // version of the last event with an id
	resumed bool
	begun   bool
}

func (w *watched) role() role {
	if w.seat == nil {
		return everybody
	}
	return role(1 + w.seat.seat)
}

// position implements topic.
func (w *watched) position() (position, bool) {
	return position{w.id.String(), w.role(), uint64(w.told)}, w.begun || w.resumed
}

// close implements topic.
func (w *watched) close() {
	w.viewer.Leave()
	if w.seat != nil {
		w.s.h.claims.release(w.seat.claim)
		w.s.h.o.Presence.exit(w.seat.holder, w.seat.token, w.seat.claim.isLost())
	}
}

// heard tells whether the client has heard all that there will ever be.
func (w *watched) heard() bool {
	last := w.newest.Commit
	return w.resumed && w.told >= last.Version && last.State.Phase == table.PhaseClosed
}

// tell implements topic.
func (w *watched) tell(ctx context.Context) error {
	if w.seat != nil && w.seat.claim.isLost() {
		return w.end(endTaken)
	}
	if !w.begun {
		if err := w.begin(ctx); err != nil {
			return err
		}
	}
	if err := w.lookAgain(ctx); err != nil {
		return err
	}
	for {
		select {
		case u, open := <-w.viewer.Updates():
			if !open {
				return w.cut()
			}
			if err := w.live(ctx, u); err != nil {
				return err
			}
		case s := <-w.viewer.said:
			w.s.out.tell(item{said: s})
		default:
			return nil
		}
	}
}

// cut is why no update follows.
func (w *watched) cut() error {
	if w.viewer.Slow() {
		return errSlow
	}
	return errBroken
}

// begin tells what the client has not seen: the versions after its cursor, or
// the whole table.
func (w *watched) begin(ctx context.Context) error {
	if w.seat != nil {
		w.seat.claim = w.s.h.claims.make(w.id, w.seat.holder, w.s.bell)
	}
	if !w.resumed || !w.replay(ctx) {
		w.snapshot()
	}
	w.begun = true
	if w.newest.Commit.State.Phase == table.PhaseClosed {
		return w.end(endClosed)
	}
	if w.seat != nil {
		w.show(w.seat.first)
	}
	return nil
}

func (w *watched) snapshot() {
	w.told, w.begun = w.newest.Commit.Version, true
	w.s.out.tell(item{cursor: w.s.cursor(), table: w.s.h.o.Codec.TableView(w.newest.Commit.State)})
}

// replay tells the versions that were missed, if they are few.
func (w *watched) replay(ctx context.Context) bool {
	to := w.newest.Commit.Version
	if w.told >= to {
		return true
	}
	if to-w.told > maxReplay {
		return false
	}
	missed, err := w.s.h.o.Hub.Since(ctx, w.id, w.told+1, to)
	if err != nil {
		return false
	}
	for _, u := range missed {
		w.update(u)
	}
	return true
}

// update tells an update once.
func (w *watched) update(u *Update) {
	if u.Commit.Version <= w.told {
		return
	}
	w.told = u.Commit.Version
	if w.s.alone {
		w.s.out.tell(item{update: u})
		return
	}
	w.s.out.tell(item{cursor: w.s.cursor(), update: u})
}

// live tells an update as it comes, and what it means for the seat.
func (w *watched) live(ctx context.Context, u *Update) error {
	w.update(u)
	if u.Commit.State.Phase == table.PhaseClosed {
		return w.end(endClosed)
	}
	if w.seat == nil {
		return nil
	}
	return w.follow(ctx, u.Commit)
}

func (w *watched) end(why string) error { return w.s.end(w.id.String(), why) }

package live

import (
	"context"
	"fmt"
	"time"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/replay"
	"tranca.example/pkg/table"
)

// What is told at the same time to whoever has no seat, when much becomes old
// enough at once, and how long after that the next.
const (
	revealed = viewBuffer / 2
	between  = 100 * time.Millisecond
)

// lookedAt is how many commits are looked at first for the newest one that may be
// shown; then four times as many, and so on.
const lookedAt = 64

// veil is over the commits of a table that whoever has no seat may not see yet.
// Nothing else decides on that.
type veil struct {
	held  []table.Mark // the commits in their order
	later *time.Timer  // when the first of them is old enough
}

func newVeil() veil {
	v := veil{later: time.NewTimer(time.Hour)}
	v.later.Stop()
	return v
}

// passes tells whether the next commit of a table that stands at s may be shown to
// all, and else holds it.
func (v *veil) passes(s *table.State, c *table.Commit, now table.Time) bool {
	mark := table.MarkOf(c)
	if ok, _ := s.Shows(mark, now); ok && len(v.held) == 0 {
		return true
	}
	v.held = append(v.held, mark)
	return false
}

// ready is how many of the held ones may be shown of a table that stands at s, and
// when the next one may be; 0: nobody knows.
func (v *veil) ready(s *table.State, now table.Time) (n int, due table.Time) {
	for _, mark := range v.held {
		ok, due := s.Shows(mark, now)
		if !ok {
			return n, due
		}
		n++
	}
	return n, 0
}

func (f *feed) now() table.Time { return table.Time(f.hub.o.Now().UnixMilli()) }

// reveal tells whoever has no seat what has become old enough. What the log does not
// give is told at a later poll.
func (f *feed) reveal(ctx context.Context) {
	if len(f.veil.held) == 0 {
		return
	}
	now := f.now()
	ready, due := f.veil.ready(&f.newest.Commit.State, now)
	if ready > maxReplay {
		f.skip(ctx, ready)
		return
	}
	n := min(ready, revealed)
	updates, err := f.held(ctx, 0, n)
	if err != nil {
		return
	}
	for _, u := range updates {
		f.tell(u, toOthers)
	}
	f.veil.held = f.veil.held[n:]
	switch {
	case ready > n:
		f.veil.later.Reset(between)
	case due > 0:
		f.veil.later.Reset(time.Duration(due-now) * time.Millisecond)
	}
}

// skip has whoever has no seat come back and begin anew behind the first n of the
// held ones: to tell them all is too much.
func (f *feed) skip(ctx context.Context, n int) {
	last, err := f.held(ctx, n-1, n)
	if err != nil {
		f.veil.later.Reset(f.hub.o.Poll)
		return
	}
	f.veil.held = f.veil.held[n:]
	f.veil.later.Reset(between)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.shown = last[0]
	for v := range f.viewers {
		if !v.seated {
			f.remove(v)
		}
	}
}

// held are updates that are held, as in a slice.
func (f *feed) held(ctx context.Context, begin, end int) ([]*Update, error) {
	if begin == end {
		return nil, nil
	}
	from, to := f.veil.held[begin].Version, f.veil.held[end-1].Version
	if from == f.version() {
		return []*Update{f.newest}, nil
	}
	updates, err := f.hub.Since(ctx, f.id, from, to)
	if err == nil && len(updates) != end-begin {
		err = fmt.Errorf("table %s: got %d commits from version %d to %d", f.id, len(updates), from, to)
	}
	return updates, err
}

// lookBack finds what is shown to whoever has no seat when the feed begins.
func (f *feed) lookBack(ctx context.Context) (err error) {
	f.shown = f.newest
	if !f.newest.Commit.State.Delayed() {
		return nil
	}
	for back := uint32(lookedAt); ; back *= 4 {
		from := uint32(1)
		if back < f.version() {
			from = f.version() - back
		}
		if f.shown, err = f.sift(ctx, from); err != nil || f.shown != nil {
			break
		}
		if from == 1 {
			return fmt.Errorf("table %s: the commit that began the match is missing", f.id)
		}
	}
	if err == nil {
		f.reveal(ctx) // nothing is ready: this waits for what will be
	}
	return err
}

// sift holds the commits from a version on that may not be shown, and gives the one
// before them; nil: there is none.
func (f *feed) sift(ctx context.Context, from uint32) (*Update, error) {
	f.veil.held = nil
	s, now := &f.newest.Commit.State, f.now()
	var shown eventlog.Commit
	for c, err := range f.hub.o.Log.History(ctx, f.id, from) {
		if err != nil {
			return nil, err
		}
		if c.Version > f.version() {
			break
		}
		commit, err := replay.DecodeCommit(f.hub.o.Codec, c)
		if err != nil {
			return nil, err
		}
		if f.veil.passes(s, &commit, now) {
			shown = c
		}
	}
	if shown.Version == 0 {
		return nil, nil
	}
	return f.hub.update(shown)
}

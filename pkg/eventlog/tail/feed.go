package tail

import (
	"context"
	"sync"

	"tranca.example/pkg/eventlog"
)

// portion is how many commits a reader takes out of the window at once.
const portion = 256

// feed is the window of one shard.
type feed struct {
	cancel  context.CancelFunc
	readers int // guarded by the tail

	mu    sync.Mutex
	grown *sync.Cond
	ring  []slot // by sequence modulo its length
	begun bool
	first uint64 // the oldest sequence in the window, if there is one
	last  uint64 // the newest one, or the head of the log before any
	ahead uint64 // the newest sequence in the ring; after last something is missing
	ended bool
	err   error
}

type slot struct {
	commit eventlog.Commit
	own    bool // this process has appended it
}

func newFeed(keep int, cancel context.CancelFunc) *feed {
	f := &feed{cancel: cancel, ring: make([]slot, keep)}
	f.grown = sync.NewCond(&f.mu)
	return f
}

func (f *feed) begin(head uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.begun, f.first, f.last, f.ahead = true, head+1, head, head
	f.grown.Broadcast()
}

// read takes the commit that follows the last one in the log, or one that the
// window has already.
func (f *feed) read(c eventlog.Commit) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if c.Seq <= f.last {
		return
	}
	if f.first > f.last {
		f.first = c.Seq // old commits may have aged out before it
	}
	if s := f.at(c.Seq); s.commit.Seq != c.Seq {
		f.put(c, false)
	}
	f.last = c.Seq
	f.advance()
}

// told takes a commit that this process has appended, in any order.
func (f *feed) told(c eventlog.Commit) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch s := f.at(c.Seq); {
	case !f.begun || f.ended || c.Seq > f.last+uint64(len(f.ring)):
		return // whoever follows reads it
	case c.Seq <= f.last:
		s.own = s.own || s.commit.Seq == c.Seq
		return
	}
	f.put(c, true)
	f.advance()
}

func (f *feed) at(seq uint64) *slot { return &f.ring[seq%uint64(len(f.ring))] }

func (f *feed) put(c eventlog.Commit, own bool) {
	*f.at(c.Seq) = slot{c, own}
	f.ahead = max(f.ahead, c.Seq)
	if n := uint64(len(f.ring)); c.Seq-f.first >= n {
		f.first = c.Seq - n + 1
	}
}

// advance moves the end of the window to the next sequence that is missing.
func (f *feed) advance() {
	for f.at(f.last+1).commit.Seq == f.last+1 {
		f.last++
	}
	f.grown.Broadcast()
}

func (f *feed) end(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ended, f.err = true, err
	f.grown.Broadcast()
}

// place is the end of the window, and whether there is something behind it that
// does not join it.
func (f *feed) place() (last uint64, torn bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.last, f.ahead > f.last
}

// isOwn tells whether this process has told of a commit of the window.
func (f *feed) isOwn(seq uint64) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	s := f.at(seq)
	return s.own && s.commit.Seq == seq
}

// holds tells whether what comes after a sequence is in the window or will be. A
// window that has not begun, or that ended, may come to hold anything: since
// tells.
func (f *feed) holds(after uint64) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.begun {
		return !f.ended
	}
	return after+1 >= f.first && after <= f.last
}

// since appends to into what comes after a sequence that the window holds; it
// waits for the first one until ctx ends. The error is why nothing comes any more.
func (f *feed) since(ctx context.Context, after uint64, into []eventlog.Commit) ([]eventlog.Commit, error) {
	stop := context.AfterFunc(ctx, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.grown.Broadcast()
	})
	defer stop()
	f.mu.Lock()
	defer f.mu.Unlock()
	for (!f.begun || after == f.last) && !f.ended && ctx.Err() == nil {
		f.grown.Wait()
	}
	if after+1 < f.first || after >= f.last {
		return into, f.err // behind the window by now, or the feed has ended
	}
	for seq := after + 1; seq <= f.last && len(into) < portion; seq++ {
		into = append(into, f.at(seq).commit)
	}
	return into, nil
}

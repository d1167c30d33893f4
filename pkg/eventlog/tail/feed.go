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
	ring  []eventlog.Commit // by sequence modulo its length
	begun bool
	first uint64 // the oldest sequence in the ring, if there is one
	last  uint64 // the newest one, or the head of the log before any
	ended bool
	err   error
}

func newFeed(keep int, cancel context.CancelFunc) *feed {
	f := &feed{cancel: cancel, ring: make([]eventlog.Commit, keep)}
	f.grown = sync.NewCond(&f.mu)
	return f
}

func (f *feed) begin(head uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.begun, f.first, f.last = true, head+1, head
	f.grown.Broadcast()
}

func (f *feed) put(c eventlog.Commit) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.first > f.last {
		f.first = c.Seq // old commits may have aged out before it
	}
	f.ring[c.Seq%uint64(len(f.ring))] = c
	f.last = c.Seq
	if n := uint64(len(f.ring)); f.last-f.first >= n {
		f.first = f.last - n + 1
	}
	f.grown.Broadcast()
}

func (f *feed) end(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ended, f.err = true, err
	f.grown.Broadcast()
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

// since is what comes after a sequence that the window holds; it waits for the
// first one until ctx ends. The error is why nothing comes any more.
func (f *feed) since(ctx context.Context, after uint64) ([]eventlog.Commit, error) {
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
		return nil, f.err // behind the window by now, or the feed has ended
	}
	commits := make([]eventlog.Commit, 0, min(f.last-after, portion))
	for seq := after + 1; seq <= f.last && len(commits) < portion; seq++ {
		commits = append(commits, f.ring[seq%uint64(len(f.ring))])
	}
	return commits, nil
}

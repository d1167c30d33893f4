package tail

import (
	"context"
	"fmt"
	"iter"
	"sync"
	"time"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/subject"
)

// Options describe a Tail; all are required.
type Options struct {
	Source eventlog.Follower
	// Keep is the number of commits in the window of a shard.
	Keep int
	// Linger is how long a follower that has read everything waits for more than
	// one commit; 0: not at all.
	Linger time.Duration
}

// Tail is an eventlog.Follower that many may use at the cost of one. It is safe
// for concurrent use.
type Tail struct {
	o     Options
	mu    sync.Mutex
	feeds map[subject.Shard]*feed
}

// New makes a tail that follows nothing yet.
func New(o Options) (*Tail, error) {
	if o.Source == nil || o.Keep < 1 || o.Linger < 0 {
		return nil, fmt.Errorf("tail: source %v, keep %d, linger %v: want a source, 1 or more, 0 or more", o.Source != nil, o.Keep, o.Linger)
	}
	return &Tail{o: o, feeds: map[subject.Shard]*feed{}}, nil
}

// Head implements eventlog.Follower.
func (t *Tail) Head(ctx context.Context, shard subject.Shard) (uint64, error) {
	return t.o.Source.Head(ctx, shard)
}

// Follow implements eventlog.Follower.
func (t *Tail) Follow(ctx context.Context, shard subject.Shard, after uint64) iter.Seq2[eventlog.Commit, error] {
	return func(yield func(eventlog.Commit, error) bool) {
		f := t.join(shard)
		defer t.leave(shard, f)
		r := &reader{tail: t, feed: f, shard: shard, after: after, yield: yield}
		for more := true; more && ctx.Err() == nil; {
			if f.holds(r.after) {
				more = r.window(ctx)
			} else {
				more = r.catchUp(ctx)
			}
		}
	}
}

// join is the feed of the shard, with one more reader.
func (t *Tail) join(shard subject.Shard) *feed {
	t.mu.Lock()
	defer t.mu.Unlock()
	f := t.feeds[shard]
	if f == nil {
		ctx, cancel := context.WithCancel(context.Background())
		f = newFeed(t.o.Keep, cancel)
		t.feeds[shard] = f
		go t.feed(ctx, shard, f)
	}
	f.readers++
	return f
}

func (t *Tail) leave(shard subject.Shard, f *feed) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if f.readers--; f.readers == 0 {
		t.forget(shard, f)
		f.cancel()
	}
}

// forget needs the lock.
func (t *Tail) forget(shard subject.Shard, f *feed) {
	if t.feeds[shard] == f {
		delete(t.feeds, shard)
	}
}

// Appended tells of a commit that this process has appended: it has its sequence
// and that of the table's commit before. It need not be told, or in order.
func (t *Tail) Appended(c eventlog.Commit) {
	t.mu.Lock()
	f := t.feeds[c.Table.Shard()]
	t.mu.Unlock()
	if f != nil {
		f.told(c)
	}
}

// reader is one iteration.
type reader struct {
	tail  *Tail
	feed  *feed
	shard subject.Shard
	after uint64
	yield func(eventlog.Commit, error) bool
	taken []eventlog.Commit // its memory is used again
}

// window passes on what the window holds, or waits for more.
func (r *reader) window(ctx context.Context) bool {
	commits, err := r.feed.since(ctx, r.after, r.taken[:0])
	r.taken = commits
	for _, c := range commits {
		if ctx.Err() != nil || !r.yield(c, nil) {
			return false
		}
		r.after = c.Seq
	}
	if err != nil && ctx.Err() == nil {
		r.yield(eventlog.Commit{}, fmt.Errorf("follow shard %s: %w", r.shard, err))
		return false
	}
	if len(commits) < portion {
		linger(ctx, r.tail.o.Linger)
	}
	return err == nil
}

// catchUp reads the log itself until the window holds what comes next.
func (r *reader) catchUp(ctx context.Context) bool {
	for c, err := range r.tail.o.Source.Follow(ctx, r.shard, r.after) {
		if !r.yield(c, err) || err != nil {
			return false
		}
		if r.after = c.Seq; r.feed.holds(r.after) {
			return true
		}
	}
	return false
}

func linger(ctx context.Context, d time.Duration) {
	if d == 0 {
		return
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

package tail_test

import (
	"context"
	"errors"
	"iter"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/contract"
	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/eventlog/memory"
	"tranca.example/pkg/eventlog/tail"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/subject"
)

// log is a log whose follower is a tail of it.
type log struct {
	eventlog.Log
	tail *tail.Tail
}

func (l log) Follow(ctx context.Context, shard subject.Shard, after uint64) iter.Seq2[eventlog.Commit, error] {
	return l.tail.Follow(ctx, shard, after)
}

func (l log) Head(ctx context.Context, shard subject.Shard) (uint64, error) {
	return l.tail.Head(ctx, shard)
}

func of(t *testing.T, source eventlog.Follower, keep int, linger time.Duration) *tail.Tail {
	t.Helper()
	tail, err := tail.New(tail.Options{Source: source, Keep: keep, Linger: linger})
	if err != nil {
		t.Fatal(err)
	}
	return tail
}

// telling is a log that tells the tail of what is appended, of one in so many
// commits in the mean, and some of them late.
type telling struct {
	log
	random *rand.Rand
	oneIn  int
	late   *[]eventlog.Commit
	mu     *sync.Mutex
}

func tells(l log, oneIn int) telling {
	return telling{log: l, random: rand.New(rand.NewPCG(1, 2)), oneIn: oneIn, late: &[]eventlog.Commit{}, mu: &sync.Mutex{}}
}

func (l telling) Append(ctx context.Context, c eventlog.Commit, expect uint64) (uint64, error) {
	seq, err := l.log.Append(ctx, c, expect)
	if err != nil {
		return 0, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.random.IntN(l.oneIn) > 0 {
		return seq, nil
	}
	c.Seq, c.PrevSeq = seq, expect
	*l.late = append(*l.late, c)
	if l.random.IntN(4) > 0 {
		for _, c := range *l.late {
			l.tail.Appended(c)
		}
		*l.late = nil
	}
	return seq, nil
}

func TestATailKeepsTheContractOfItsSource(t *testing.T) {
	t.Run("memory", func(t *testing.T) {
		contract.Run(t, func(t *testing.T) eventlog.Log {
			source := memory.New(nil)
			return log{source, of(t, source, 4, 0)}
		})
	})
	t.Run("jetstream, with half of the commits told", func(t *testing.T) {
		contract.Run(t, func(t *testing.T) eventlog.Log {
			source, err := jetstream.New(natstest.Connect(t, natstest.Start(t), string(subject.Rules)), 0)
			if err != nil {
				t.Fatal(err)
			}
			return tells(log{source, of(t, source, 16, 0)}, 2)
		})
	})
	t.Run("jetstream", func(t *testing.T) {
		contract.Run(t, func(t *testing.T) eventlog.Log {
			source, err := jetstream.New(natstest.Connect(t, natstest.Start(t), string(subject.Rules)), 0)
			if err != nil {
				t.Fatal(err)
			}
			return log{source, of(t, source, 1000, time.Millisecond)}
		})
	})
}

// counted counts the subscriptions of a memory log, and fails when told to.
type counted struct {
	*memory.Log
	open, all atomic.Int64
	broken    chan struct{}
}

var errBroken = errors.New("broken")

func (c *counted) Follow(ctx context.Context, shard subject.Shard, after uint64) iter.Seq2[eventlog.Commit, error] {
	return func(yield func(eventlog.Commit, error) bool) {
		c.all.Add(1)
		c.open.Add(1)
		defer c.open.Add(-1)
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		go func() {
			select {
			case <-c.broken:
				cancel()
			case <-ctx.Done():
			}
		}()
		for commit, err := range c.Log.Follow(ctx, shard, after) {
			if !yield(commit, err) {
				return
			}
		}
		select {
		case <-c.broken:
			yield(eventlog.Commit{}, errBroken)
		default:
		}
	}
}

func newCounted() *counted { return &counted{Log: memory.New(nil), broken: make(chan struct{})} }

// grow appends commits of one table.
type grower struct {
	t    *testing.T
	log  eventlog.Appender
	id   subject.TableID
	last uint64
	n    uint32
}

func newGrower(t *testing.T, log eventlog.Appender) *grower {
	t.Helper()
	id, err := subject.NewTableID(0, [10]byte{1})
	if err != nil {
		t.Fatal(err)
	}
	return &grower{t: t, log: log, id: id}
}

func (g *grower) grow(commits int) {
	g.t.Helper()
	for range commits {
		g.n++
		c := eventlog.Commit{Table: g.id, Version: g.n, Writer: "rules", Phase: "playing", Body: []byte{1}}
		seq, err := g.log.Append(g.t.Context(), c, g.last)
		if err != nil {
			g.t.Fatal(err)
		}
		g.last = seq
	}
}

func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !ok(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it never happens: " + what)
		}
	}
}

func TestFollowersFromAnywhereGetEveryCommitOnceAndInOrder(t *testing.T) {
	for name, oneIn := range map[string]int{"all are told": 1, "half of them": 2, "few": 100} {
		t.Run(name, func(t *testing.T) { followFromAnywhere(t, oneIn) })
	}
}

func followFromAnywhere(t *testing.T, oneIn int) {
	const commits, followers = 3000, 12
	source := newCounted()
	shared := of(t, source, 32, 100*time.Microsecond)
	g := newGrower(t, tells(log{source, shared}, oneIn))
	g.grow(100)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var group sync.WaitGroup
	for n := range followers {
		group.Go(func() {
			random := rand.New(rand.NewPCG(uint64(n), 1))
			after := random.Uint64N(100)
			for c, err := range shared.Follow(ctx, 0, after) {
				if err != nil || c.Seq != after+1 {
					t.Errorf("follower %d after %d: got %d, %v", n, after, c.Seq, err)
					return
				}
				if after = c.Seq; after == 100+commits {
					return
				}
				if random.IntN(100) == 0 {
					time.Sleep(time.Duration(random.IntN(2000)) * time.Microsecond) // falls behind the window
				}
			}
		})
	}
	g.grow(commits)
	group.Wait()
	eventually(t, "nothing is followed any more", func() bool { return source.open.Load() == 0 })
}

func TestFollowersThatHaveCaughtUpShareOneSubscription(t *testing.T) {
	source := newCounted()
	g, shared := newGrower(t, source), of(t, source, 100, 0)
	g.grow(10)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var seen [3]atomic.Uint64
	var group sync.WaitGroup
	for n := range seen {
		group.Go(func() {
			for c, err := range shared.Follow(ctx, 0, uint64(n)) {
				if err != nil {
					t.Error(err)
				}
				seen[n].Store(c.Seq)
			}
		})
	}
	all := func() bool {
		return seen[0].Load() == g.last && seen[1].Load() == g.last && seen[2].Load() == g.last
	}
	eventually(t, "all have caught up", all)
	eventually(t, "one subscription is left", func() bool { return source.open.Load() == 1 })
	before := source.all.Load()
	for range 50 {
		g.grow(1)
		eventually(t, "all see the next commit", all)
	}
	if got := source.all.Load(); got != before {
		t.Errorf("%d more subscriptions were made", got-before)
	}
	cancel()
	group.Wait()
	eventually(t, "nothing is followed any more", func() bool { return source.open.Load() == 0 })
}

func TestWhatTheProcessAppendsIsReadNoMoreUntilSomebodyElseDoes(t *testing.T) {
	source := newCounted()
	shared := of(t, source, 100, 0)
	g := newGrower(t, tells(log{source, shared}, 1))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var seen, ours atomic.Uint64
	var group sync.WaitGroup
	group.Go(func() {
		for c, err := range shared.Follow(ctx, 0, 0) {
			if err != nil || c.Seq != seen.Load()+1 {
				t.Errorf("after %d: got %d, %v", seen.Load(), c.Seq, err)
			}
			seen.Store(c.Seq)
			if c.Stored.IsZero() {
				ours.Add(1)
			}
		}
	})
	eventually(t, "the log is read", func() bool { return source.open.Load() == 1 })
	eventually(t, "the log is read no more", func() bool {
		g.grow(10)
		return source.open.Load() == 0
	})
	before := ours.Load()
	g.grow(50)
	eventually(t, "they are seen as they were told", func() bool { return seen.Load() == g.last && ours.Load() >= before+49 })
	g.log = source // somebody else
	g.grow(1)
	eventually(t, "that one is found", func() bool { return seen.Load() == g.last })
	eventually(t, "and the log is read again", func() bool { return source.open.Load() == 1 })
	cancel()
	group.Wait()
}

func TestALogThatLostItsEndIsAGap(t *testing.T) {
	source := &shortened{counted: newCounted()}
	shared := of(t, source, 100, 0)
	g := newGrower(t, tells(log{source, shared}, 1))
	ended := make(chan error, 1)
	go func() {
		for _, err := range shared.Follow(t.Context(), 0, 0) {
			if err != nil {
				ended <- err
			}
		}
	}()
	eventually(t, "the log is read", func() bool { return source.open.Load() == 1 })
	eventually(t, "the log is read no more", func() bool {
		g.grow(10)
		return source.open.Load() == 0
	})
	source.short.Store(true)
	if err := <-ended; !errors.Is(err, eventlog.ErrGap) {
		t.Errorf("got %v", err)
	}
}

// shortened is a log that can lose all but its first commit.
type shortened struct {
	*counted
	short atomic.Bool
}

func (s *shortened) Head(ctx context.Context, shard subject.Shard) (uint64, error) {
	if s.short.Load() {
		return 1, nil
	}
	return s.counted.Head(ctx, shard)
}

func TestASourceThatFailsEndsAllFollowersAndTheNextOneTriesAnew(t *testing.T) {
	source := newCounted()
	g, shared := newGrower(t, source), of(t, source, 100, 0)
	g.grow(3)
	ended := make(chan error, 2)
	for range 2 {
		go func() {
			var last error
			for _, err := range shared.Follow(t.Context(), 0, 3) {
				last = err
			}
			ended <- last
		}()
	}
	eventually(t, "it is followed", func() bool { return source.open.Load() == 1 })
	close(source.broken)
	for range 2 {
		if err := <-ended; !errors.Is(err, errBroken) {
			t.Errorf("got %v, want %v", err, errBroken)
		}
	}
	source.broken = make(chan struct{})
	for c, err := range shared.Follow(t.Context(), 0, 2) {
		if err != nil || c.Seq != 3 {
			t.Errorf("got %d, %v", c.Seq, err)
		}
		break
	}
}

func TestATailWithoutSourceOrWindowIsRefused(t *testing.T) {
	for name, o := range map[string]tail.Options{
		"no source": {Keep: 1}, "no window": {Source: memory.New(nil)}, "a negative wait": {Source: memory.New(nil), Keep: 1, Linger: -1},
	} {
		if _, err := tail.New(o); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

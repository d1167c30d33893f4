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

func TestATailKeepsTheContractOfItsSource(t *testing.T) {
	t.Run("memory", func(t *testing.T) {
		contract.Run(t, func(t *testing.T) eventlog.Log {
			source := memory.New(nil)
			return log{source, of(t, source, 4, 0)}
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
	const commits, followers = 3000, 12
	source := newCounted()
	g, shared := newGrower(t, source), of(t, source, 32, 100*time.Microsecond)
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

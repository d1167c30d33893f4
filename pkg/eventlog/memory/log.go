package memory

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"
	"time"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/subject"
)

// Log keeps all commits of all shards. It is safe for concurrent use.
type Log struct {
	now    func() time.Time
	mu     sync.RWMutex
	shards map[subject.Shard]*shard
}

type shard struct {
	commits []eventlog.Commit // by sequence, the first is 1
	tables  map[subject.TableID][]uint64
	grown   chan struct{} // closed and replaced at the next append when someone waits
	waiting bool
}

// New returns an empty log. now stamps the commits; nil leaves the stamp zero.
func New(now func() time.Time) *Log {
	if now == nil {
		now = func() time.Time { return time.Time{} }
	}
	return &Log{now: now, shards: make(map[subject.Shard]*shard)}
}

// Append implements eventlog.Appender. A context that has ended before is an
// error without effect; there is no unknown outcome.
func (l *Log) Append(ctx context.Context, c eventlog.Commit, expect uint64) (uint64, error) {
	if err := ctx.Err(); err != nil {
		return 0, fmt.Errorf("append to table %s: %w", c.Table, err)
	}
	if err := eventlog.Check(c, expect); err != nil {
		return 0, fmt.Errorf("append: %w", err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.shard(c.Table.Shard())
	sequences := s.tables[c.Table]
	if last := lastOf(sequences); last != expect {
		return 0, &eventlog.ConflictError{Table: c.Table, Want: expect, Last: last}
	}
	c.Body, c.Header = slices.Clone(c.Body), maps.Clone(c.Header)
	c.Value = nil
	c.Seq, c.PrevSeq, c.Stored = uint64(len(s.commits))+1, expect, l.now()
	s.commits = append(s.commits, c)
	s.tables[c.Table] = append(sequences, c.Seq)
	if s.waiting {
		close(s.grown)
		s.grown, s.waiting = make(chan struct{}), false
	}
	return c.Seq, nil
}

// Last implements eventlog.LastReader.
func (l *Log) Last(ctx context.Context, table subject.TableID) (eventlog.Commit, error) {
	if err := ctx.Err(); err != nil {
		return eventlog.Commit{}, fmt.Errorf("last of table %s: %w: %w", table, eventlog.ErrUnavailable, err)
	}
	l.mu.RLock()
	defer l.mu.RUnlock()
	s, found := l.shards[table.Shard()]
	if !found || len(s.tables[table]) == 0 {
		return eventlog.Commit{}, fmt.Errorf("last of table %s: %w", table, eventlog.ErrNotFound)
	}
	return s.commits[lastOf(s.tables[table])-1], nil
}

// History implements eventlog.HistoryReader.
func (l *Log) History(ctx context.Context, table subject.TableID, from uint32) iter.Seq2[eventlog.Commit, error] {
	return func(yield func(eventlog.Commit, error) bool) {
		last, err := l.Last(ctx, table)
		if err != nil {
			yield(eventlog.Commit{}, fmt.Errorf("history: %w", err))
			return
		}
		for version := max(from, 1); version <= last.Version; version++ {
			c := l.commit(table, version)
			if c.Version != version {
				yield(eventlog.Commit{}, &eventlog.GapError{Table: table, Want: uint64(version), Got: uint64(c.Version)})
				return
			}
			if !yield(c, nil) {
				return
			}
		}
	}
}

// Follow implements eventlog.Follower.
func (l *Log) Follow(ctx context.Context, shard subject.Shard, after uint64) iter.Seq2[eventlog.Commit, error] {
	return func(yield func(eventlog.Commit, error) bool) {
		if last := l.lastSequence(shard); after > last {
			yield(eventlog.Commit{}, &eventlog.GapError{Stream: subject.GameStream(shard), Want: after + 1, Got: last})
			return
		}
		for {
			commits, grown := l.since(shard, after)
			for _, c := range commits {
				if ctx.Err() != nil || !yield(c, nil) {
					return
				}
				after = c.Seq
			}
			if len(commits) > 0 {
				continue
			}
			select {
			case <-grown:
			case <-ctx.Done():
				return
			}
		}
	}
}

// Head implements eventlog.Follower.
func (l *Log) Head(ctx context.Context, shard subject.Shard) (uint64, error) {
	if err := ctx.Err(); err != nil {
		return 0, fmt.Errorf("head of shard %s: %w", shard, err)
	}
	return l.lastSequence(shard), nil
}

// shard returns the shard, made when it is new. The caller holds the lock.
func (l *Log) shard(n subject.Shard) *shard {
	s, found := l.shards[n]
	if !found {
		s = &shard{tables: make(map[subject.TableID][]uint64), grown: make(chan struct{})}
		l.shards[n] = s
	}
	return s
}

// commit returns the n-th commit of a table, zero when there are fewer.
func (l *Log) commit(table subject.TableID, n uint32) eventlog.Commit {
	l.mu.RLock()
	defer l.mu.RUnlock()
	s := l.shards[table.Shard()]
	sequences := s.tables[table]
	if int(n) > len(sequences) {
		return eventlog.Commit{}
	}
	return s.commits[sequences[n-1]-1]
}

func (l *Log) lastSequence(n subject.Shard) uint64 {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if s, found := l.shards[n]; found {
		return uint64(len(s.commits))
	}
	return 0
}

// since returns the commits above a sequence, and what tells that more came.
func (l *Log) since(n subject.Shard, after uint64) ([]eventlog.Commit, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.shard(n)
	commits := s.commits[after:]
	s.waiting = s.waiting || len(commits) == 0
	return commits, s.grown
}

func lastOf(sequences []uint64) uint64 {
	if len(sequences) == 0 {
		return 0
	}
	return sequences[len(sequences)-1]
}

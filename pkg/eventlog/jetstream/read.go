package jetstream

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/stored"
	"tranca.example/pkg/subject"
)

// History implements eventlog.HistoryReader. It walks back from the last commit
// along the sequences that each commit expected, so it costs one read for each
// commit that it yields, needs no consumer, and cannot miss one.
func (l *Log) History(ctx context.Context, table subject.TableID, from uint32) iter.Seq2[eventlog.Commit, error] {
	return func(yield func(eventlog.Commit, error) bool) {
		commits, err := l.walk(ctx, table, max(from, 1))
		if err != nil {
			yield(eventlog.Commit{}, fmt.Errorf("history of table %s: %w", table, err))
			return
		}
		for _, c := range slices.Backward(commits) {
			if !yield(c, nil) {
				return
			}
		}
	}
}

// walk returns the commits from the last one down to version from.
func (l *Log) walk(ctx context.Context, table subject.TableID, from uint32) ([]eventlog.Commit, error) {
	c, err := l.persist(ctx, table, stored.Query{Subject: subject.Game(table)})
	if err != nil || c.Version < from {
		return nil, err
	}
	commits := []eventlog.Commit{c}
	for c.Version > from {
		if c, err = l.before(ctx, c); err != nil {
			return nil, err
		}
		commits = append(commits, c)
	}
	return commits, nil
}

// persist reads one commit and asks again as long as ctx allows: a history is
// many reads, and one that got no answer must not spoil the others.
func (l *Log) persist(ctx context.Context, table subject.TableID, what stored.Query) (eventlog.Commit, error) {
	for {
		c, err := l.get(ctx, table, what)
		if !errors.Is(err, eventlog.ErrUnavailable) || ctx.Err() != nil || l.conn.IsClosed() {
			return c, err
		}
		if _, bounded := ctx.Deadline(); !bounded {
			return c, err
		}
		select {
		case <-ctx.Done():
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// before returns the table's commit before c, which is not the first.
func (l *Log) before(ctx context.Context, c eventlog.Commit) (eventlog.Commit, error) {
	gap := &eventlog.GapError{Table: c.Table, Want: uint64(c.Version) - 1}
	if c.PrevSeq == 0 {
		return eventlog.Commit{}, gap
	}
	before, err := l.persist(ctx, c.Table, stored.Query{Seq: c.PrevSeq})
	if errors.Is(err, eventlog.ErrNotFound) {
		return eventlog.Commit{}, gap
	}
	if err == nil && before.Version+1 != c.Version {
		gap.Got = uint64(before.Version)
		return eventlog.Commit{}, gap
	}
	return before, err
}

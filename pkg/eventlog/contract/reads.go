package contract

import (
	"context"
	"errors"
	"testing"
	"time"

	"tranca.example/pkg/eventlog"
)

func history(t *testing.T, log eventlog.Log) {
	id, other := table(t, 1), table(t, 2)
	var after, foreign uint64
	for v := uint32(1); v <= 40; v++ {
		after = mustAppend(t, log, commit(id, v), after)
		foreign = mustAppend(t, log, commit(other, v), foreign)
	}
	for name, test := range map[string]struct {
		from, first uint32
		count       int
	}{
		"all from 0":      {0, 1, 40},
		"all from 1":      {1, 1, 40},
		"the tail":        {38, 38, 3},
		"the last":        {40, 40, 1},
		"beyond the last": {41, 0, 0},
	} {
		got := take(t, log.History(ctx(t), id, test.from), -1)
		if len(got) != test.count {
			t.Errorf("%s: got %d commits, want %d", name, len(got), test.count)
			continue
		}
		for i, c := range got {
			if want := test.first + uint32(i); c.Version != want || c.Table != id {
				t.Errorf("%s: got version %d of %s, want %d", name, c.Version, c.Table, want)
			}
		}
	}
	if got := take(t, log.History(ctx(t), id, 1), 5); len(got) != 5 {
		t.Errorf("a reader that stops after 5 got %d", len(got))
	}
}

func historyGap(t *testing.T, log eventlog.Log) {
	id := table(t, 1)
	seq := mustAppend(t, log, commit(id, 1), 0)
	mustAppend(t, log, commit(id, 3), seq)
	err := lastError(log.History(ctx(t), id, 1))
	wantError(t, "history", err, eventlog.ErrGap)
	if gap, ok := errors.AsType[*eventlog.GapError](err); !ok || gap.Table != id {
		t.Errorf("got %v, want the table to be named", err)
	}
}

func follow(t *testing.T, log eventlog.Log) {
	const before, later = 20, 20
	a, b := table(t, 1), table(t, 2)
	lastA := fill(t, log, a, 1, before/2, 0)
	lastB := fill(t, log, b, 1, before/2, 0)
	running, cancel := context.WithCancel(ctx(t))
	defer cancel()
	caughtUp, done := make(chan struct{}), make(chan []eventlog.Commit, 1)
	go func() {
		var got []eventlog.Commit
		for c, err := range log.Follow(running, Shard, 0) {
			if err != nil {
				t.Errorf("follow: %v", err)
				break
			}
			if got = append(got, c); len(got) == before {
				close(caughtUp)
			}
			if len(got) == before+later {
				cancel()
			}
		}
		done <- got
	}()
	wait(t, caughtUp)
	fill(t, log, a, before/2+1, before/2+later/2, lastA)
	fill(t, log, b, before/2+1, before/2+later/2, lastB)
	got := <-done
	if len(got) != before+later {
		t.Fatalf("got %d commits, want %d", len(got), before+later)
	}
	for i, c := range got {
		if c.Seq != got[0].Seq+uint64(i) {
			t.Errorf("commit %d has sequence %d", i, c.Seq)
		}
	}
}

func resume(t *testing.T, log eventlog.Log) {
	last := fill(t, log, table(t, 1), 1, 10, 0)
	got := take(t, log.Follow(ctx(t), Shard, last-3), 3)
	for i, c := range got {
		if want := last - 2 + uint64(i); c.Seq != want {
			t.Errorf("got sequence %d, want %d", c.Seq, want)
		}
	}
	short, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if got := take(t, log.Follow(short, Shard, last), -1); len(got) != 0 {
		t.Errorf("a reader at the end got %d commits", len(got))
	}
}

func ahead(t *testing.T, log eventlog.Log) {
	last := fill(t, log, table(t, 1), 1, 3, 0)
	err := lastError(log.Follow(ctx(t), Shard, last+5))
	gap, ok := errors.AsType[*eventlog.GapError](err)
	if !ok || gap.Want != last+6 || gap.Got != last || gap.Stream != "GAME_0" {
		t.Errorf("got %v, want a gap at %d", err, last+6)
	}
}

func head(t *testing.T, log eventlog.Log) {
	if got, err := log.Head(ctx(t), Shard); err != nil || got != 0 {
		t.Errorf("empty: got %d, %v; want 0", got, err)
	}
	fill(t, log, table(t, 1), 1, 3, 0)
	last := fill(t, log, table(t, 2), 1, 2, 0)
	if got, err := log.Head(ctx(t), Shard); err != nil || got != last {
		t.Errorf("got %d, %v; want %d", got, err, last)
	}
	ended, cancel := context.WithCancel(ctx(t))
	cancel()
	if _, err := log.Head(ended, Shard); !errors.Is(err, context.Canceled) {
		t.Errorf("ended context: got %v", err)
	}
}

func wait(t *testing.T, done <-chan struct{}) {
	t.Helper()
	select {
	case <-done:
	case <-ctx(t).Done():
		t.Fatal("nothing happened in time")
	}
}

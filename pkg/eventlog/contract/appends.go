package contract

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"strings"
	"sync"
	"testing"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/subject"
)

func readsBack(t *testing.T, log eventlog.Log) {
	id := table(t, 1)
	first := commit(id, 1)
	first.Writer, first.Phase, first.Body = "lobby", "open", []byte{0, 1, 0xff}
	first.Header = map[string]string{"traceparent": "00-aa-bb-01"}
	seq := mustAppend(t, log, first, 0)
	second := commit(id, 2)
	second.Body = nil
	next := mustAppend(t, log, second, seq)
	if next <= seq {
		t.Errorf("sequence %d after %d", next, seq)
	}
	all := take(t, log.History(ctx(t), id, 1), -1)
	if len(all) != 2 {
		t.Fatalf("got %d commits, want 2", len(all))
	}
	first.Seq, second.Seq, second.PrevSeq = seq, next, seq
	same(t, all[0], first)
	same(t, all[1], second)
	last, err := log.Last(ctx(t), id)
	if err != nil {
		t.Fatal(err)
	}
	same(t, last, second)
}

func same(t *testing.T, got, want eventlog.Commit) {
	t.Helper()
	equal := got.Table == want.Table && got.Version == want.Version && got.Seq == want.Seq &&
		got.PrevSeq == want.PrevSeq && got.Writer == want.Writer && got.Phase == want.Phase &&
		bytes.Equal(got.Body, want.Body) && maps.Equal(got.Header, want.Header)
	if !equal {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func notFound(t *testing.T, log eventlog.Log) {
	_, err := log.Last(ctx(t), table(t, 1))
	wantError(t, "last", err, eventlog.ErrNotFound)
	wantError(t, "history", lastError(log.History(ctx(t), table(t, 1), 1)), eventlog.ErrNotFound)
}

func conflicts(t *testing.T, log eventlog.Log) {
	id := table(t, 1)
	first := mustAppend(t, log, commit(id, 1), 0)
	second := mustAppend(t, log, commit(id, 2), first)
	for name, try := range map[string]struct {
		version uint32
		expect  uint64
	}{
		"as if the table were new":   {1, 0},
		"after an older commit":      {2, first},
		"after one that never was":   {3, second + 1000},
		"the same append once again": {2, first},
	} {
		_, err := settled(ctx(t), log, commit(id, try.version), try.expect)
		conflict, ok := errors.AsType[*eventlog.ConflictError](err)
		if !ok {
			t.Errorf("%s: got %v, want a conflict", name, err)
			continue
		}
		wantError(t, name, err, eventlog.ErrConflict)
		if conflict.Table != id || conflict.Want != try.expect || conflict.Last != second {
			t.Errorf("%s: got %+v, want last %d", name, *conflict, second)
		}
	}
	if all := take(t, log.History(ctx(t), id, 1), -1); len(all) != 2 {
		t.Errorf("the log has %d commits, want 2", len(all))
	}
}

func oneWins(t *testing.T, log eventlog.Log) {
	const writers, versions = 8, 10
	id := table(t, 1)
	var after uint64
	for version := uint32(1); version <= versions; version++ {
		results := make(chan uint64, writers)
		var group sync.WaitGroup
		for range writers {
			group.Go(func() {
				seq, err := settled(ctx(t), log, commit(id, version), after)
				if err == nil {
					results <- seq
				} else if !errors.Is(err, eventlog.ErrConflict) {
					t.Errorf("version %d: %v", version, err)
				}
			})
		}
		group.Wait()
		if len(results) != 1 {
			t.Fatalf("version %d: %d writers won", version, len(results))
		}
		after = <-results
	}
}

func refuses(t *testing.T, log eventlog.Log) {
	id := table(t, 1)
	for name, bad := range map[string]struct {
		change func(*eventlog.Commit)
		expect uint64
		want   error
	}{
		"no table":           {func(c *eventlog.Commit) { c.Table = subject.TableID{} }, 0, eventlog.ErrInvalid},
		"version 0":          {func(c *eventlog.Commit) { c.Version = 0 }, 0, eventlog.ErrInvalid},
		"version 2 of none":  {func(c *eventlog.Commit) { c.Version = 2 }, 0, eventlog.ErrInvalid},
		"version 1 again":    {func(*eventlog.Commit) {}, 1, eventlog.ErrInvalid},
		"no writer":          {func(c *eventlog.Commit) { c.Writer = "" }, 0, eventlog.ErrInvalid},
		"writer in two":      {func(c *eventlog.Commit) { c.Writer = "a\r\nb" }, 0, eventlog.ErrInvalid},
		"no phase":           {func(c *eventlog.Commit) { c.Phase = "" }, 0, eventlog.ErrInvalid},
		"broker's header":    {func(c *eventlog.Commit) { c.Header = map[string]string{"nats-ttl": "1"} }, 0, eventlog.ErrInvalid},
		"our header":         {func(c *eventlog.Commit) { c.Header = map[string]string{"tranca-phase": "x"} }, 0, eventlog.ErrInvalid},
		"upper-case header":  {func(c *eventlog.Commit) { c.Header = map[string]string{"Traceparent": "x"} }, 0, eventlog.ErrInvalid},
		"header of two":      {func(c *eventlog.Commit) { c.Header = map[string]string{"a": "x\ny"} }, 0, eventlog.ErrInvalid},
		"body over 16 KiB":   {func(c *eventlog.Commit) { c.Body = make([]byte, eventlog.MaxBody+1) }, 0, eventlog.ErrTooLarge},
		"headers over 4 KiB": {func(c *eventlog.Commit) { c.Header = map[string]string{"a": strings.Repeat("x", eventlog.MaxHeader)} }, 0, eventlog.ErrTooLarge},
	} {
		c := commit(id, 1)
		bad.change(&c)
		_, err := log.Append(ctx(t), c, bad.expect)
		wantError(t, name, err, bad.want)
	}
	full := commit(id, 1)
	full.Body = make([]byte, eventlog.MaxBody)
	full.Header = map[string]string{"a": strings.Repeat("x", eventlog.MaxHeader-1)}
	mustAppend(t, log, full, 0)
}

func independent(t *testing.T, log eventlog.Log) {
	first := fill(t, log, table(t, 1), 1, 2, 0)
	fill(t, log, table(t, 2), 1, 3, 0)
	fill(t, log, table(t, 1), 3, 3, first)
	for n, want := range map[uint64]uint32{1: 3, 2: 3} {
		last, err := log.Last(ctx(t), table(t, n))
		if err != nil || last.Version != want || last.Table != table(t, n) {
			t.Errorf("table %d: got version %d of %s (%v), want %d", n, last.Version, last.Table, err, want)
		}
	}
}

func cancelled(t *testing.T, log eventlog.Log) {
	id := table(t, 1)
	mustAppend(t, log, commit(id, 1), 0)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := log.Append(ended, commit(id, 2), 1); err == nil {
		t.Error("append: no error")
	}
	_, err := log.Last(ended, id)
	wantError(t, "last", err, eventlog.ErrUnavailable)
	wantError(t, "last", err, context.Canceled)
	wantError(t, "history", lastError(log.History(ended, id, 1)), eventlog.ErrUnavailable)
	if err := lastError(log.Follow(ended, Shard, 0)); err != nil {
		t.Errorf("follow: got %v, want an end without an error", err)
	}
}

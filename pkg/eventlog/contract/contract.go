package contract

import (
	"context"
	"encoding/binary"
	"errors"
	"iter"
	"math/rand/v2"
	"testing"
	"time"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/subject"
)

// Shard is the shard that the suite writes to; open has to provide it.
const Shard subject.Shard = 0

// Run checks the log that open returns. Every subtest opens its own, empty one.
func Run(t *testing.T, open func(t *testing.T) eventlog.Log) {
	for name, test := range map[string]func(*testing.T, eventlog.Log){
		"a commit is read back as it was appended":                readsBack,
		"a table without commits is not found":                    notFound,
		"an append after another commit conflicts and says whose": conflicts,
		"of many writers one wins each version":                   oneWins,
		"a commit that can never be taken is refused":             refuses,
		"a table is independent of the others":                    independent,
		"history is complete, in order and ends at the last":      history,
		"history names a version that is missing":                 historyGap,
		"follow yields the shard in order and then waits":         follow,
		"follow resumes after a sequence":                         resume,
		"follow tells a reader that is ahead of the log":          ahead,
		"head is the last sequence of the shard":                  head,
		"a context that has ended ends every call":                cancelled,
		"a command is appended and answered":                      executes,
		"two processes never undo each other":                     twoProcesses,
		"faults lose nothing, invent nothing and repeat nothing":  survivesFaults,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

// table returns the n-th table of the suite.
func table(t *testing.T, n uint64) subject.TableID {
	t.Helper()
	var random [10]byte
	binary.BigEndian.PutUint64(random[2:], n)
	id, err := subject.NewTableID(Shard, random)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func commit(table subject.TableID, version uint32) eventlog.Commit {
	return eventlog.Commit{
		Table: table, Version: version, Writer: "rules", Phase: "playing",
		Body: binary.BigEndian.AppendUint32(nil, version),
	}
}

// fill appends the versions from first to last and returns the last sequence.
func fill(t *testing.T, log eventlog.Log, table subject.TableID, first, last uint32, after uint64) uint64 {
	t.Helper()
	for v := first; v <= last; v++ {
		after = mustAppend(t, log, commit(table, v), after)
	}
	return after
}

func mustAppend(t *testing.T, log eventlog.Log, c eventlog.Commit, expect uint64) uint64 {
	t.Helper()
	seq, err := settled(ctx(t), log, c, expect)
	if err != nil {
		t.Fatalf("append version %d after %d: %v", c.Version, expect, err)
	}
	return seq
}

// settled appends until the log says what became of it: while another write is in
// flight, even one that was acknowledged just now, a log may refuse without knowing.
func settled(ctx context.Context, log eventlog.Log, c eventlog.Commit, expect uint64) (uint64, error) {
	for {
		seq, err := log.Append(ctx, c, expect)
		conflict, ok := errors.AsType[*eventlog.ConflictError](err)
		if !ok || conflict.Last != 0 || ctx.Err() != nil {
			return seq, err
		}
		time.Sleep(time.Millisecond)
	}
}

// ctx ends with the test, or when the test hangs.
func ctx(t *testing.T) context.Context {
	t.Helper()
	c, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	t.Cleanup(cancel)
	return c
}

func wantError(t *testing.T, what string, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("%s: got error %v, want %v", what, got, want)
	}
}

// take reads n commits, all when n is negative.
func take(t *testing.T, commits iter.Seq2[eventlog.Commit, error], n int) []eventlog.Commit {
	t.Helper()
	var all []eventlog.Commit
	if n == 0 {
		return nil
	}
	for c, err := range commits {
		if err != nil {
			t.Fatalf("after %d commits: %v", len(all), err)
		}
		if all = append(all, c); len(all) == n {
			break
		}
	}
	return all
}

// lastError drains the commits and returns the error that ended them.
func lastError(commits iter.Seq2[eventlog.Commit, error]) error {
	var last error
	for _, err := range commits {
		last = err
	}
	return last
}

func seeded(n uint64) *rand.Rand { return rand.New(rand.NewPCG(n, 1)) }

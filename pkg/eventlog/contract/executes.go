package contract

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/faults"
	"tranca.example/pkg/subject"
)

func executes(t *testing.T, log eventlog.Log) {
	id, ex := table(t, 1), process(t, log)
	for n := range uint64(6) {
		result, err := eventlog.Execute(ctx(t), ex, id, command(n+1))
		if err != nil {
			t.Fatal(err)
		}
		if result.Answer != int(n) || result.At.Version != uint32(n)+1 || result.Recognised || result.Tries < 1 {
			t.Errorf("command %d: got %+v", n+1, result)
		}
	}
	again, err := eventlog.Execute(ctx(t), ex, id, command(3))
	if err != nil || !again.Recognised || again.Answer != 2 || again.Tries != 0 {
		t.Errorf("the same command again: got %+v, %v", again, err)
	}
	if _, err = eventlog.Execute(ctx(t), ex, id, command(7)); err != nil {
		t.Fatal(err)
	}
	_, err = eventlog.Execute(ctx(t), ex, id, command(8))
	wantError(t, "a refused command", err, errRefused)
	last, err := log.Last(ctx(t), id)
	if err != nil || last.Version != 7 {
		t.Errorf("got version %d (%v), want 7", last.Version, err)
	}
}

func twoProcesses(t *testing.T, log eventlog.Log) {
	id, a, b := table(t, 1), process(t, log), process(t, log)
	for n := uint64(7); n <= 7*20; n += 7 {
		ex := a
		if n%2 == 0 {
			ex = b
		}
		if _, err := eventlog.Execute(ctx(t), ex, id, command(n)); err != nil {
			t.Fatalf("command %d: %v", n, err)
		}
	}
	got, at, err := a.ReadLast(ctx(t), id)
	if err != nil || at.Version != 20 || len(got) != 20 {
		t.Errorf("got %d commands at version %d (%v), want 20", len(got), at.Version, err)
	}
}

// verdicts collects what the clients were told.
type verdicts struct {
	mu                         sync.Mutex
	accepted, refused, unknown map[uint64]subject.TableID
}

func survivesFaults(t *testing.T, log eventlog.Log) {
	const clients, commands, tables = 6, 50, 4
	flawed := faults.New(log, faults.Options{
		Random: seeded(1),
		Rates:  faults.Rates{Conflict: 0.05, Landed: 0.05, Late: 0.05, Lost: 0.05, Unavailable: 0.01},
	})
	told := &verdicts{accepted: map[uint64]subject.TableID{}, refused: map[uint64]subject.TableID{}, unknown: map[uint64]subject.TableID{}}
	processes := []*eventlog.Executor[state]{process(t, flawed), process(t, flawed)}
	var group sync.WaitGroup
	for client := range uint64(clients) {
		group.Go(func() {
			seen := map[subject.TableID]uint32{}
			random := seeded(client)
			for n := range uint64(commands) {
				id := client*commands + n + 1
				on := table(t, random.Uint64N(tables))
				version, err := told.run(t.Context(), processes[random.IntN(2)], on, id)
				if err == nil && version < seen[on] {
					t.Errorf("client %d saw version %d of %s after %d", client, version, on, seen[on])
				}
				seen[on] = max(seen[on], version)
			}
		})
	}
	group.Wait()
	flawed.Settle()
	told.judge(t, log)
}

func (v *verdicts) run(ctx context.Context, ex *eventlog.Executor[state], on subject.TableID, id uint64) (uint32, error) {
	result, err := eventlog.Execute(ctx, ex, on, command(id))
	v.mu.Lock()
	defer v.mu.Unlock()
	switch {
	case err == nil:
		v.accepted[id] = on
	case errors.Is(err, eventlog.ErrUnknownOutcome):
		v.unknown[id] = on
	default: // a refusal, or the log did not take it in all tries
		v.refused[id] = on
	}
	return result.At.Version, err
}

// judge compares what was told with what the log holds.
func (v *verdicts) judge(t *testing.T, log eventlog.Log) {
	t.Helper()
	in := map[uint64]int{}
	for c := range uint64(16) {
		last, err := log.Last(ctx(t), table(t, c))
		if errors.Is(err, eventlog.ErrNotFound) {
			continue
		}
		ids, err := decode(last)
		if err != nil || len(ids) != int(last.Version) {
			t.Fatalf("version %d holds %d commands (%v)", last.Version, len(ids), err)
		}
		for _, id := range ids {
			in[id]++
		}
		for commit := range slices.Values(take(t, log.History(ctx(t), last.Table, 1), -1)) {
			if prefix, _ := decode(commit); !slices.Equal(prefix, ids[:commit.Version]) {
				t.Fatalf("version %d was built on another past", commit.Version)
			}
		}
	}
	for id := range v.accepted {
		if in[id] != 1 {
			t.Errorf("command %d was accepted and is in the log %d times", id, in[id])
		}
	}
	for id := range v.refused {
		if in[id] != 0 {
			t.Errorf("command %d was refused and is in the log", id)
		}
	}
	for id, times := range in {
		if times > 1 {
			t.Errorf("command %d is in the log %d times", id, times)
		}
	}
	if len(v.accepted) < 100 || len(v.refused) == 0 {
		t.Errorf("%d accepted, %d refused, %d unknown: the run proves nothing", len(v.accepted), len(v.refused), len(v.unknown))
	}
}

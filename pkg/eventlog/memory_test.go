package eventlog_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"tranca.example/pkg/eventlog"
)

func remembering[S any](t *testing.T, size int) *eventlog.Memory[S] {
	t.Helper()
	m, err := eventlog.NewMemory[S](size)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestAMemoryOfNegativeSizeIsRefused(t *testing.T) {
	if _, err := eventlog.NewMemory[state](-1); err == nil || err.Error() != "remember -1 tables: want 0 (default) or more" {
		t.Errorf("got %v", err)
	}
}

// service is an executor of a writer with a memory that others may have too.
func service(t *testing.T, log eventlog.ReadAppender, writer string, m *eventlog.Memory[state]) *eventlog.Executor[state] {
	t.Helper()
	ex, err := eventlog.NewExecutor(eventlog.Options[state]{
		Log: log, Writer: writer, Baton: owners, Decode: decode, Memory: m,
		Pause: func(int, error) time.Duration { return 0 },
	})
	if err != nil {
		t.Fatal(err)
	}
	return ex
}

func TestWhatOneServiceAppendedTheOthersOfTheProcessNeedNotRead(t *testing.T) {
	log, m := newLog(), remembering[state](t, 2)
	lobby, scoring := service(t, log, "lobby", m), service(t, log, "scoring", m)
	id := table(t, 1)
	_, err := eventlog.Execute(t.Context(), lobby, id, say("a", "scoring", 9))
	equal(t, "error", err, nil)
	read := log.reads.Load()
	_, err = eventlog.Execute(t.Context(), scoring, id, say("b", "playing", 9))
	equal(t, "error", err, nil)
	equal(t, "reads", log.reads.Load(), read)
}

func TestACommandThatWaitsForItsTurnGivesUpWithItsContext(t *testing.T) {
	m := remembering[state](t, 2)
	log := newLog()
	id := table(t, 1)
	ctx, cancel := context.WithCancel(t.Context())
	cmd := say("a", "playing", 9)
	held := cmd
	held.Decide = func(s state, at eventlog.Position) (eventlog.Draft[state, string], error) {
		cancel()
		_, err := eventlog.Execute(ctx, service(t, log, "lobby", m), id, cmd)
		equal(t, "the other one gives up", errors.Is(err, context.Canceled), true)
		return cmd.Decide(s, at)
	}
	_, err := eventlog.Execute(t.Context(), service(t, log, "lobby", m), id, held)
	equal(t, "error", err, nil)
	_, err = eventlog.Execute(t.Context(), service(t, log, "lobby", m), id, say("b", "playing", 9))
	equal(t, "the turn is free again", err, nil)
}

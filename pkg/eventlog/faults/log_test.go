package faults_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/contract"
	"tranca.example/pkg/eventlog/faults"
	"tranca.example/pkg/eventlog/memory"
	"tranca.example/pkg/subject"
)

func wrap(opts faults.Options) *faults.Log {
	opts.Random = rand.New(rand.NewPCG(1, 1))
	return faults.New(memory.New(nil), opts)
}

func commit(t *testing.T, version uint32) eventlog.Commit {
	t.Helper()
	id, err := subject.NewTableID(0, [10]byte{1})
	if err != nil {
		t.Fatal(err)
	}
	return eventlog.Commit{Table: id, Version: version, Writer: "lobby", Phase: "open"}
}

// stored returns the number of commits that the log behind holds.
func stored(t *testing.T, log *faults.Log) uint32 {
	t.Helper()
	last, err := log.Log.Last(t.Context(), commit(t, 1).Table)
	if err != nil && !errors.Is(err, eventlog.ErrNotFound) {
		t.Fatal(err)
	}
	return last.Version
}

func TestALogWithoutFaultsKeepsTheContract(t *testing.T) {
	contract.Run(t, func(*testing.T) eventlog.Log { return wrap(faults.Options{}) })
}

func TestEachFaultDoesToTheLogWhatItSays(t *testing.T) {
	for name, test := range map[string]struct {
		rates        faults.Rates
		want         error
		now, settled uint32
	}{
		"conflict": {faults.Rates{Conflict: 1}, eventlog.ErrConflict, 0, 0},
		"landed":   {faults.Rates{Landed: 1}, eventlog.ErrUnknownOutcome, 1, 1},
		"late":     {faults.Rates{Late: 1}, eventlog.ErrUnknownOutcome, 0, 1},
		"lost":     {faults.Rates{Lost: 1}, eventlog.ErrUnknownOutcome, 0, 0},
		"none":     {faults.Rates{}, nil, 1, 1},
	} {
		log := wrap(faults.Options{Rates: test.rates})
		if _, err := log.Append(t.Context(), commit(t, 1), 0); !errors.Is(err, test.want) {
			t.Errorf("%s: got %v", name, err)
		}
		if n := stored(t, log); n != test.now {
			t.Errorf("%s: %d commits at once, want %d", name, n, test.now)
		}
		log.Settle()
		if n := stored(t, log); n != test.settled {
			t.Errorf("%s: %d commits in the end, want %d", name, n, test.settled)
		}
	}
}

func TestALateAppendLandsWithinTheGivenOperations(t *testing.T) {
	log := wrap(faults.Options{Rates: faults.Rates{Late: 1}, LateBy: 3})
	_, _ = log.Append(t.Context(), commit(t, 1), 0)
	for range 3 {
		_, _ = log.Last(t.Context(), commit(t, 1).Table)
	}
	if n := stored(t, log); n != 1 {
		t.Errorf("got %d commits after 3 operations, want 1", n)
	}
}

func TestALateAppendThatWasOvertakenNeverLands(t *testing.T) {
	log := wrap(faults.Options{Rates: faults.Rates{Late: 1}})
	late := commit(t, 1)
	late.Body = []byte("late")
	_, _ = log.Append(t.Context(), late, 0)
	if _, err := log.Log.Append(t.Context(), commit(t, 1), 0); err != nil {
		t.Fatal(err)
	}
	log.Settle()
	last, err := log.Last(t.Context(), late.Table)
	if err != nil || last.Version != 1 || len(last.Body) != 0 {
		t.Errorf("got version %d with body %q, %v", last.Version, last.Body, err)
	}
}

func TestALastReadMayGoUnanswered(t *testing.T) {
	log := wrap(faults.Options{Rates: faults.Rates{Unavailable: 1}})
	if _, err := log.Last(t.Context(), commit(t, 1).Table); !errors.Is(err, eventlog.ErrUnavailable) {
		t.Errorf("got %v", err)
	}
}

func TestADelayIsSleptAndBounded(t *testing.T) {
	var slept []time.Duration
	log := wrap(faults.Options{
		Rates: faults.Rates{Delay: 1}, DelayBy: time.Second,
		Sleep: func(_ context.Context, d time.Duration) { slept = append(slept, d) },
	})
	_, _ = log.Append(t.Context(), commit(t, 1), 0)
	_, _ = log.Last(t.Context(), commit(t, 1).Table)
	if len(slept) != 2 || max(slept[0], slept[1]) >= time.Second {
		t.Errorf("slept %v", slept)
	}
}

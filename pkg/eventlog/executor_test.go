package eventlog_test

import (
	"errors"
	"strings"
	"testing"

	"tranca.example/pkg/eventlog"
)

func TestAReadIsNeverOlderThanAskedFor(t *testing.T) {
	log := newLog()
	ours, others := executor(t, log, "lobby"), executor(t, log, "lobby")
	must(t, ours, "a", "playing")
	must(t, others, "b", "playing")
	for _, ask := range []struct {
		atLeast uint32
		want    int
		reads   int64
	}{{0, 1, 0}, {1, 1, 0}, {2, 2, 1}, {1, 2, 0}} {
		before := log.reads.Load()
		s, at, err := ours.Read(t.Context(), table(t, 1), ask.atLeast)
		equal(t, "error", err, nil)
		equal(t, "words", len(s), ask.want)
		equal(t, "version", at.Version, uint32(ask.want))
		equal(t, "leader reads", log.reads.Load()-before, ask.reads)
	}
	_, _, err := ours.Read(t.Context(), table(t, 1), 9)
	behind, ok := errors.AsType[*eventlog.BehindError](err)
	if !ok || behind.Want != 9 || behind.Have != 2 {
		t.Errorf("got %v", err)
	}
}

func TestReadLastAsksTheLeader(t *testing.T) {
	log := newLog()
	ours, others := executor(t, log, "lobby"), executor(t, log, "lobby")
	must(t, ours, "a", "playing")
	must(t, others, "b", "scoring")
	s, at, err := ours.ReadLast(t.Context(), table(t, 1))
	equal(t, "error", err, nil)
	equal(t, "words", len(s), 2)
	equal(t, "phase", at.Phase, "scoring")
}

func TestATableWithoutCommitsCannotBeRead(t *testing.T) {
	_, _, err := executor(t, newLog(), "lobby").Read(t.Context(), table(t, 1), 0)
	equal(t, "not found", errors.Is(err, eventlog.ErrNotFound), true)
}

func TestEveryComplaintAboutTheOptionsIsTold(t *testing.T) {
	_, err := eventlog.NewExecutor(eventlog.Options[state]{Writer: "a b"})
	for _, want := range []string{"no log", "no decode", "writer"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q in it", err, want)
		}
	}
}

func TestTheDefaultsWaitForAWriteInFlight(t *testing.T) {
	log := newLog()
	log.script = []step{log.conflict, log.lost}
	ex, err := eventlog.NewExecutor(eventlog.Options[state]{Log: log, Writer: "lobby", Baton: owners, Decode: decode})
	equal(t, "error", err, nil)
	equal(t, "tries", must(t, ex, "a", "playing").Tries, 3)
}

func TestEveryReaderFindsAForeignCommit(t *testing.T) {
	for name, test := range map[string]struct {
		previous, writer string
		foreign          bool
	}{
		"the owner":            {"playing", "lobby", false},
		"the opener":           {"", "lobby", false},
		"another service":      {"playing", "scoring", true},
		"another opener":       {"", "scoring", true},
		"after the end":        {"closed", "lobby", true},
		"nobody after the end": {"closed", "", true},
		"in an unknown phase":  {"dancing", "lobby", true},
	} {
		err := owners.VerifyWriter(test.previous, eventlog.Commit{Table: table(t, 1), Version: 4, Writer: test.writer})
		equal(t, name, errors.Is(err, eventlog.ErrForeignCommit), test.foreign)
		if foreign, ok := errors.AsType[*eventlog.ForeignCommitError](err); ok {
			equal(t, name, *foreign, eventlog.ForeignCommitError{
				Table: table(t, 1), Version: 4, Writer: test.writer, Phase: test.previous, Owner: owners.Owner(test.previous),
			})
		}
	}
}

func TestErrorsNameWhatWasWrongAndWhatWasAllowed(t *testing.T) {
	id := table(t, 1)
	for _, test := range []struct {
		err  error
		want string
	}{
		{&eventlog.ConflictError{Table: id, Want: 3, Last: 5}, "table " + id.String() + ": another commit came first: expected sequence 3, last is 5"},
		{&eventlog.ConflictError{Table: id, Want: 3}, "table " + id.String() + ": another commit came first: expected sequence 3"},
		{&eventlog.GapError{Stream: "GAME_0", Want: 3, Got: 5}, "stream GAME_0: commit is missing: want sequence 3, got 5"},
		{&eventlog.GapError{Table: id, Want: 3, Got: 5}, "table " + id.String() + ": commit is missing: want version 3, got 5"},
		{&eventlog.BehindError{Table: id, Want: 3, Have: 2}, "table " + id.String() + ": table is behind the version asked for: want version 3, have 2"},
		{&eventlog.WrongPhaseError{Table: id, Phase: "scoring", Owner: "scoring", Version: 2}, "table " + id.String() + `: phase belongs to another service: phase "scoring" at version 2 is of "scoring"`},
		{&eventlog.ForeignCommitError{Table: id, Version: 2, Writer: "x", Phase: "playing", Owner: "rules"}, "table " + id.String() + `: version 2: commit of a service that does not own the phase: "x" wrote in phase "playing" of "rules"`},
	} {
		equal(t, "text", test.err.Error(), test.want)
	}
}

package eventlog_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"testing"

	"tranca.example/pkg/eventlog"
)

type step = func(eventlog.Commit, uint64) (uint64, error)

func TestACommandIsAppendedWithWriterPhaseAndVersion(t *testing.T) {
	log := newLog()
	ex := executor(t, log, "lobby")
	must(t, ex, "a", "playing")
	result := must(t, ex, "b", "scoring")
	want := eventlog.Result[string]{
		Answer: "word 1", At: eventlog.Position{Version: 2, Phase: "scoring"}, Before: "playing", Tries: 1,
	}
	equal(t, "result", result, want)
	last, err := log.Last(t.Context(), table(t, 1))
	equal(t, "error", err, nil)
	equal(t, "writer", last.Writer, "lobby")
	equal(t, "phase", last.Phase, "scoring")
	equal(t, "version", last.Version, 2)
	equal(t, "words", string(last.Body), "a b")
}

func TestAWarmTableIsNotReadAgain(t *testing.T) {
	log := newLog()
	ex := executor(t, log, "lobby")
	for _, word := range []string{"a", "b", "c"} {
		must(t, ex, word, "playing")
	}
	equal(t, "reads", log.reads.Load(), 1)
	equal(t, "appends", log.appends.Load(), 3)
}

func TestOnlyTheTablesUsedLastAreRemembered(t *testing.T) {
	log := newLog()
	ex := executor(t, log, "lobby") // remembers two
	for _, n := range []byte{1, 2, 1, 3, 1, 2} {
		if _, err := eventlog.Execute(t.Context(), ex, table(t, n), say("x"+strconv.Itoa(int(log.appends.Load())), "playing", 0)); err != nil {
			t.Fatal(err)
		}
	}
	equal(t, "reads", log.reads.Load(), 4) // 1, 2, 3, and 2 again
}

func TestARefusalOnOldStateIsRecomputedAfterALeaderRead(t *testing.T) {
	log := newLog()
	ours, others := executor(t, log, "lobby"), executor(t, log, "scoring")
	must(t, ours, "a", "playing")
	must(t, ours, "b", "scoring")
	must(t, others, "c", "playing") // ours still believes in scoring
	result := must(t, ours, "d", "playing")
	equal(t, "version", result.At.Version, 4)
	equal(t, "appends", log.appends.Load(), 4)
}

func TestARefusalCostsOneLeaderReadAndNoAppend(t *testing.T) {
	log := newLog()
	ex := executor(t, log, "lobby")
	must(t, ex, "a", "playing")
	before := log.reads.Load()
	_, err := run(t, ex, say("b", "playing", 1))
	equal(t, "error", err, errRefused)
	equal(t, "reads", log.reads.Load()-before, 1)
	equal(t, "appends", log.appends.Load(), 1)
}

func TestAPhaseOfAnotherServiceIsNamedWithItsOwner(t *testing.T) {
	log := newLog()
	ex := executor(t, log, "lobby")
	must(t, ex, "a", "scoring")
	_, err := run(t, ex, say("b", "playing", 0))
	wrong, ok := errors.AsType[*eventlog.WrongPhaseError](err)
	if !ok || !errors.Is(err, eventlog.ErrWrongPhase) {
		t.Fatalf("got %v", err)
	}
	equal(t, "error", *wrong, eventlog.WrongPhaseError{Table: table(t, 1), Phase: "scoring", Owner: "scoring", Version: 1})
	_, err = run(t, executor(t, log, "dealer"), say("b", "playing", 0))
	equal(t, "another service is refused", errors.Is(err, eventlog.ErrWrongPhase), true)
	equal(t, "words", words(t, log), "a")
}

func TestOnlyTheOpenerStartsATable(t *testing.T) {
	_, err := run(t, executor(t, newLog(), "scoring"), say("a", "playing", 0))
	wrong, ok := errors.AsType[*eventlog.WrongPhaseError](err)
	if !ok || wrong.Owner != "lobby" || wrong.Version != 0 {
		t.Errorf("got %v", err)
	}
}

func TestAClosedTableTakesNothing(t *testing.T) {
	ex := executor(t, newLog(), "lobby")
	must(t, ex, "a", "closed")
	_, err := run(t, ex, say("b", "playing", 0))
	wrong, ok := errors.AsType[*eventlog.WrongPhaseError](err)
	if !ok || wrong.Owner != "" {
		t.Errorf("got %v", err)
	}
}

func TestACommandThatMovedThePhaseIsStillRecognised(t *testing.T) {
	log := newLog()
	ex := executor(t, log, "lobby")
	must(t, ex, "a", "scoring")
	again := must(t, ex, "a", "scoring")
	equal(t, "recognised", again.Recognised, true)
	equal(t, "answer", again.Answer, "word 0")
	equal(t, "version", again.At.Version, 1)
	equal(t, "appends", log.appends.Load(), 1)
}

func TestAPhaseThatNobodyKnowsIsNotAppended(t *testing.T) {
	log := newLog()
	_, err := run(t, executor(t, log, "lobby"), say("a", "dancing", 0))
	equal(t, "invalid", errors.Is(err, eventlog.ErrInvalid), true)
	equal(t, "appends", log.appends.Load(), 0)
}

func TestAConflictIsDecidedAgainOnTheLastCommit(t *testing.T) {
	log := newLog()
	ours, others := executor(t, log, "lobby"), executor(t, log, "lobby")
	must(t, ours, "a", "playing")
	must(t, others, "b", "playing")
	result := must(t, ours, "c", "playing")
	equal(t, "tries", result.Tries, 2)
	equal(t, "answer", result.Answer, "word 2")
	equal(t, "words", words(t, log), "a b c")
}

func TestAConflictMayEndInARefusal(t *testing.T) {
	log := newLog()
	ours, others := executor(t, log, "lobby"), executor(t, log, "lobby")
	must(t, ours, "a", "playing")
	must(t, others, "b", "playing")
	_, err := run(t, ours, say("c", "playing", 2))
	equal(t, "error", err, errRefused)
}

func TestFiveConflictsAreEnough(t *testing.T) {
	log := newLog()
	log.script = []step{log.beaten, log.beaten, log.beaten, log.beaten, log.beaten}
	_, err := run(t, executor(t, log, "lobby"), say("a", "playing", 0))
	equal(t, "conflict", errors.Is(err, eventlog.ErrConflict), true)
	equal(t, "unknown", errors.Is(err, eventlog.ErrUnknownOutcome), false)
	equal(t, "appends", log.appends.Load(), eventlog.MaxTries)
}

func TestAWriteInFlightIsNoConflictHoweverOftenItHoldsAnAppendOff(t *testing.T) {
	log := newLog()
	for range 2 * eventlog.MaxTries {
		log.script = append(log.script, log.conflict)
	}
	result := must(t, executor(t, log, "lobby"), "a", "playing")
	equal(t, "tries", result.Tries, 2*eventlog.MaxTries+1)
	equal(t, "words", words(t, log), "a")
}

func TestAWriteInFlightForTooLongIsNoConflictEither(t *testing.T) {
	log := newLog()
	for range 1000 {
		log.script = append(log.script, log.conflict)
	}
	_, err := run(t, executor(t, log, "lobby"), say("a", "playing", 0))
	equal(t, "unavailable", errors.Is(err, eventlog.ErrUnavailable), true)
	equal(t, "conflict", errors.Is(err, eventlog.ErrConflict), false)
	equal(t, "unknown", errors.Is(err, eventlog.ErrUnknownOutcome), false)
}

func TestAnAppendThatLandedUnseenIsRecognised(t *testing.T) {
	log := newLog()
	log.script = []step{log.landed}
	result := must(t, executor(t, log, "lobby"), "a", "playing")
	equal(t, "recognised", result.Recognised, true)
	equal(t, "tries", result.Tries, 1)
	equal(t, "words", words(t, log), "a")
}

func TestAnAppendThatWasLostIsTriedAgain(t *testing.T) {
	log := newLog()
	log.script = []step{log.lost, log.lost}
	result := must(t, executor(t, log, "lobby"), "a", "playing")
	equal(t, "recognised", result.Recognised, false)
	equal(t, "tries", result.Tries, 3)
	equal(t, "words", words(t, log), "a")
}

func TestAnAppendThatLandsDuringTheRetryIsRecognised(t *testing.T) {
	log := newLog()
	var late eventlog.Commit
	log.script = []step{
		func(c eventlog.Commit, _ uint64) (uint64, error) {
			late = c
			return 0, eventlog.ErrUnknownOutcome
		},
		func(c eventlog.Commit, expect uint64) (uint64, error) {
			if _, err := log.Log.Append(context.Background(), late, 0); err != nil {
				return 0, err
			}
			return log.Log.Append(context.Background(), c, expect)
		},
	}
	result := must(t, executor(t, log, "lobby"), "a", "playing")
	equal(t, "recognised", result.Recognised, true)
	equal(t, "words", words(t, log), "a")
}

func TestNoRefusalIsGivenWhileATryCanStillLand(t *testing.T) {
	log := newLog()
	log.script = []step{log.lost}
	cmd, asked := say("a", "playing", 0), 0
	decide := cmd.Decide
	cmd.Decide = func(s state, at eventlog.Position) (eventlog.Draft[state, string], error) {
		if asked++; asked > 1 {
			return eventlog.Draft[state, string]{}, errRefused
		}
		return decide(s, at)
	}
	_, err := run(t, executor(t, log, "lobby"), cmd)
	equal(t, "unknown", errors.Is(err, eventlog.ErrUnknownOutcome), true)
	equal(t, "with its reason", errors.Is(err, errRefused), true)
}

func TestARefusalIsGivenWhenAnotherCommitFencedTheTryOff(t *testing.T) {
	log := newLog()
	others := executor(t, log.Log, "lobby")
	log.script = []step{func(eventlog.Commit, uint64) (uint64, error) {
		must(t, others, "b", "playing")
		return 0, eventlog.ErrUnknownOutcome
	}}
	_, err := run(t, executor(t, log, "lobby"), say("a", "playing", 1))
	equal(t, "error", err, errRefused)
}

func TestFiveLostAppendsStayUnknown(t *testing.T) {
	log := newLog()
	log.script = []step{log.lost, log.lost, log.lost, log.lost, log.lost}
	_, err := run(t, executor(t, log, "lobby"), say("a", "playing", 0))
	equal(t, "unknown", errors.Is(err, eventlog.ErrUnknownOutcome), true)
	equal(t, "appends", log.appends.Load(), eventlog.MaxTries)
}

func TestALogThatFallsSilentAfterAnAppendLeavesItUnknown(t *testing.T) {
	log := newLog()
	log.script = []step{func(eventlog.Commit, uint64) (uint64, error) {
		log.readErr = eventlog.ErrUnavailable
		return 0, eventlog.ErrUnknownOutcome
	}}
	_, err := run(t, executor(t, log, "lobby"), say("a", "playing", 0))
	equal(t, "unknown", errors.Is(err, eventlog.ErrUnknownOutcome), true)
	equal(t, "unavailable", errors.Is(err, eventlog.ErrUnavailable), true)
}

func TestALogThatNeverAnsweredIsUnavailable(t *testing.T) {
	log := newLog()
	log.readErr = eventlog.ErrUnavailable
	_, err := run(t, executor(t, log, "lobby"), say("a", "playing", 0))
	equal(t, "unavailable", errors.Is(err, eventlog.ErrUnavailable), true)
	equal(t, "unknown", errors.Is(err, eventlog.ErrUnknownOutcome), false)
}

func TestACallerWhoLeavesMidwayIsToldThatNothingIsKnown(t *testing.T) {
	log := newLog()
	ctx, cancel := context.WithCancel(t.Context())
	log.script = []step{func(eventlog.Commit, uint64) (uint64, error) {
		cancel()
		return 0, eventlog.ErrUnknownOutcome
	}}
	_, err := eventlog.Execute(ctx, executor(t, log, "lobby"), table(t, 1), say("a", "playing", 0))
	equal(t, "unknown", errors.Is(err, eventlog.ErrUnknownOutcome), true)
	equal(t, "cancelled", errors.Is(err, context.Canceled), true)
}

func TestCommandsOfOneProcessDoNotConflict(t *testing.T) {
	log := newLog()
	ex := executor(t, log, "lobby")
	var group sync.WaitGroup
	for n := range 50 {
		group.Go(func() {
			result, err := eventlog.Execute(t.Context(), ex, table(t, 1), say("w"+strconv.Itoa(n), "playing", 0))
			if err != nil || result.Tries != 1 {
				t.Errorf("got %+v, %v", result, err)
			}
		})
	}
	group.Wait()
	equal(t, "appends", log.appends.Load(), 50)
}

func TestACommandThatWaitsForItsTurnEndsWithItsContext(t *testing.T) {
	log := newLog()
	ex := executor(t, log, "lobby")
	entered, leave := make(chan struct{}), make(chan struct{})
	log.script = []step{func(c eventlog.Commit, expect uint64) (uint64, error) {
		close(entered)
		<-leave
		return log.Log.Append(context.Background(), c, expect)
	}}
	done := make(chan error, 1)
	go func() {
		_, err := eventlog.Execute(context.Background(), ex, table(t, 1), say("a", "playing", 0))
		done <- err
	}()
	<-entered
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := eventlog.Execute(ctx, ex, table(t, 1), say("b", "playing", 0))
	equal(t, "cancelled", errors.Is(err, context.Canceled), true)
	equal(t, "unknown", errors.Is(err, eventlog.ErrUnknownOutcome), false)
	close(leave)
	equal(t, "the first command", <-done, nil)
}

func TestMemoryDoesNotOutliveALogThatLostItsTail(t *testing.T) {
	full := newLog()
	ex := executor(t, full, "lobby")
	must(t, ex, "a", "playing")
	kept, err := full.Log.Last(t.Context(), table(t, 1))
	equal(t, "error", err, nil)
	must(t, ex, "b", "playing")
	short := newLog()
	if _, err := short.Log.Append(t.Context(), kept, 0); err != nil {
		t.Fatal(err)
	}
	full.Log = short.Log
	result := must(t, ex, "c", "playing")
	equal(t, "version", result.At.Version, 2)
	equal(t, "words", words(t, full), "a c")
	equal(t, "tries after that", must(t, ex, "d", "playing").Tries, 1)
	equal(t, "words after that", words(t, full), "a c d")
}

func TestAStateThatCannotBeReadIsAnErrorWithoutItsBody(t *testing.T) {
	log := newLog()
	ex := executor(t, log, "lobby")
	must(t, ex, "broken", "playing") // it is in, whatever can be read back
	_, err := run(t, ex, say("b", "playing", 0))
	equal(t, "text", err.Error(), "decode table "+table(t, 1).String()+" at version 1: not a state")
}

func TestACommandWithoutRecogniseIsNotRun(t *testing.T) {
	cmd := say("a", "playing", 0)
	cmd.Recognise = nil
	_, err := run(t, executor(t, newLog(), "lobby"), cmd)
	equal(t, "invalid", errors.Is(err, eventlog.ErrInvalid), true)
}

func TestAStateThatIsHandedOverIsRememberedOnceItsCommitIsIn(t *testing.T) {
	log := newLog()
	log.script = []step{log.lost, log.conflict}
	ex := executor(t, log, "lobby")
	cmd, decide := say("a", "playing", 0), say("a", "playing", 0).Decide
	cmd.Decide = func(s state, at eventlog.Position) (eventlog.Draft[state, string], error) {
		held, _, err := ex.Read(t.Context(), table(t, 1), 0)
		equal(t, "nothing is remembered before", errors.Is(err, eventlog.ErrNotFound) && held == nil, true)
		draft, err := decide(s, at)
		draft.After = &state{"handed", "over"}
		return draft, err
	}
	result, err := run(t, ex, cmd)
	equal(t, "error", err, nil)
	equal(t, "tries", result.Tries, 3)
	reads := log.reads.Load()
	held, at, err := ex.Read(t.Context(), table(t, 1), 1)
	equal(t, "error", err, nil)
	equal(t, "remembered", strings.Join(held, " "), "handed over")
	equal(t, "version", at.Version, 1)
	equal(t, "leader reads", log.reads.Load(), reads)
	held, _, err = ex.ReadLast(t.Context(), table(t, 1))
	equal(t, "error", err, nil)
	equal(t, "read", strings.Join(held, " "), "a")
}

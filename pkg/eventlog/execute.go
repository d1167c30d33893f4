package eventlog

import (
	"context"
	"errors"
	"fmt"

	"tranca.example/pkg/subject"
)

// Command is one request to change a table, with an answer of type R. Both
// functions are pure and may be called several times, on states of different
// age. They must not change the state.
type Command[S, R any] struct {
	// Recognise tells whether the state already holds the effect of this very
	// command (its id), and the answer that was given. A caller who may not have
	// that answer must not be recognised; Decide then refuses him. Where a state
	// may have forgotten the id, Decide must refuse what was meant for an older
	// version: else a command could be appended twice.
	Recognise func(state S) (R, bool)
	// Decide returns what to append after the state, or an error: the refusal.
	// At version 0 the state is the zero value and the draft opens the table.
	Decide func(state S, at Position) (Draft[S, R], error)
}

// Draft is the commit that a command wants, with its answer.
type Draft[S, R any] struct {
	Phase  string // after the commit
	Body   []byte
	Header map[string]string
	Answer R
	// After, if set, is the state that Decode would read from this very commit,
	// and is remembered in place of it once the log has the commit: decoding what
	// was just encoded costs as much as deciding. A state that says anything else
	// makes this process judge differently from all others.
	After *S
	// Value is handed on with the commit, see Commit.
	Value any
}

// Result is what became of an accepted command.
type Result[R any] struct {
	Answer     R
	At         Position // of the table when the command is in; later when Recognised
	Before     string   // the phase before the commit; At.Phase when Recognised
	Recognised bool     // the log had the command already; this call appended nothing
	Tries      int      // appends that were attempted
}

// Execute is the one write path: it decides on the state that it remembers or
// reads, and appends expecting exactly the commit that it decided on.
//
//   - After a conflict it reads the last commit from the leader and decides
//     again, at most MaxTries times. A log that refuses because a write is in
//     flight says nothing about the last commit: when that is still the expected
//     one, no try is lost.
//   - After an unknown outcome it reads too, and Recognise tells whether the
//     command landed; if not, it tries again with the same expectation.
//   - A refusal (an error of Decide, or ErrWrongPhase) is returned only when it
//     was computed on a leader read of the last commit, and only when no earlier
//     try of this call can still land.
//
// Errors: the refusal as Decide returned it, *WrongPhaseError, ErrConflict when
// all tries lost, ErrUnknownOutcome when the command may be in the log or come
// there (ask again with the same id), ErrUnavailable also when writes in flight
// kept the append away, ErrTooLarge, ErrInvalid.
func Execute[S, R any](ctx context.Context, ex *Executor[S], table subject.TableID, cmd Command[S, R]) (Result[R], error) {
	if cmd.Recognise == nil || cmd.Decide == nil {
		return Result[R]{}, fmt.Errorf("execute on table %s: %w: a command needs Recognise and Decide", table, ErrInvalid)
	}
	place, err := ex.tables.lock(ctx, table)
	if err != nil {
		return Result[R]{}, fmt.Errorf("execute on table %s: wait for its turn: %w", table, err)
	}
	defer ex.tables.unlock(place)
	r := &run[S, R]{ex: ex, table: table, place: place, cmd: cmd}
	result, err := r.execute(ctx)
	if err == nil {
		return result, nil
	}
	if r.doubt {
		ex.tables.forget(table)
		return Result[R]{}, errors.Join(fmt.Errorf("execute on table %s: %w", table, ErrUnknownOutcome), err)
	}
	return Result[R]{}, err
}

// run is one call of Execute.
type run[S, R any] struct {
	ex      *Executor[S]
	table   subject.TableID
	place   *place[S] // whose turn this call has
	cmd     Command[S, R]
	known   known[S]
	fresh   bool // known comes from a leader read of this call
	tries   int
	held    int    // tries that a write in flight refused while nothing came between
	doubt   bool   // an append of this call may have landed or may still land
	doubtAt uint64 // the sequence that it expected
}

func (r *run[S, R]) execute(ctx context.Context) (Result[R], error) {
	if err := r.recall(ctx); err != nil {
		return Result[R]{}, err
	}
	for {
		if result, done := r.recognise(); done {
			return result, nil
		}
		draft, err := r.decide()
		if err != nil && r.fresh {
			return Result[R]{}, err
		}
		if err == nil {
			var result Result[R]
			if result, err = r.append(ctx, draft); err == nil {
				return result, nil
			}
			if !retryable(err) || r.tries-r.held == MaxTries {
				return Result[R]{}, err
			}
			if err := sleep(ctx, r.ex.opts.Pause(r.tries, err)); err != nil {
				return Result[R]{}, fmt.Errorf("execute on table %s: %w", r.table, err)
			}
		}
		expected := r.known.seq
		if err := r.reread(ctx); err != nil {
			return Result[R]{}, err
		}
		if err := r.hold(err, expected); err != nil {
			return Result[R]{}, err
		}
	}
}

// hold looks at an append that was refused because of a write in flight: where the
// table still ends with the expected commit nobody was faster.
func (r *run[S, R]) hold(refused error, expected uint64) error {
	conflict, ok := errors.AsType[*ConflictError](refused)
	if !ok || conflict.Last != 0 || r.known.seq != expected {
		return nil
	}
	if r.held++; r.held < maxHeld {
		return nil
	}
	return fmt.Errorf("execute on table %s: %w: a write is in flight for too long", r.table, ErrUnavailable)
}

// recall starts from memory, or from a leader read when there is nothing.
func (r *run[S, R]) recall(ctx context.Context) error {
	k, found := r.ex.tables.recall(r.place)
	if !found {
		return r.reread(ctx)
	}
	r.known = k
	return nil
}

// reread replaces what was known by the leader's last commit, even by an older
// one: memory must not outlive a log that lost its tail.
func (r *run[S, R]) reread(ctx context.Context) error {
	r.ex.tables.forget(r.table)
	k, err := r.ex.last(ctx, r.table)
	if err != nil {
		return err
	}
	r.known, r.fresh = k, true
	if k.seq != r.doubtAt {
		r.doubt = false // landed and visible, or fenced off for good
	}
	return nil
}

func (r *run[S, R]) decide() (Draft[S, R], error) {
	at := r.known.at
	if owner := r.ex.opts.Baton.Owner(at.Phase); owner != r.ex.opts.Writer {
		return Draft[S, R]{}, &WrongPhaseError{Table: r.table, Phase: at.Phase, Owner: owner, Version: at.Version}
	}
	return r.cmd.Decide(r.known.value(), at)
}

func (r *run[S, R]) append(ctx context.Context, draft Draft[S, R]) (Result[R], error) {
	if !r.ex.opts.Baton.Knows(draft.Phase) {
		return Result[R]{}, fmt.Errorf("%w: table %s: phase %q is not in the baton", ErrInvalid, r.table, draft.Phase)
	}
	c := Commit{
		Table:   r.table,
		Version: r.known.at.Version + 1,
		PrevSeq: r.known.seq,
		Writer:  r.ex.opts.Writer,
		Phase:   draft.Phase,
		Body:    draft.Body,
		Header:  draft.Header,
		Value:   draft.Value,
	}
	r.tries++
	seq, err := r.ex.opts.Log.Append(ctx, c, r.known.seq)
	if err != nil {
		if errors.Is(err, ErrUnknownOutcome) {
			r.doubt, r.doubtAt = true, r.known.seq
		}
		return Result[R]{}, err
	}
	c.Seq = seq
	if draft.After != nil {
		r.ex.tables.keep(r.place, after(c, draft.After))
	} else {
		// The commit is in: a body that cannot be read back stays out of memory and
		// is the next command's error, not this one's.
		_, _ = r.ex.learn(c)
	}
	return Result[R]{
		Answer: draft.Answer,
		At:     Position{Version: c.Version, Phase: c.Phase},
		Before: r.known.at.Phase,
		Tries:  r.tries,
	}, nil
}

// recognise asks whether the command is in the table's log already.
func (r *run[S, R]) recognise() (Result[R], bool) {
	at := r.known.at
	if at.Version == 0 {
		return Result[R]{}, false
	}
	answer, done := r.cmd.Recognise(r.known.value())
	return Result[R]{Answer: answer, At: at, Before: at.Phase, Recognised: true, Tries: r.tries}, done
}

func retryable(err error) bool {
	return errors.Is(err, ErrConflict) || errors.Is(err, ErrUnknownOutcome)
}

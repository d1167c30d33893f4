package eventlog_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/memory"
	"tranca.example/pkg/subject"
)

var errRefused = errors.New("refused")

// scripted is the memory log with one answer prepared for each append.
type scripted struct {
	*memory.Log
	script  []func(c eventlog.Commit, expect uint64) (uint64, error)
	readErr error
	appends atomic.Int64
	reads   atomic.Int64
}

func (s *scripted) Append(ctx context.Context, c eventlog.Commit, expect uint64) (uint64, error) {
	n := int(s.appends.Add(1)) - 1
	if n < len(s.script) && s.script[n] != nil {
		return s.script[n](c, expect)
	}
	return s.Log.Append(ctx, c, expect)
}

func (s *scripted) Last(ctx context.Context, id subject.TableID) (eventlog.Commit, error) {
	s.reads.Add(1)
	if s.readErr != nil {
		return eventlog.Commit{}, s.readErr
	}
	return s.Log.Last(ctx, id)
}

func (s *scripted) landed(c eventlog.Commit, expect uint64) (uint64, error) {
	if _, err := s.Log.Append(context.Background(), c, expect); err != nil {
		return 0, err
	}
	return 0, eventlog.ErrUnknownOutcome
}

func (s *scripted) lost(eventlog.Commit, uint64) (uint64, error) {
	return 0, fmt.Errorf("append: %w", eventlog.ErrUnknownOutcome)
}

// beaten says that another commit is the last.
func (s *scripted) beaten(c eventlog.Commit, expect uint64) (uint64, error) {
	return 0, &eventlog.ConflictError{Table: c.Table, Want: expect, Last: expect + 1}
}

// conflict says that a write is in flight, and not which.
func (s *scripted) conflict(c eventlog.Commit, expect uint64) (uint64, error) {
	return 0, &eventlog.ConflictError{Table: c.Table, Want: expect}
}

// state of the tests: the words appended so far.
type state []string

func decode(c eventlog.Commit) (state, error) {
	if strings.Contains(string(c.Body), "broken") {
		return nil, errors.New("not a state")
	}
	return strings.Fields(string(c.Body)), nil
}

var owners = eventlog.NewBaton("lobby", map[string]string{"playing": "lobby", "scoring": "scoring", "closed": ""})

func newLog() *scripted { return &scripted{Log: memory.New(nil)} }

func executor(t *testing.T, log eventlog.ReadAppender, writer string) *eventlog.Executor[state] {
	t.Helper()
	ex, err := eventlog.NewExecutor(eventlog.Options[state]{
		Log: log, Writer: writer, Baton: owners, Decode: decode, Memory: remembering[state](t, 2),
		Pause: func(int, error) time.Duration { return 0 },
	})
	if err != nil {
		t.Fatal(err)
	}
	return ex
}

func table(t *testing.T, n byte) subject.TableID {
	t.Helper()
	id, err := subject.NewTableID(0, [10]byte{n})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// say appends a word and leads to a phase; limit is the number of words from
// which on it is refused, 0 for never.
func say(word, phase string, limit int) eventlog.Command[state, string] {
	return eventlog.Command[state, string]{
		Recognise: func(s state) (string, bool) {
			for i, w := range s {
				if w == word {
					return "word " + strconv.Itoa(i), true
				}
			}
			return "", false
		},
		Decide: func(s state, _ eventlog.Position) (eventlog.Draft[state, string], error) {
			if limit > 0 && len(s) >= limit {
				return eventlog.Draft[state, string]{}, errRefused
			}
			body := strings.Join(append(append(state{}, s...), word), " ")
			return eventlog.Draft[state, string]{Phase: phase, Body: []byte(body), Answer: "word " + strconv.Itoa(len(s))}, nil
		},
	}
}

func run(t *testing.T, ex *eventlog.Executor[state], cmd eventlog.Command[state, string]) (eventlog.Result[string], error) {
	t.Helper()
	return eventlog.Execute(t.Context(), ex, table(t, 1), cmd)
}

func must(t *testing.T, ex *eventlog.Executor[state], word, phase string) eventlog.Result[string] {
	t.Helper()
	result, err := run(t, ex, say(word, phase, 0))
	if err != nil {
		t.Fatal(err)
	}
	return result
}

func words(t *testing.T, log *scripted) string {
	t.Helper()
	last, err := log.Log.Last(t.Context(), table(t, 1))
	if err != nil {
		t.Fatal(err)
	}
	return string(last.Body)
}

func equal[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

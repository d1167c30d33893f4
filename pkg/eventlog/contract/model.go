package contract

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"testing"

	"tranca.example/pkg/eventlog"
)

// errRefused is the model's rule violation.
var errRefused = errors.New("the model refuses at this version")

// state is the model of a table: the ids of all its commands, in order.
type state []uint64

func decode(c eventlog.Commit) (state, error) {
	if len(c.Body)%8 != 0 {
		return nil, fmt.Errorf("body of %d bytes", len(c.Body))
	}
	ids := make(state, 0, len(c.Body)/8)
	for i := 0; i < len(c.Body); i += 8 {
		ids = append(ids, binary.BigEndian.Uint64(c.Body[i:]))
	}
	return ids, nil
}

func encode(ids state) []byte {
	body := make([]byte, 0, 8*len(ids))
	for _, id := range ids {
		body = binary.BigEndian.AppendUint64(body, id)
	}
	return body
}

// command appends its id, and is answered with the ids before it. It is refused
// when the table's version is a multiple of seven. Every other one hands the
// state after it over.
func command(id uint64) eventlog.Command[state, int] {
	return eventlog.Command[state, int]{
		Recognise: func(s state) (int, bool) {
			i := slices.Index(s, id)
			return i, i >= 0
		},
		Decide: func(s state, at eventlog.Position) (eventlog.Draft[state, int], error) {
			if at.Version%7 == 0 && at.Version > 0 && id%7 != 0 {
				return eventlog.Draft[state, int]{}, errRefused
			}
			after := append(slices.Clone(s), id)
			draft := eventlog.Draft[state, int]{Phase: "playing", Body: encode(after), Answer: len(s)}
			if id%2 == 0 {
				draft.After = &after
			}
			return draft, nil
		},
	}
}

func baton() eventlog.Baton {
	return eventlog.NewBaton("rules", map[string]string{"playing": "rules", "scoring": "scoring"})
}

// process returns a new executor, as another process would have it.
func process(t *testing.T, log eventlog.Log) *eventlog.Executor[state] {
	t.Helper()
	memory, err := eventlog.NewMemory[state](3)
	if err != nil {
		t.Fatal(err)
	}
	ex, err := eventlog.NewExecutor(eventlog.Options[state]{
		Log: log, Writer: "rules", Baton: baton(), Decode: decode, Memory: memory,
	})
	if err != nil {
		t.Fatal(err)
	}
	return ex
}

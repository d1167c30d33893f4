package eventlog_test

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/faults"
	"tranca.example/pkg/eventlog/memory"
	"tranca.example/pkg/subject"
)

// ledger is a state of bounded size: how many commands, and the last ids.
type ledger struct {
	count  uint64
	latest [8]uint64 // most recent first
}

func decodeLedger(c eventlog.Commit) (ledger, error) {
	var l ledger
	_, err := binary.Decode(c.Body, binary.BigEndian, &l.count)
	if err == nil {
		_, err = binary.Decode(c.Body[8:], binary.BigEndian, &l.latest)
	}
	return l, err
}

func enter(id uint64) eventlog.Command[ledger, uint64] {
	return eventlog.Command[ledger, uint64]{
		Recognise: func(l ledger) (uint64, bool) {
			i := slices.Index(l.latest[:], id)
			return l.count - uint64(max(i, 0)), i >= 0
		},
		Decide: func(l ledger, _ eventlog.Position) (eventlog.Draft[ledger, uint64], error) {
			if (l.count+id)%11 == 0 {
				return eventlog.Draft[ledger, uint64]{}, errRefused
			}
			body := binary.BigEndian.AppendUint64(make([]byte, 0, 72), l.count+1)
			body = binary.BigEndian.AppendUint64(body, id)
			for _, before := range l.latest[:7] {
				body = binary.BigEndian.AppendUint64(body, before)
			}
			return eventlog.Draft[ledger, uint64]{Phase: "playing", Body: body, Answer: l.count + 1}, nil
		},
	}
}

// soak is a run of random commands of one goroutine through two processes with
// memories of different age. It may be repeated exactly.
type soak struct {
	random    *rand.Rand
	log       *memory.Log
	flawed    *faults.Log
	processes [2]*eventlog.Executor[ledger]
	tables    []subject.TableID
	said      map[uint64]verdict
}

type verdict uint8

const (
	accepted verdict = iota + 1
	refused
	unknown
)

func newSoak(t *testing.T, seed uint64, tables byte) *soak {
	t.Helper()
	s := &soak{random: rand.New(rand.NewPCG(seed, 2)), log: memory.New(nil), said: map[uint64]verdict{}}
	s.flawed = faults.New(s.log, faults.Options{
		Random: rand.New(rand.NewPCG(seed, 3)),
		Rates:  faults.Rates{Conflict: 0.03, Landed: 0.02, Late: 0.02, Lost: 0.02, Unavailable: 0.01},
	})
	for i := range s.processes {
		ex, err := eventlog.NewExecutor(eventlog.Options[ledger]{
			Log: s.flawed, Writer: "lobby", Baton: owners, Decode: decodeLedger, Memory: remembering[ledger](t, 16),
			Pause: func(int, error) time.Duration { return 0 },
		})
		if err != nil {
			t.Fatal(err)
		}
		s.processes[i] = ex
	}
	for n := range tables {
		s.tables = append(s.tables, table(t, n))
	}
	return s
}

func (s *soak) run(t *testing.T, commands uint64) {
	versions := map[subject.TableID]uint32{}
	for id := uint64(1); id <= commands; id++ {
		on := s.tables[s.random.IntN(len(s.tables))]
		result, err := eventlog.Execute(t.Context(), s.processes[s.random.IntN(2)], on, enter(id))
		switch {
		case err == nil:
			s.said[id] = accepted
			if result.At.Version < versions[on] {
				t.Fatalf("command %d saw version %d after %d", id, result.At.Version, versions[on])
			}
			versions[on] = result.At.Version
		case errors.Is(err, eventlog.ErrUnknownOutcome):
			s.said[id] = unknown
		default:
			s.said[id] = refused
		}
	}
	s.flawed.Settle()
}

// judge reads the whole log and compares it with what was said.
func (s *soak) judge(t *testing.T) (counts map[verdict]int) {
	t.Helper()
	in := map[uint64]int{}
	for _, on := range s.tables {
		for c, err := range s.log.History(t.Context(), on, 1) {
			l, derr := decodeLedger(c)
			if err != nil || derr != nil || l.count != uint64(c.Version) {
				t.Fatalf("version %d counts %d commands: %v %v", c.Version, l.count, err, derr)
			}
			in[l.latest[0]]++
		}
	}
	counts = map[verdict]int{}
	for id, v := range s.said {
		counts[v]++
		if n := in[id]; n > 1 || v == accepted && n != 1 || v == refused && n != 0 {
			t.Errorf("command %d with verdict %d is in the log %d times", id, v, n)
		}
	}
	return counts
}

func TestManyCommandsUnderFaultsAreAcceptedOnceOrNever(t *testing.T) {
	s := newSoak(t, 1, 40)
	s.run(t, 150_000)
	counts := s.judge(t)
	if counts[accepted] < 120_000 || counts[refused] < 8_000 || counts[unknown] == 0 {
		t.Errorf("got %v: the run proves too little", counts)
	}
	t.Logf("accepted %d, refused %d, unknown %d", counts[accepted], counts[refused], counts[unknown])
}

func TestTheSameSeedGivesTheSameRun(t *testing.T) {
	first, second := newSoak(t, 7, 5), newSoak(t, 7, 5)
	first.run(t, 5_000)
	second.run(t, 5_000)
	for id, v := range first.said {
		if second.said[id] != v {
			t.Fatalf("command %d: verdicts %d and %d", id, v, second.said[id])
		}
	}
}

package table_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/faults"
	"tranca.example/pkg/eventlog/memory"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
)

// The expected sequence is the only fence between two replicas of every
// service, stale memories, appends that land later and clients that try again.
// What a client was told is true: accepted is in the log exactly once, refused
// is never in it, and the versions that a client sees never fall.

func TestTheExpectedSequenceIsFenceEnough(t *testing.T) {
	for round := range uint64(5) {
		w := newWorld(t, round)
		w.play(20_000)
		w.judge(t)
	}
}

// BenchmarkCommandsBehindTheFence plays and judges 20,000 commands a turn: a
// million with -benchtime=50x.
func BenchmarkCommandsBehindTheFence(b *testing.B) {
	sent := int64(0)
	for b.Loop() {
		w := newWorld(b, 1000+uint64(sent))
		w.play(20_000)
		w.judge(b)
		sent += w.sent.Load()
	}
	b.ReportMetric(float64(sent), "commands")
	b.ReportMetric(float64(sent)/b.Elapsed().Seconds(), "commands/s")
}

// world is one deployment: two replicas of each service over one faulty log.
type world struct {
	tb       testing.TB
	log      *memory.Log
	faulty   *faults.Log
	replicas map[table.Service][2]*eventlog.Executor[table.State]
	clock    atomic.Int64
	sent     atomic.Int64
	tables   sync.Map // subject.TableID by slot
	rounds   sync.Map // *table.Hidden by match and round
	plans    sync.Map // tips by match, table.DealRound by match and round
	mu       sync.Mutex
	bodies   []table.Commit // by index, which is what the log stores
	all      []subject.TableID
	workers  []*worker
}

const slots = 6

func newWorld(tb testing.TB, seed uint64) *world {
	w := &world{tb: tb, log: memory.New(nil), replicas: map[table.Service][2]*eventlog.Executor[table.State]{}}
	w.clock.Store(1_000_000)
	w.faulty = faults.New(w.log, faults.Options{
		Random: rand.New(rand.NewPCG(seed, 1)),
		Rates:  faults.Rates{Conflict: 0.02, Landed: 0.02, Late: 0.02, Lost: 0.02, Unavailable: 0.01, Delay: 0.1}, DelayBy: time.Nanosecond,
		Sleep: func(context.Context, time.Duration) { time.Sleep(0) },
	})
	owners := map[string]string{}
	for _, p := range table.Phases() {
		owners[string(p)] = string(p.Owner())
	}
	for _, s := range []table.Service{table.Lobby, table.Dealer, table.Rules, table.Scoring} {
		var pair [2]*eventlog.Executor[table.State]
		for i := range pair {
			ex, err := eventlog.NewExecutor(eventlog.Options[table.State]{
				Log: w.faulty, Writer: string(s), Baton: eventlog.NewBaton(string(table.Lobby), owners), Decode: w.decode,
				Pause: func(int, error) time.Duration { return 0 },
			})
			if err != nil {
				tb.Fatal(err)
			}
			pair[i] = ex
		}
		w.replicas[s] = pair
	}
	for slot := range slots {
		w.newTable(slot)
	}
	for i := range uint64(4) {
		w.workers = append(w.workers, &worker{world: w, r: rand.New(rand.NewPCG(seed, 100+i)), n: i,
			seen: map[subject.TableID]uint32{}, told: map[table.CommandID]verdict{}, answers: map[table.CommandID]uint32{}, last: map[subject.TableID]table.Request{}})
	}
	return w
}

// play lets every worker send its part of the commands.
func (w *world) play(commands int) {
	var group sync.WaitGroup
	for _, k := range w.workers {
		group.Go(func() {
			for range commands / len(w.workers) {
				k.step()
			}
		})
	}
	group.Wait()
	w.faulty.Settle()
}

func (w *world) newTable(slot int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var random [10]byte
	binary.BigEndian.PutUint64(random[:], uint64(len(w.all)))
	id, err := subject.NewTableID(0, random)
	if err != nil {
		w.tb.Fatal(err)
	}
	w.all = append(w.all, id)
	w.tables.Store(slot, id)
}

func (w *world) encode(c table.Commit) []byte {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.bodies = append(w.bodies, c)
	return binary.BigEndian.AppendUint64(nil, uint64(len(w.bodies)-1))
}

func (w *world) commit(c eventlog.Commit) table.Commit {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.bodies[binary.BigEndian.Uint64(c.Body)]
}

func (w *world) decode(c eventlog.Commit) (table.State, error) { return w.commit(c).State, nil }

// root is the dealer's secret of the running match.
func root(s table.State) deal.Seed {
	var out deal.Seed
	copy(out[:], s.Match.ID)
	return out
}

// tip and plan are what the dealer makes of the root, made once.
func (w *world) tip(s table.State) table.Hash {
	tip, known := w.plans.Load(s.Match.ID)
	if !known {
		tip, _ = w.plans.LoadOrStore(s.Match.ID, table.Hash(deal.Tip(root(s))))
	}
	return tip.(table.Hash)
}

func (w *world) plan(s table.State) table.Command {
	name := fmt.Sprintf("%s/%d", s.Match.ID, s.Match.Round+1)
	if c, known := w.plans.Load(name); known {
		return c.(table.DealRound)
	}
	c, _, err := table.PlanRound(s, root(s))
	if err != nil {
		w.tb.Errorf("%s: %v", name, err)
		return nil
	}
	w.plans.Store(name, c)
	return c
}

// hidden opens the running round; nil when none runs.
func (w *world) hidden(s table.State) *table.Hidden {
	if s.Phase != table.PhasePlaying {
		return nil
	}
	name := fmt.Sprintf("%s/%d", s.Match.ID, s.Round.Dealt.Round)
	if known, ok := w.rounds.Load(name); ok {
		h, err := known.(*table.Hidden).Known().At(s)
		if err != nil {
			w.tb.Errorf("%s: %v", name, err)
		}
		return h
	}
	seed, err := deal.RoundSeed(root(s), s.Round.Dealt.Round)
	if err != nil {
		w.tb.Error(err)
		return nil
	}
	h, err := table.OpenRound(s, seed)
	if err != nil {
		w.tb.Error(err)
	}
	w.rounds.Store(name, h)
	return h
}

// decider is the shell of a service around the pure core.
func (w *world) decider(id subject.TableID, req table.Request, writer *table.Service) eventlog.Command[table.State, uint32] {
	return eventlog.Command[table.State, uint32]{
		Recognise: func(s table.State) (uint32, bool) {
			if v, ok := table.Recognise(s, req); ok || !table.MayHaveForgotten(s, req) {
				return v, ok
			}
			return w.search(id, req)
		},
		Decide: func(s table.State, _ eventlog.Position) (eventlog.Draft[table.State, uint32], error) {
			events, err := table.Decide(s, w.hidden(s), req)
			if err != nil {
				return eventlog.Draft[table.State, uint32]{}, err
			}
			c := table.NewCommit(s, req, events, *writer)
			return eventlog.Draft[table.State, uint32]{
				Phase: string(c.State.Phase), Body: w.encode(c), Answer: c.Version, After: &c.State,
			}, nil
		},
	}
}

// search looks for an id that the state forgot in the log itself.
func (w *world) search(id subject.TableID, req table.Request) (uint32, bool) {
	for c, err := range w.log.History(context.Background(), id, req.Expected) {
		if err != nil {
			return 0, false
		}
		if a := w.commit(c).Answers; a != nil && a.ID == req.ID {
			return c.Version, true
		}
	}
	return 0, false
}

// judge compares what the clients were told with the log.
func (w *world) judge(tb testing.TB) {
	tb.Helper()
	inLog := map[table.CommandID]int{}
	for _, id := range w.all {
		var commits []table.Commit
		for c, err := range w.log.History(context.Background(), id, 1) {
			if errors.Is(err, eventlog.ErrNotFound) {
				break
			}
			if err != nil {
				tb.Fatal(err)
			}
			commits = append(commits, w.commit(c))
		}
		for _, c := range commits {
			if c.Answers != nil {
				inLog[c.Answers.ID]++
			}
		}
		if len(commits) > 0 {
			checkFoldEvery(tb, commits, 10)
			checkClocks(tb, commits)
			checkFacts(tb, commits)
		}
	}
	counts := map[verdict]int{}
	for _, k := range w.workers {
		for id, v := range k.told {
			counts[v]++
			if n := inLog[id]; v == accepted && n != 1 || v == refusedForGood && n != 0 || v == alreadySo && n != 0 || n > 1 {
				tb.Errorf("a command that was %s stands %d times in the log", v, n)
			}
		}
	}
	tb.Logf("%d tables, commands %v", len(w.all), counts)
	if counts[accepted] < 1000 || counts[refusedForGood] < 100 {
		tb.Errorf("the run proves little: %v", counts)
	}
}

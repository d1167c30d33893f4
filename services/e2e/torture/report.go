package torture

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/subject"
	"tranca.example/services/e2e/checker"
	"tranca.example/services/e2e/harness"
	"tranca.example/services/tranca/simulate"
)

// Rules that need the programs running.
const (
	RuleRebuilt  = "a projection that is built anew is the same"
	RulePrograms = "no program panicked and no player gave up"
)

// Report is what came of a run.
type Report struct {
	Seed       string             `json:"seed"`
	Time       float64            `json:"seconds"`
	Tables     int                `json:"tables"` // at the same time
	Faults     []happened         `json:"faults"`
	Ended      []string           `json:"ended_by_themselves,omitempty"`
	Players    simulate.Summary   `json:"players"`
	Stall      float64            `json:"longest_stall_seconds"`
	Stalled    float64            `json:"longest_stall_until"`
	Commits    uint64             `json:"commits"`
	Unanswered int                `json:"commands_without_an_answer"`
	Viewed     int                `json:"tables_with_viewers"`
	Slept      int                `json:"tables_of_sleepers"`
	Verdicts   []*checker.Verdict `json:"verdicts"`
}

// OK tells whether every rule was kept.
func (r *Report) OK() bool { return checker.OK(r.Verdicts) }

// String is the report for people: figures, and a line for each verdict.
func (r *Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "seed %q: %d faults in %.0f s at %d tables; longest stall %.1f s until %.0f s; %d programs ended by themselves\n",
		r.Seed, len(r.Faults), r.Time, r.Tables, r.Stall, r.Stalled, len(r.Ended))
	fmt.Fprintf(&b, "%d matches, %d rounds, %d moves (%.0f a second), %d commits, %d commands without an answer, %d tables with viewers, %d of sleepers\n",
		r.Players.Matches, r.Players.Rounds, r.Players.Moves, r.Players.PerSec, r.Commits, r.Unanswered, r.Viewed, r.Slept)
	for _, line := range r.Ended[:min(len(r.Ended), 10)] { // all are in the JSON
		b.WriteString("ended   " + line + "\n")
	}
	for _, v := range r.Verdicts {
		b.WriteString(v.String() + "\n")
	}
	return b.String()
}

// JSON is the report for programs.
func (r *Report) JSON() ([]byte, error) { return json.MarshalIndent(r, "", "  ") }

// report has everything checked.
func (w *run) report() *Report {
	w.tb.Helper()
	ctx, cancel := context.WithTimeout(w.tb.Context(), 10*time.Minute)
	defer cancel()
	r := &Report{
		Seed: w.o.Seed, Time: w.took.Seconds(), Tables: w.o.Tables, Faults: w.plan.done, Ended: w.rig.ended,
		Players: w.crowd.total(w.took), Stall: w.stall.Seconds(), Stalled: w.stalled.Seconds(), Viewed: len(w.audience.tables()), Slept: w.sleepers.tables,
	}
	acks, seen, err := w.crowd.evidence()
	if err != nil {
		w.tb.Fatal(err)
	}
	acks = append(acks, w.sleepers.acks...)
	facts, digests := w.read(ctx, r)
	r.Unanswered = facts.Unanswered(acks)
	forward := checker.Ordered(checker.Forward(seen), w.audience.sights)
	r.Verdicts = append(facts.Verdicts(), facts.Acknowledged(acks), facts.Finished(), forward, facts.Hidden(w.audience.sights), w.programs())
	r.Verdicts = append(r.Verdicts, w.servers(ctx, digests), w.projections(ctx, facts, r.Commits), w.rebuilt(ctx, r.Commits))
	return r
}

// read reads the log once from each server that leads it.
func (w *run) read(ctx context.Context, r *Report) (facts *checker.Facts, digests map[string]string) {
	w.tb.Helper()
	conn, _ := w.rig.cluster.Admin()
	js, err := jetstream.New(conn)
	if err != nil {
		w.tb.Fatal(err)
	}
	digests = map[string]string{}
	for _, n := range w.rig.cluster.Nodes {
		w.rig.cluster.Lead(subject.GameStream(0), n)
		now, digest := checker.NewFacts(w.audience.tables()...), checker.NewDigest()
		last, err := checker.Read(ctx, js, subject.GameStream(0), func(m checker.Message) {
			if facts == nil {
				now.Add(m)
			}
			digest.Add(m)
		})
		if err != nil {
			w.tb.Fatal(err)
		}
		if facts == nil {
			facts, r.Commits = now, last
		}
		digests[n.Name] = digest.String()
	}
	return facts, digests
}

func (w *run) programs() *checker.Verdict {
	v := checker.NewVerdict(RulePrograms)
	err := w.rig.panicked()
	v.Check(err == nil, "%v", err)
	for _, f := range w.crowd.failures {
		v.Check(false, "%s", f)
	}
	if w.upgrade != nil {
		for _, f := range w.upgrade.failures {
			v.Check(false, "%s", f)
		}
		w.tell("exchanged: " + strings.Join(w.upgrade.steps, ", "))
	}
	return v
}

func (w *run) servers(ctx context.Context, digests map[string]string) *checker.Verdict {
	w.tb.Helper()
	var servers []checker.Server
	for _, n := range w.rig.cluster.Nodes {
		servers = append(servers, checker.Server{Name: n.Name, Monitor: n.HTTP})
	}
	streams := []string{subject.GameStream(0), subject.RootStream(0), subject.SecretStream(0), subject.AllocStream}
	v, err := checker.SameLog(ctx, servers, streams, digests)
	if err != nil {
		w.tb.Fatal(err)
	}
	return v
}

// projections waits for Redis to stand where the log ends, and has it compared.
func (w *run) projections(ctx context.Context, facts *checker.Facts, last uint64) *checker.Verdict {
	w.tb.Helper()
	w.caughtUp(ctx, last)
	v, err := facts.Projected(ctx, w.rig.redis.client, subject.Shard(0).String())
	if err != nil {
		w.tb.Fatal(err)
	}
	return v
}

// catchUp is how long projections may take for what they have not read yet.
const catchUp = time.Minute

// caughtUp waits until all projections stand at a sequence, but not for ever: who
// compares them sees what is wrong.
func (w *run) caughtUp(ctx context.Context, last uint64) {
	client := w.rig.redis.client
	for until := w.now() + catchUp; w.now() < until; time.Sleep(tick) {
		there := 0
		for _, name := range []string{"tables", "lobby", "results"} {
			at, err := client.Get(ctx, "{tranca:"+name+":0}:checkpoint").Uint64()
			if err == nil && at >= last {
				there++
			}
		}
		if there == 3 {
			return
		}
	}
}

// rebuilt takes everything from Redis and compares what comes back.
func (w *run) rebuilt(ctx context.Context, last uint64) *checker.Verdict {
	w.tb.Helper()
	v, client := checker.NewVerdict(RuleRebuilt), w.rig.redis.client
	before, err := harness.Dump(ctx, client)
	err = errors.Join(err, harness.Flush(ctx, client))
	w.caughtUp(ctx, last)
	after, failed := harness.Dump(ctx, client)
	if err = errors.Join(err, failed); err != nil {
		w.tb.Fatal(err)
	}
	for key, value := range before {
		v.Check(after[key] == value, "key %s was %.200q, and is %.200q", key, value, after[key])
	}
	v.Check(maps.EqualFunc(before, after, func(string, string) bool { return true }), "%d keys were there, %d are", len(before), len(after))
	return v
}

package simulate_test

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"tranca.example/pkg/client"
	"tranca.example/services/tranca/allinone"
	"tranca.example/services/tranca/simulate"
)

// start runs everything in this process and returns a client of it.
func start(t *testing.T, seed string) *client.Client {
	t.Helper()
	cluster, err := allinone.Start(t.Context(), allinone.Options{
		DataDir: t.TempDir(), HTTPAddr: "127.0.0.1:0", AdminAddr: "127.0.0.1:0", Seed: []byte(seed),
		LogWriter: t.Output(), Now: time.Now, Random: rand.Reader,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := cluster.Stop(); err != nil {
			t.Error(err)
		}
	})
	return connect(t, cluster.URL(), 30*time.Second)
}

func connect(t *testing.T, url string, deadline time.Duration) *client.Client {
	t.Helper()
	transport, err := client.HTTP(url, 16)
	if err != nil {
		t.Fatal(err)
	}
	c, err := client.New(client.Options{Transport: transport, Random: rand.Reader, Deadline: deadline})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// options are short matches of a game.
func options(c *client.Client, preset string, concurrency int) simulate.Options {
	return simulate.Options{
		Client: c, Preset: preset, Knobs: map[string]string{"rounds": "2", "target": "0"}, Matches: 2,
		Concurrency: concurrency, Seed: []byte("s"), Policy: "random", Now: time.Now,
	}
}

func TestTheSameSeedGivesTheSameRecordsAtAnyConcurrency(t *testing.T) {
	var records [2]bytes.Buffer
	var sums [2]simulate.Summary
	for i, concurrency := range []int{1, 2} {
		o := options(start(t, "s"), "classic.draw", concurrency)
		o.Records = &records[i]
		sum, err := simulate.Run(t.Context(), o)
		if err != nil || sum.Err() != nil {
			t.Fatal(err, sum.Err())
		}
		sums[i] = sum
	}
	if records[0].Len() == 0 || !bytes.Equal(records[0].Bytes(), records[1].Bytes()) {
		t.Errorf("the records differ:\n%s\n%s", records[0].String(), records[1].String())
	}
	if a, b := sums[0], sums[1]; a.Moves != b.Moves || a.Rounds != b.Rounds || a.Blocks != b.Blocks || a.Commands != b.Commands {
		t.Errorf("the summaries differ: %+v, %+v", a, b)
	}
	if n := strings.Count(records[0].String(), "\n"); n != 4 || sums[0].Rounds != 4 || sums[0].Matches != 2 || sums[0].Seats != 2 {
		t.Errorf("%d records, %+v: want 2 matches of 2 rounds", n, sums[0])
	}
}

func TestEveryGameIsPlayedToItsEndAndEveryCommandAcknowledgedOnce(t *testing.T) {
	c := start(t, "every game")
	for _, preset := range []string{"latin.pairs", "latin.solo", "classic.block4", "classic.draw4", "chickie"} {
		t.Run(preset, func(t *testing.T) {
			var acks, seen bytes.Buffer
			done := 0
			o := options(c, preset, 2)
			o.Seed, o.Policy, o.Acks, o.Seen, o.Progress = []byte(preset), "greedy", &acks, &seen, func(n int) { done = n }
			if preset == "classic.draw4" { // C-08: four arms on the opening double
				o.Knobs["spinner"] = "opening_double"
			}
			sum, err := simulate.Run(t.Context(), o)
			if err != nil || sum.Err() != nil || sum.Matches != 2 || done != 2 || sum.P99 < sum.P50 || sum.PerSec <= 0 {
				t.Fatalf("got %+v, %v, %v; told of %d", sum, err, sum.Err(), done)
			}
			checkAcks(t, &acks, sum)
			checkSeen(t, &seen, sum)
		})
	}
}

// checkAcks finds each command once and the versions of each table rising.
func checkAcks(t *testing.T, acks *bytes.Buffer, sum simulate.Summary) {
	t.Helper()
	seen, last, moves := map[string]bool{}, map[string]uint32{}, 0
	lines := json.NewDecoder(acks)
	for lines.More() {
		var a simulate.Ack
		if err := lines.Decode(&a); err != nil {
			t.Fatal(err)
		}
		if seen[a.Command] || a.Version <= last[a.Table] || (a.Seat == nil) != (a.Kind == "open") {
			t.Errorf("%+v after version %d", a, last[a.Table])
		}
		seen[a.Command], last[a.Table] = true, a.Version
		if a.Kind == "play" || a.Kind == "draw" || a.Kind == "pass" {
			moves++
		}
	}
	if len(seen) != sum.Commands || moves != sum.Moves {
		t.Errorf("%d acks, %d of moves; the summary says %+v", len(seen), moves, sum)
	}
}

// checkSeen finds the versions of each seat rising, and one for each command of it.
func checkSeen(t *testing.T, seen *bytes.Buffer, sum simulate.Summary) {
	t.Helper()
	last, n := map[simulate.Seen]uint32{}, 0
	lines := json.NewDecoder(seen)
	for ; lines.More(); n++ {
		var s simulate.Seen
		if err := lines.Decode(&s); err != nil {
			t.Fatal(err)
		}
		seat := simulate.Seen{Table: s.Table, Seat: s.Seat}
		if s.Version < last[seat] {
			t.Errorf("%+v after version %d", s, last[seat])
		}
		last[seat] = s.Version
	}
	if n < sum.Commands || len(last) != sum.Seats*sum.Matches {
		t.Errorf("%d versions of %d seats; the summary says %+v", n, len(last), sum)
	}
}

func TestMatchesThatWereFoundFinishedAreToldApart(t *testing.T) {
	c := start(t, "again")
	for _, before := range []int{0, 2} {
		sum, err := simulate.Run(t.Context(), options(c, "latin.pairs", 2))
		if err != nil || sum.Err() != nil || sum.Matches != 2 || sum.Before != before || (sum.Moves == 0) != (before == 2) {
			t.Errorf("got %+v, %v: want %d of 2 played before", sum, err, before)
		}
	}
}

func TestMatchesThatCannotBePlayedAreCounted(t *testing.T) {
	o := options(connect(t, "http://127.0.0.1:1", 50*time.Millisecond), "latin.pairs", 4)
	o.Matches = 8
	sum, err := simulate.Run(t.Context(), o)
	if err != nil || sum.Failed != 8 || sum.Matches != 0 {
		t.Fatalf("got %+v, %v", sum, err)
	}
	if text := sum.Err().Error(); !strings.Contains(text, "open") || !strings.Contains(text, "and 3 more") {
		t.Errorf("got %q", text)
	}
}

func TestOptionsThatCannotBeMeantAreRefusedTogether(t *testing.T) {
	_, err := simulate.Run(t.Context(), simulate.Options{Preset: "whist", Policy: "wise"})
	if err == nil {
		t.Fatal("accepted")
	}
	for _, want := range []string{"client", "matches 0", "concurrency 0", `policy "wise"`, "whist", "latin.pairs"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q does not name %s", err, want)
		}
	}
}

package harness

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"tranca.example/services/tranca/simulate"
)

// Simulation is `tranca simulate` as a process of its own.
type Simulation struct {
	*Process
	records, acks string
}

// SimulationOptions say what is played.
type SimulationOptions struct {
	Server  string // empty: everything in that process
	Preset  string
	Seed    string
	Matches int
	// Concurrency; 0: all matches at once.
	Concurrency int
	Further     []string // arguments
}

// Simulate starts a simulation.
func (p Programs) Simulate(tb testing.TB, o SimulationOptions) *Simulation {
	tb.Helper()
	dir := tb.TempDir()
	if o.Concurrency == 0 {
		o.Concurrency = o.Matches
	}
	s := &Simulation{records: filepath.Join(dir, "records.jsonl"), acks: filepath.Join(dir, "acks.jsonl")}
	args := append([]string{
		"simulate", "--preset", o.Preset, "--matches", strconv.Itoa(o.Matches), "--seed", o.Seed, "--server", o.Server,
		"--concurrency", strconv.Itoa(o.Concurrency), "--records", s.records, "--acks", s.acks, "--json",
	}, o.Further...)
	s.Process = p.Start(tb, "tranca", nil, "", args...)
	return s
}

// Finish waits for the end; every match must have finished.
func (s *Simulation) Finish(limit time.Duration) simulate.Summary {
	s.tb.Helper()
	if err := s.WaitFor(limit); err != nil {
		s.tb.Fatalf("simulation: %v: %s%s", err, s.Stdout(), s.tail())
	}
	var sum simulate.Summary
	if err := json.Unmarshal([]byte(s.Stdout()), &sum); err != nil {
		s.tb.Fatalf("summary %q: %v", s.Stdout(), err)
	}
	return sum
}

// Records are the bytes of the records of all matches.
func (s *Simulation) Records() []byte {
	s.tb.Helper()
	b, err := os.ReadFile(s.records)
	if err != nil {
		s.tb.Fatal(err)
	}
	return b
}

// RecordsFile is where they are.
func (s *Simulation) RecordsFile() string { return s.records }

// Acks are the commands acknowledged so far. A line that is being written is
// left out.
func (s *Simulation) Acks() []simulate.Ack {
	s.tb.Helper()
	b, err := os.ReadFile(s.acks)
	if err != nil {
		return nil // not made yet
	}
	var all []simulate.Ack
	for line := range bytes.Lines(b) {
		if line[len(line)-1] != '\n' {
			break
		}
		var a simulate.Ack
		if err := json.Unmarshal(line, &a); err != nil {
			s.tb.Fatalf("ack %q: %v", line, err)
		}
		all = append(all, a)
	}
	return all
}

// WaitAcks waits until so many commands are acknowledged.
func (s *Simulation) WaitAcks(n int, limit time.Duration) {
	s.tb.Helper()
	Eventually(s.tb, limit, strconv.Itoa(n)+" acknowledged commands", func() bool {
		if s.Ended() {
			s.tb.Fatalf("the simulation ended before %d commands: %v: %s%s", n, s.err, s.Stdout(), s.tail())
		}
		return s.lines() >= n
	})
}

func (s *Simulation) lines() int {
	b, err := os.ReadFile(s.acks)
	if err != nil {
		return 0
	}
	return bytes.Count(b, []byte{'\n'})
}

package harness

import (
	"bytes"
	"encoding/json"
	"fmt"
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
	records, acks, seen string
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
	s := &Simulation{
		records: filepath.Join(dir, "records.jsonl"), acks: filepath.Join(dir, "acks.jsonl"), seen: filepath.Join(dir, "seen.jsonl"),
	}
	args := append([]string{
		"simulate", "--preset", o.Preset, "--matches", strconv.Itoa(o.Matches), "--seed", o.Seed, "--server", o.Server,
		"--concurrency", strconv.Itoa(o.Concurrency), "--records", s.records, "--acks", s.acks, "--seen", s.seen, "--json",
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
	sum, err := s.Result()
	if err != nil {
		s.tb.Fatal(err)
	}
	return sum
}

// Result is what came out of a simulation that has ended, and how it ended.
func (s *Simulation) Result() (sum simulate.Summary, err error) {
	if err := json.Unmarshal([]byte(s.Stdout()), &sum); err != nil {
		return sum, fmt.Errorf("summary %q: %w", s.Stdout(), err)
	}
	if err := s.WaitFor(stopLimit); err != nil {
		return sum, fmt.Errorf("simulation: %w: %s", err, s.tail())
	}
	return sum, nil
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

// AcksText and SeenText are what the players noted so far: the commands that were
// acknowledged, and the versions that their seats were shown.
func (s *Simulation) AcksText() []byte { return soFar(s.acks) }

// SeenText belongs to AcksText.
func (s *Simulation) SeenText() []byte { return soFar(s.seen) }

// AcksSize grows with every acknowledged command.
func (s *Simulation) AcksSize() int64 {
	info, err := os.Stat(s.acks)
	if err != nil {
		return 0
	}
	return info.Size()
}

// soFar is what a file holds; nothing while it is not made.
func soFar(file string) []byte {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	return b
}

// end is the end of a file, at most so many bytes; nothing while it is not made.
func end(name string, n int64) []byte {
	file, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return nil
	}
	b := make([]byte, min(n, info.Size()))
	read, _ := file.ReadAt(b, info.Size()-int64(len(b))) // it only grows
	return b[:read]
}

// Acks are the commands acknowledged so far. A line that is being written is
// left out.
func (s *Simulation) Acks() []simulate.Ack {
	s.tb.Helper()
	var all []simulate.Ack
	for line := range bytes.Lines(s.AcksText()) {
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

func (s *Simulation) lines() int { return bytes.Count(s.AcksText(), []byte{'\n'}) }

// LastTable is the table that the last acknowledged command was about, "" before
// the first one.
func (s *Simulation) LastTable() string {
	lines := bytes.Split(bytes.TrimSpace(end(s.acks, 1<<10)), []byte{'\n'})
	var a simulate.Ack
	if json.Unmarshal(lines[len(lines)-1], &a) != nil {
		return "" // it is being written
	}
	return a.Table
}

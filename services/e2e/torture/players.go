package torture

import (
	"fmt"
	"testing"
	"time"

	"tranca.example/services/e2e/checker"
	"tranca.example/services/e2e/harness"
	"tranca.example/services/tranca/simulate"
)

// slots are how many players' programs run at the same time.
const slots = 4

// crowd plays match after match until it is told to stop.
type crowd struct {
	tb       testing.TB
	programs harness.Programs
	servers  []string
	seed     string
	tables   int      // of each program
	further  []string // arguments
	playing  []*harness.Simulation
	played   []*harness.Simulation
	acked    int64 // bytes of acks of those that have played
	sums     []simulate.Summary
	failures []string
	stopped  bool
}

// presets are the games that are played, in turn.
func presets() []string { return []string{"latin.pairs", "classic.draw4", "chickie", "classic.draw"} }

// begin starts every slot.
func (c *crowd) begin() {
	c.playing = make([]*harness.Simulation, slots)
	for n := range c.playing {
		c.start(n)
	}
}

// start lets a slot play its next matches. Slots share the gateways out.
func (c *crowd) start(n int) {
	games := presets()
	run := len(c.played)
	c.playing[n] = c.programs.Simulate(c.tb, harness.SimulationOptions{
		Server: c.servers[n%len(c.servers)], Preset: games[(n+run)%len(games)], Matches: c.tables,
		Seed: fmt.Sprintf("%s, slot %d, run %d", c.seed, n, run), Further: c.further,
	})
}

// look takes the results of who has finished, and starts them again.
func (c *crowd) look() {
	for n, s := range c.playing {
		if s == nil || !s.Ended() {
			continue
		}
		sum, err := s.Result()
		if err != nil {
			c.failures = append(c.failures, err.Error())
		}
		c.sums, c.played, c.playing[n] = append(c.sums, sum), append(c.played, s), nil
		c.acked += s.AcksSize()
		if !c.stopped {
			c.start(n)
		}
	}
}

// idle tells whether nobody plays any more.
func (c *crowd) idle() bool {
	for _, s := range c.playing {
		if s != nil {
			return false
		}
	}
	return true
}

// all are the programs so far.
func (c *crowd) all() []*harness.Simulation {
	all := c.played
	for _, s := range c.playing {
		if s != nil {
			all = append(all, s)
		}
	}
	return all
}

// progress grows while commands are acknowledged.
func (c *crowd) progress() int64 {
	bytes := c.acked
	for _, s := range c.playing {
		if s != nil {
			bytes += s.AcksSize()
		}
	}
	return bytes
}

// evidence is what the players say they were told.
func (c *crowd) evidence() (acks []checker.Ack, seen []checker.Seen, err error) {
	for _, s := range c.all() {
		a, err := checker.Lines[checker.Ack](s.AcksText())
		if err != nil {
			return nil, nil, fmt.Errorf("acks: %w", err)
		}
		v, err := checker.Lines[checker.Seen](s.SeenText())
		if err != nil {
			return nil, nil, fmt.Errorf("versions: %w", err)
		}
		acks, seen = append(acks, a...), append(seen, v...)
	}
	return acks, seen, nil
}

// total adds the programs' summaries up; the latencies are the worst ones.
func (c *crowd) total(took time.Duration) simulate.Summary {
	var t simulate.Summary
	for _, s := range c.sums {
		t.Matches, t.Failed, t.Rounds, t.Blocks = t.Matches+s.Matches, t.Failed+s.Failed, t.Rounds+s.Rounds, t.Blocks+s.Blocks
		t.Commands, t.Moves = t.Commands+s.Commands, t.Moves+s.Moves
		t.P50, t.P99 = max(t.P50, s.P50), max(t.P99, s.P99)
	}
	t.Seconds = took.Seconds()
	t.PerSec = float64(t.Moves) / t.Seconds
	return t
}

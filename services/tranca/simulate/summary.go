package simulate

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// Summary is what came out of a simulation.
type Summary struct {
	Seats    int     `json:"seats"`   // of each table
	Matches  int     `json:"matches"` // that finished
	Failed   int     `json:"failed"`
	Before   int     `json:"played_before,omitempty"` // of Matches: found finished, nothing was played
	Rounds   int     `json:"rounds"`
	Blocks   int     `json:"blocks"`   // rounds that ended blocked
	Commands int     `json:"commands"` // acknowledged ones, moves included
	Moves    int     `json:"moves"`    // plays, draws and passes
	Seconds  float64 `json:"seconds"`
	PerSec   float64 `json:"moves_per_second"`
	// Milliseconds from a command to its answer, with all tries.
	P50 float64 `json:"p50_ms"`
	P99 float64 `json:"p99_ms"`

	failures []error
}

// shownFailures is how many are told; the others are mostly the same.
const shownFailures = 5

// Err joins what went wrong in the matches that failed, of many the first few.
func (s Summary) Err() error {
	shown := s.failures[:min(len(s.failures), shownFailures)]
	if more := len(s.failures) - len(shown); more > 0 {
		shown = append(slices.Clone(shown), fmt.Errorf("and %d more matches that did not finish", more))
	}
	return errors.Join(shown...)
}

// finish computes the figures.
func (l *ledger) finish(took time.Duration) Summary {
	l.mu.Lock()
	defer l.mu.Unlock()
	s := l.sum
	s.Seconds = took.Seconds()
	if s.Seconds > 0 {
		s.PerSec = float64(s.Moves) / s.Seconds
	}
	slices.Sort(l.took)
	s.P50, s.P99 = quantile(l.took, 50), quantile(l.took, 99)
	return s
}

// quantile is the percentile of sorted durations, in milliseconds.
func quantile(sorted []time.Duration, percent int) float64 {
	if len(sorted) == 0 {
		return 0
	}
	return float64(sorted[(len(sorted)-1)*percent/100].Microseconds()) / 1000
}

package pipeline

import (
	"math"
	"slices"
	"time"

	"tranca.example/services/e2e/load"
)

// percentile is the smallest time that at least a share of the sorted times does
// not exceed, in milliseconds; 0 when there is none.
func percentile(sorted []time.Duration, share float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	n := int(math.Ceil(share*float64(len(sorted)))) - 1
	return ms(sorted[min(max(n, 0), len(sorted)-1)])
}

func ms(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }

// timing sums a sample up.
func timing(s load.Sample) Timing {
	times := slices.Sorted(slices.Values(s.Times))
	return Timing{Count: len(times), Rate: rate(s), P50: percentile(times, 0.5), P99: percentile(times, 0.99)}
}

func rate(s load.Sample) float64 { return ratio(float64(s.Done), s.Took.Seconds()) }

// ratio is 0 where there is nothing to divide by.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// lag sums lags up; what was seen before it was acknowledged did not lag.
func lag(times []time.Duration) Lag {
	sorted := slices.Clone(times)
	for i := range sorted {
		sorted[i] = max(sorted[i], 0)
	}
	slices.Sort(sorted)
	return Lag{Count: len(sorted), P50: percentile(sorted, 0.5), P99: percentile(sorted, 0.99)}
}

// mark is a moment at which something had reached a sequence.
type mark struct {
	at  time.Time
	seq uint64
}

// behind is, for each wanted mark, how much later the first of the reached ones is
// that has its sequence; what was never reached is left out. Reached ones are in
// the order of time.
func behind(wanted, reached []mark) []time.Duration {
	var all []time.Duration
	for _, w := range wanted {
		i, _ := slices.BinarySearchFunc(reached, w.seq, func(m mark, seq uint64) int {
			if m.seq < seq {
				return -1
			}
			return 1
		})
		if i < len(reached) {
			all = append(all, reached[i].at.Sub(w.at))
		}
	}
	return all
}

// longest is the longest time between two moments of a table, of all tables, that
// has a part of it after from; to is the end of the looking.
func longest(tables [][]time.Time, from, to time.Time) time.Duration {
	var most time.Duration
	for _, moments := range tables {
		before := from
		for _, m := range append(slices.Clone(moments), to) {
			if m.After(to) {
				m = to
			}
			if m.After(from) {
				most = max(most, m.Sub(before))
			}
			before = m
		}
	}
	return most
}

// middle is the median of figures, 0 of none.
func middle(figures []float64) float64 {
	if len(figures) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(figures))
	return sorted[(len(sorted)-1)/2]
}

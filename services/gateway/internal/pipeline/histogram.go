package pipeline

import dto "github.com/prometheus/client_model/go"

// histogram counts durations by classic buckets: up to each bound, in seconds, and
// in all.
type histogram struct {
	bounds []float64
	upTo   []uint64
	count  uint64
}

// plus adds a metric of the same buckets.
func (h histogram) plus(m *dto.Histogram) histogram {
	out := histogram{count: h.count + m.GetSampleCount()}
	for i, b := range m.GetBucket() {
		out.bounds = append(out.bounds, b.GetUpperBound())
		out.upTo = append(out.upTo, h.at(i)+b.GetCumulativeCount())
	}
	return out
}

// minus takes away what was counted before.
func (h histogram) minus(before histogram) histogram {
	out := histogram{bounds: h.bounds, count: h.count - before.count}
	for i, n := range h.upTo {
		out.upTo = append(out.upTo, n-before.at(i))
	}
	return out
}

func (h histogram) at(i int) uint64 {
	if i >= len(h.upTo) {
		return 0
	}
	return h.upTo[i]
}

// quantile is the duration below which a share of all lies, in milliseconds, as if
// they were spread evenly in each bucket; nil without any. What is beyond the last
// bound counts as that bound.
func (h histogram) quantile(share float64) *float64 {
	if h.count == 0 || len(h.bounds) == 0 {
		return nil
	}
	rank := share * float64(h.count)
	lower, below := 0.0, 0.0
	for i, bound := range h.bounds {
		upTo := float64(h.upTo[i])
		if upTo >= rank && upTo > below {
			ms := 1000 * (lower + (bound-lower)*(rank-below)/(upTo-below))
			return &ms
		}
		lower, below = bound, upTo
	}
	ms := 1000 * lower
	return &ms
}

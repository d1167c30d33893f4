package timekeeper

import "time"

// waitsLong is the body of a firing that follows one for which a table has waited
// long already.
const waitsLong = "waits"

// Pace is how patient a keeper is with a firing.
type Pace struct {
	// Tries is how often a firing is delivered at most; a failure at the last one
	// makes a dead letter of it.
	Tries int
	// Waits is after how many deliveries a firing that only waits, for an owner or
	// through an outage, is replaced by a fresh one. Less than Tries.
	Waits int
	// First and Most bound the pause between two looks: it doubles.
	First, Most time.Duration
	// Slow is the pause after a failure from the delivery Waits on.
	Slow time.Duration
	// Stuck is the pause of a firing that waits and cannot be replaced.
	Stuck time.Duration
	// Silence is how long a firing may be neither settled nor put off before
	// another replica gets it: who had it is dead.
	Silence time.Duration
}

// DefaultPace gives up on a firing that fails after about 12 minutes, on one that
// kills whoever takes it after 13, and on one that waits never.
func DefaultPace() Pace {
	return Pace{
		Tries: 20, Waits: 8, First: 100 * time.Millisecond, Most: 5 * time.Second, Slow: time.Minute, Stuck: 5 * time.Minute,
		Silence: 40 * time.Second,
	}
}

// waiting is the pause after the n-th delivery of a firing; a long wait is looked
// at rarely from the start.
func (p Pace) waiting(n int, long bool) time.Duration {
	if long {
		return p.Most
	}
	return min(p.First<<min(n-1, 16), p.Most)
}

// failing is the pause after the n-th delivery that failed.
func (p Pace) failing(n int) time.Duration {
	if n < p.Waits {
		return p.waiting(n, false)
	}
	return p.Slow
}

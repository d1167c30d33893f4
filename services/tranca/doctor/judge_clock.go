package doctor

import (
	"fmt"
	"time"
)

// Skew between two clocks from which on it is told. Deadlines of turns are given
// by the clocks of whoever decides.
const (
	skewWarn = 500 * time.Millisecond
	skewFail = 2 * time.Second
)

// clocks compares each clock with each other, this machine's among them.
func clocks(f Facts) []Check {
	if len(f.Clocks) == 0 {
		return nil
	}
	found := findings{name: "clocks"}
	all := append([]Clock{{Of: "this machine"}}, f.Clocks...)
	worst, worstOf := time.Duration(-1), ""
	for i, a := range all {
		for _, b := range all[i+1:] {
			if skew := certain(a, b); skew > worst {
				worst, worstOf = skew, fmt.Sprintf("the clocks of %s and %s differ by at least %s", a.Of, b.Of, skew.Round(time.Millisecond))
			}
		}
	}
	const do = "let NTP set the clocks: turns end too early or too late by the difference, and a service that is many seconds ahead of who asks takes every request for one that is over, and answers none"
	switch {
	case worst > skewFail:
		found.add(Fail, do, worstOf)
	case worst > skewWarn:
		found.add(Warn, do, worstOf)
	}
	return found.or(fmt.Sprintf("%s from this machine's and each other's by less than %s, as far as can be told", plural(len(f.Clocks), "clock differs", "clocks differ"), skewWarn))
}

// certain is how much two clocks differ at least.
func certain(a, b Clock) time.Duration {
	return max((a.Ahead-b.Ahead).Abs()-a.Uncertain-b.Uncertain, 0)
}

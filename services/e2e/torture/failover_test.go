package torture_test

import (
	"testing"
	"time"

	"tranca.example/services/e2e/torture"
)

// between is the time from one fail-over to the next.
const between = 9 * time.Second

// failovers take the server of Redis that takes writes away, for long enough that
// another takes its place, by kills and pauses in turn.
func failovers(times int) func(torture.Targets) []torture.Fault {
	return func(torture.Targets) (plan []torture.Fault) {
		for n := range times {
			kind := []torture.Kind{torture.Kill, torture.Pause}[n%2]
			plan = append(plan, torture.Fault{At: time.Second + time.Duration(n)*between, For: 4 * time.Second, Kind: kind, Target: "redis"})
		}
		return plan
	}
}

func TestAFailoverOfRedisLosesNoRow(t *testing.T) {
	for _, kind := range torture.Redises()[1:] {
		t.Run(kind, func(t *testing.T) {
			o := options(t)
			o.Seed, o.Plan, o.Redis = o.Seed+kind, failovers(int(o.Time/between)), kind
			report := torture.Run(t, programs, o)
			t.Log("\n" + report.String())
			if !report.OK() {
				t.Error("a rule is broken")
			}
		})
	}
}

package torture_test

import (
	"testing"
	"time"

	"tranca.example/services/e2e/torture"
)

// partitions cut the servers off one after the other: nothing gets through, then
// nothing to a server, then nothing from one.
func partitions(rounds int) func(torture.Targets) []torture.Fault {
	return func(targets torture.Targets) (plan []torture.Fault) {
		at := time.Second
		for n := range 3 * rounds {
			ways := []string{"upstream and downstream", "downstream", "upstream"}[(n+n/3)%3]
			plan = append(plan, torture.Fault{At: at, For: 6 * time.Second, Kind: torture.Part, Target: targets.Nodes[n%3], Detail: ways})
			at += 9 * time.Second
		}
		return plan
	}
}

func TestPartitionsOfTheClusterLoseNoMove(t *testing.T) {
	o := options(t)
	rounds := max(1, int(o.Time/(27*time.Second)))
	o.Seed, o.Time, o.Plan = o.Seed+" partitions", time.Duration(rounds)*27*time.Second, partitions(rounds)
	report := torture.Run(t, programs, o)
	t.Log("\n" + report.String())
	if !report.OK() {
		t.Error("a rule is broken")
	}
}

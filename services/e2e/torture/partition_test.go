package torture_test

import (
	"testing"
	"time"

	"tranca.example/services/e2e/torture"
)

// partEvery is the time from one partition to the next: servers need some of it to
// find one another again.
const partEvery = 12 * time.Second

// partitions cut the servers off one after the other: nothing gets through, then
// nothing to a server, then nothing from one.
func partitions(times int) func(torture.Targets) []torture.Fault {
	return func(targets torture.Targets) (plan []torture.Fault) {
		for n := range times {
			ways := []string{"upstream and downstream", "downstream", "upstream"}[(n+n/3)%3]
			plan = append(plan, torture.Fault{
				At: time.Second + time.Duration(n)*partEvery, For: 6 * time.Second, Kind: torture.Part, Target: targets.Nodes[n%3], Detail: ways,
			})
		}
		return plan
	}
}

// With TORTURE_TIME there is one every partEvery, else one.
func TestPartitionsOfTheClusterLoseNoMove(t *testing.T) {
	o := options(t)
	times := max(1, int(o.Time/partEvery))
	o.Seed, o.Time, o.Plan = o.Seed+" partitions", time.Duration(times)*partEvery, partitions(times)
	report := torture.Run(t, programs, o)
	t.Log("\n" + report.String())
	if !report.OK() {
		t.Error("a rule is broken")
	}
}

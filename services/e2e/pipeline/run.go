package pipeline

import (
	"testing"

	"tranca.example/services/e2e/harness"
)

// Run measures everything. It fails the test when something does not work, never
// because it is slow.
func Run(t *testing.T, programs harness.Programs, o Options, command string) *Report {
	t.Helper()
	r := &Report{Command: command, Machine: machine(), Began: o.Now().UTC(), Options: o}
	part := func(name string, measure func(t *testing.T)) {
		t.Helper()
		if !t.Run(name, measure) {
			t.FailNow()
		}
		t.Logf("%s is measured after %.0f s", name, o.Now().Sub(r.Began).Seconds())
	}
	for _, setup := range o.Setups {
		part("cells on "+setup, func(t *testing.T) {
			rig := newRig(t, programs, o, setup)
			if apart(setup) {
				rig.serve(harness.ApartOptions{})
			} else {
				rig.serveOne()
			}
			for _, tables := range o.Tables {
				r.Cells = append(r.Cells, rig.cell(tables))
			}
		})
	}
	part("rebuilds", func(t *testing.T) { r.Rebuilds = newRig(t, programs, o, SetupR1).rebuilds() })
	part("memory", func(t *testing.T) {
		rig := newRig(t, programs, o, SetupR1)
		rig.serve(harness.ApartOptions{})
		r.Memory = rig.memory()
	})
	part("stalls", func(t *testing.T) {
		rig := newRig(t, programs, o, o.stalled())
		rig.serve(harness.ApartOptions{ReplicasOf: map[string]int{rules: 2}})
		r.Stall = rig.stalls()
	})
	r.Targets, r.Seconds = r.targets(), o.Now().Sub(r.Began).Seconds()
	return r
}

package torture

import (
	"errors"
	"testing"

	"tranca.example/services/e2e/harness"
	"tranca.example/services/e2e/lossy"
)

// power is the disks of the NATS servers, by the servers' names.
type power struct {
	tb    testing.TB
	disks map[string]*lossy.Disk
}

func newPower(tb testing.TB) *power { return &power{tb, map[string]*lossy.Disk{}} }

// disk is the directory of a server's own disk.
func (p *power) disk(node string) string {
	p.tb.Helper()
	d, err := lossy.New(p.tb.TempDir())
	if err != nil {
		p.tb.Fatal(err)
	}
	p.tb.Cleanup(func() {
		if err := d.Close(); err != nil {
			p.tb.Error(err)
		}
	})
	p.disks[node] = d
	return d.Dir
}

// hit are the servers that a power cut hits.
func (r *rig) hit(f Fault) (all []*harness.Node) {
	for _, n := range r.cluster.Nodes {
		if f.Target == nodes || f.Target == n.Name {
			all = append(all, n)
		}
	}
	return all
}

// cut takes the power from all disks before the first server ends: none learns
// that another is gone.
func (r *rig) cut(f Fault) {
	for _, n := range r.hit(f) {
		r.power.disks[n.Name].Cut()
	}
	for _, n := range r.hit(f) {
		r.wanted[n.Name] = true
		n.Kill()
	}
}

// restore brings back what the disks have kept, and the servers.
func (r *rig) restore(f Fault) (err error) {
	for _, n := range r.hit(f) {
		err = errors.Join(err, r.power.disks[n.Name].Restore())
		delete(r.wanted, n.Name)
		n.Launch()
	}
	return err
}

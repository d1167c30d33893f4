package doctor

import (
	"cmp"
	"fmt"
	"slices"

	"tranca.example/pkg/natsboot"
)

func byText(a, b Check) int { return cmp.Compare(a.Text, b.Text) }

// nodes wants every server there and healthy, all of one version.
func nodes(f Facts) []Check {
	if len(f.After.Nodes) == 0 {
		return nil
	}
	found := findings{name: "nodes"}
	versions := map[string]bool{}
	for _, n := range f.After.Nodes {
		switch {
		case n.Error != "":
			found.add(Fail, "start it, or look whether the address is right", fmt.Sprintf("the monitor %s does not answer: %s", n.URL, n.Error))
			continue
		case n.Unhealthy != "":
			found.add(Fail, "see its log; after a start it is unhealthy until it has caught up", fmt.Sprintf("server %s is not healthy: %s", n.label(), n.Unhealthy))
		}
		versions[n.Version] = true
	}
	if len(versions) > 1 {
		found.add(Warn, "finish the upgrade", fmt.Sprintf("the servers have %d versions: %s", len(versions), names(versions)))
	}
	return found.or(plural(len(f.After.Nodes), "NATS server is", "NATS servers are") + " healthy")
}

// copies wants every copy to have reached what any copy had at the first sight.
func copies(f Facts) []Check {
	found := findings{name: "copies"}
	if f.Settings.Replicas > 1 && len(f.After.Nodes) == 0 {
		found.add(Warn, "give --monitor with the monitor of every server", "the copies of the streams were not compared: no monitor was given")
		return found.all
	}
	if f.After.reachable() == 0 {
		return found.all // told already
	}
	if !f.After.hasCopies() {
		found.add(Fail, "look whether --monitor names the servers of this cluster", "none of the streams is on the servers looked at")
		return found.all
	}
	for _, late := range behind(f.Before, f.After) {
		found.add(Fail, holeDo, late)
	}
	for _, want := range natsboot.Streams(f.Settings) {
		if have := len(f.After.copiesOf(want.Name)); have > 0 && have < want.Replicas && have < f.After.reachable() {
			found.add(Fail, "see whether the server that lacks it is of this cluster", fmt.Sprintf("stream %s is on %d of the servers looked at: want %d", want.Name, have, want.Replicas))
		}
	}
	return found.or("every copy has reached what any copy held at the first look")
}

func (s Sight) reachable() (n int) {
	for _, node := range s.Nodes {
		if node.Error == "" {
			n++
		}
	}
	return n
}

// hasCopies tells whether a monitor has shown any of our streams.
func (s Sight) hasCopies() bool {
	return slices.ContainsFunc(s.Nodes, func(n Node) bool { return len(n.Copies) > 0 })
}

// behind says which copies have not reached what the first sight showed. A copy
// may begin later for a moment, when messages grow too old; not for good.
func behind(before, after Sight) []string {
	var all []string
	heads, firsts := before.heads(), before.firsts()
	for _, n := range after.Nodes {
		for stream, state := range n.Copies {
			if head := heads[stream]; state.Last < head {
				all = append(all, fmt.Sprintf("stream %s at %s stays behind: it ends at %d, another copy was at %d before", stream, n.label(), state.Last, head))
			}
			if first := firsts[stream]; state.First < first {
				all = append(all, fmt.Sprintf("copies of stream %s begin at different messages: at %s at %d, another one at %d", stream, n.label(), state.First, first))
			}
		}
	}
	slices.Sort(all)
	return all
}

// durability wants acknowledged writes of a cluster on disk: lazy ones survive
// the death of processes, but after power cuts copies may differ for good.
func durability(f Facts) []Check {
	found, looked := findings{name: "sync"}, 0
	for _, n := range f.After.Nodes {
		if n.Error != "" {
			continue
		}
		looked++
		if !n.SyncAlways && f.Settings.Replicas > 1 {
			found.add(Warn, "set jetstream { sync_interval: always } and restart the servers one by one",
				fmt.Sprintf("server %s does not write through (sync_interval): a power cut of several servers may leave copies that differ", n.label()))
		}
	}
	if looked == 0 || f.Settings.Replicas == 1 {
		return nil
	}
	return found.or("all servers write through before they acknowledge")
}

// names lists the keys in order.
func names(set map[string]bool) string {
	var all []string
	for name := range set {
		all = append(all, cmp.Or(name, "unknown"))
	}
	slices.Sort(all)
	return fmt.Sprint(all)
}

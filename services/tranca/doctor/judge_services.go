package doctor

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tranca.example/pkg/subject"
)

// expected are the services that answer to NATS' service protocol.
func expected() []subject.Service {
	return []subject.Service{subject.Lobby, subject.Dealer, subject.Rules, subject.Scoring}
}

// services wants each one there, all of one version.
func services(f Facts) []Check {
	found := findings{name: "services"}
	count, builds := map[subject.Service]int{}, map[string]bool{}
	for _, r := range f.Replicas {
		count[r.Service]++
		builds[r.Build] = true
	}
	for _, s := range expected() {
		if count[s] == 0 {
			found.add(Fail, "start it, and see its log", fmt.Sprintf("no replica of %s answers", s))
		}
	}
	twins := twins(f.Replicas)
	for _, r := range slices.SortedFunc(maps.Keys(twins), func(a, b Replica) int { return cmp.Or(cmp.Compare(a.Service, b.Service), cmp.Compare(a.Name, b.Name)) }) {
		found.add(Warn, "give each a name of its own with --replica (TRANCA_REPLICA): until then each does every request that is meant for one of them",
			fmt.Sprintf("%d replicas of %s have the name %s", twins[r], r.Service, r.Name))
	}
	for _, stranger := range strangers(f.Replicas) {
		found.add(Fail, "give all services the same TRANCA_TOKEN_KEYS; a new key comes second everywhere before it comes first anywhere", stranger)
	}
	if len(builds) > 1 {
		found.add(Warn, "finish the upgrade: versions may run side by side, but not for long", fmt.Sprintf("replicas of %d versions run: %s", len(builds), names(builds)))
	}
	return found.or(fmt.Sprintf(plural(len(f.Replicas), "replica of %s answers", "replicas of %s answer"), plural(len(count), "service", "services")))
}

// strangers tells of each replica that does not know a key with which another signs
// seat tokens; one that tells no keys is not judged.
func strangers(all []Replica) (told []string) {
	for _, r := range all {
		for _, other := range all {
			signs, _, _ := strings.Cut(other.Keys, ",")
			if r.Keys != "" && signs != "" && !slices.Contains(strings.Split(r.Keys, ","), signs) {
				told = append(told, fmt.Sprintf("replica %s of %s does not know the key with which %s of %s signs seat tokens", r.Name, r.Service, other.Name, other.Service))
				break
			}
		}
	}
	slices.Sort(told)
	return told
}

// twins counts the replicas of a service that share a name; one that tells no
// name shares none.
func twins(all []Replica) map[Replica]int {
	count := map[Replica]int{}
	for _, r := range all {
		count[Replica{Service: r.Service, Name: r.Name}]++
	}
	maps.DeleteFunc(count, func(r Replica, n int) bool { return n == 1 || r.Name == "" })
	return count
}

// processes wants each admin port to say that all is ready and nothing stopped.
func processes(f Facts) []Check {
	if len(f.Processes) == 0 {
		return nil
	}
	found := findings{name: "ready"}
	for _, p := range f.Processes {
		if p.Error != "" {
			found.add(Fail, "start it, or look whether the address is right", fmt.Sprintf("%s does not answer: %s", p.URL, p.Error))
		}
		for _, name := range slices.Sorted(maps.Keys(p.Failing)) {
			found.add(Fail, "see its log", fmt.Sprintf("%s is not ready: %s: %s", p.URL, name, p.Failing[name]))
		}
		for _, name := range slices.Sorted(maps.Keys(p.Alarms)) {
			found.add(Fail, "its log says why, as 'projection stopped' or 'projection starts over', and so does /readyz of lobby and scoring; it tries again by itself, at least once a minute", fmt.Sprintf("%s: projection %s does not go on in %d of its shards", p.URL, name, p.Alarms[name]))
		}
	}
	return found.or(plural(len(f.Processes), "process is", "processes are") + " ready, and every projection goes on")
}

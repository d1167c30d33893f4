package swap_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/projection"
	"tranca.example/pkg/projection/memory"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
	"tranca.example/services/rules"
)

// kept is the store of a projection. It remembers what it was told of, because
// rows and lists that nobody names cannot be read from a store.
type kept struct {
	*memory.Store
	mu          sync.Mutex
	keys, lists map[string]bool
}

func (k *kept) Apply(ctx context.Context, n subject.Shard, from, to uint64, changes []projection.Change) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, c := range changes {
		k.keys[c.Key] = true
		for list := range c.Lists {
			k.lists[list] = true
		}
	}
	return k.Store.Apply(ctx, n, from, to, changes)
}

// named are the keys and lists so far.
func (k *kept) named() (keys, lists []string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Sorted(maps.Keys(k.keys)), slices.Sorted(maps.Keys(k.lists))
}

// stored keeps the stores of a service.
func (r *rig) stored(service subject.Service) replica.Stores {
	return func(name string) (replica.Store, error) {
		k := &kept{Store: memory.New(), keys: map[string]bool{}, lists: map[string]bool{}}
		r.stores[string(service)+" "+name] = k
		return k, nil
	}
}

// tables is the unit that keeps the projection of rules. Everything else in
// rules would open the true deals, whatever the run exchanges.
func (r *rig) tables(env replica.Env) lifecycle.Unit {
	r.t.Helper()
	units := must(rules.New(rules.Options{Env: env}))(r.t).Units()
	i := slices.IndexFunc(units, func(u lifecycle.Unit) bool { return u.Name == "projection tables" })
	if i < 0 {
		r.t.Fatal("rules has no unit that keeps its projection")
	}
	return units[i]
}

// rows are all that the projections hold, once they have read the whole log:
// every row with its value, every list with the places in it, and how far the
// log is read. Nothing of it is a matter of time: all clocks stand at noon, and
// both runs commit the same in the same order.
func (r *rig) rows() (all []string) {
	r.t.Helper()
	head := must(r.log.Head(r.t.Context(), shard))(r.t)
	for _, name := range slices.Sorted(maps.Keys(r.stores)) {
		k := r.stores[name]
		r.eventually(name+" has read the log", func() bool { return must(k.Checkpoint(r.t.Context(), shard))(r.t) == head })
		all = append(all, fmt.Sprintf("%s: read to %d", name, head))
		for _, line := range r.content(k) {
			all = append(all, name+": "+line)
		}
	}
	return all
}

func (r *rig) content(k *kept) (all []string) {
	r.t.Helper()
	keys, lists := k.named()
	for _, key := range keys {
		value, err := k.Get(r.t.Context(), shard, key)
		if errors.Is(err, projection.ErrNotFound) {
			continue // deleted
		}
		all = append(all, fmt.Sprintf("row %s = %q", key, must(value, err)(r.t)))
	}
	for _, list := range lists {
		for _, row := range must(k.List(r.t.Context(), shard, list, "", projection.MaxPage))(r.t) {
			all = append(all, fmt.Sprintf("list %q: %s at %s", list, row.Key, row.Order))
		}
	}
	return all
}

// listed is what everybody is told of the rows.
func (r *rig) listed() []string {
	r.t.Helper()
	return []string{r.post("ListTables", "", "{}"), r.post("ListStandings", "", "{}")}
}

// holds wants a row of each table in the projections, that of its match in the
// results, and no projection besides.
func (r *rig) holds(played, ended []string) {
	r.t.Helper()
	want := map[string][]string{"lobby lobby": played, "rules tables": played, "scoring results": ended}
	if have := slices.Sorted(maps.Keys(r.stores)); !slices.Equal(have, slices.Sorted(maps.Keys(want))) {
		r.t.Fatalf("there are the projections %q, want %q", have, slices.Sorted(maps.Keys(want)))
	}
	for name, tables := range want {
		rows := r.content(r.stores[name])
		if len(tables) == 0 {
			r.t.Errorf("%s has no table to hold", name)
		}
		for _, id := range tables {
			if !slices.ContainsFunc(rows, func(line string) bool { return strings.HasPrefix(line, "row "+id) }) {
				r.t.Errorf("%s holds no row of table %s", name, id)
			}
		}
	}
}

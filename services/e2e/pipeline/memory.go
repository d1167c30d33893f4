package pipeline

import (
	"tranca.example/pkg/wire"
	"tranca.example/services/e2e/harness"
	"tranca.example/services/e2e/load"
)

// memory has tables opened and one move made at each, and looks at what that left
// in a replica of rules.
func (r *rig) memory() Memory {
	r.t.Helper()
	conn := r.gateway()
	defer conn.Close()
	door, watcher := load.NewDoor(r.t, conn, nil), load.Live(conn)
	play := func(tables int) []*load.Table {
		r.t.Helper()
		all := make([]*load.Table, tables)
		r.each(tables, func(i int) (err error) {
			if all[i], err = load.Open(r.t.Context(), door, watcher, game()); err != nil {
				return err
			}
			return moveOnce(r.t, all[i])
		})
		return all
	}
	before, rss := r.live(door, play(32)), r.rss(rules)
	begun := r.o.Now()
	all := play(r.o.Kept)
	took := r.o.Now().Sub(begun)
	kept := float64(r.o.Kept)
	return Memory{
		Tables: r.o.Kept, Heap: (r.live(door, all) - before) / kept, RSS: float64(r.rss(rules)-rss) / kept,
		Opening: ratio(kept, took.Seconds()),
	}
}

func (r *rig) rss(program string) int64 {
	r.t.Helper()
	bytes, err := rssOf(r.processes()[program])
	if err != nil {
		r.t.Fatal(err)
	}
	return bytes
}

// live is what a collection of the rules' heap found alive. Questions about tables
// make it collect; the runtime then aims at what is alive and so many percent more.
func (r *rig) live(door load.Door, tables []*load.Table) float64 {
	r.t.Helper()
	const collections = "go_gc_duration_seconds_count"
	first := r.metric(collections)
	harness.Eventually(r.t, buildLimit, "rules collects garbage", func() bool {
		r.each(1000, func(i int) error {
			_, err := door.Do(r.t.Context(), wire.Request{TableID: tables[i%len(tables)].ID, Query: wire.GetState{}})
			return err
		})
		return r.metric(collections) >= first+2
	})
	return r.metric("go_memstats_next_gc_bytes") / (1 + r.metric("go_gc_gogc_percent")/100)
}

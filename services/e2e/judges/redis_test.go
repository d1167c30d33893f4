package judges_test

import (
	"bytes"
	"testing"

	"tranca.example/pkg/projection"
	"tranca.example/pkg/projection/memory"
	"tranca.example/pkg/projection/redis"
	"tranca.example/pkg/projection/redisproc"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
)

// The replica that keeps the projection changes while games are played, and
// what Redis holds at the end is what a fresh projection of the log holds.
func TestReplicasHandTheProjectionOverAndRedisEndsUpAsTheLogSays(t *testing.T) {
	t.Parallel()
	client := redisproc.Start(t)
	r := newRig(t, nil)
	r.stores = func(name string) (replica.Store, error) { return redis.New(client, name) }
	r.dealer()
	r.scoring()
	first := r.rules()
	second := r.rules()
	games := []*game{r.newGame(table.Options{}), r.newGame(table.Options{}), r.newGame(table.Options{})}
	games[0].playOn(never)
	first()
	games[1].playOn(never)
	third := r.rules()
	second()
	games[2].playOn(never)

	shared, err := redis.New(client, "tables")
	must(t, err)
	r.reachesHead(shared)
	third()
	fresh := memory.New()
	r.stores = func(string) (replica.Store, error) { return fresh, nil }
	r.rules()
	r.reachesHead(fresh)
	for i, g := range games {
		got, err := shared.Get(t.Context(), 0, g.id.String())
		must(t, err)
		want, err := fresh.Get(t.Context(), 0, g.id.String())
		must(t, err)
		if !bytes.Equal(got, want) {
			t.Errorf("game %d: got %s, want %s", i, got, want)
		}
	}
	for _, g := range games {
		g.silent(g.history())
	}
}

// reachesHead waits until a projection is where the log is.
func (r *rig) reachesHead(w projection.Writer) {
	r.t.Helper()
	eventually(r.t, "the projection is at the head", func() bool {
		at, err := w.Checkpoint(r.t.Context(), 0)
		must(r.t, err)
		head, err := r.lobby.Log.Head(r.t.Context(), subject.Shard(0))
		must(r.t, err)
		return at == head
	})
}

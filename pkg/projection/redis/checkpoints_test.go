package redis_test

import (
	"slices"
	"testing"

	"tranca.example/pkg/projection/redis"
	"tranca.example/pkg/projection/redisproc"
	"tranca.example/pkg/subject"
)

func TestCheckpointsOfAllProjectionsAreFoundAmongOtherKeys(t *testing.T) {
	client := redisproc.Start(t)
	for _, name := range []string{"tables", "results"} {
		s, err := redis.New(client, name)
		if err != nil {
			t.Fatal(err)
		}
		for shard, seq := range []uint64{7, 9} {
			if err := s.Apply(t.Context(), subject.Shard(shard), 0, seq, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, other := range []string{"{tranca:x:y}:checkpoint", "{tranca:x}:checkpoint", "{other:x:0}:checkpoint"} {
		if err := client.Set(t.Context(), other, 3, 0).Err(); err != nil {
			t.Fatal(err)
		}
	}
	got, err := redis.Checkpoints(t.Context(), client)
	want := []redis.Checkpoint{{Projection: "results", Seq: 7}, {Projection: "results", Shard: 1, Seq: 9}, {Projection: "tables", Seq: 7}, {Projection: "tables", Shard: 1, Seq: 9}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}

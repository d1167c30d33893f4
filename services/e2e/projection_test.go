package e2e_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"tranca.example/pkg/projection/redisproc"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
	"tranca.example/services/e2e/harness"
)

// keepers are the services with a projection.
var keepers = []string{"lobby", "rules", "scoring"}

func TestRedisThatLostEverythingIsFilledAgainWithTheSame(t *testing.T) {
	nats, redis := programs.StartNATS(t), redisproc.Start(t)
	apart := programs.StartApart(t, harness.ApartOptions{NATS: nats, Redis: "redis://" + redis.Options().Addr, LogLevel: "info"})
	openIdle(t, apart.URL, 0)
	o := harness.SimulationOptions{Server: apart.URL, Preset: "chickie", Seed: "projections", Matches: size(t, 4)}
	s := programs.Simulate(t, o)
	s.Finish(limit(o.Matches))
	nobodyPlays(t, apart)

	before := settled(t, redis)
	if len(before) < 3 {
		t.Fatalf("Redis holds %d keys: want something of each projection", len(before))
	}
	for _, name := range keepers {
		apart.Parts[name].Kill()
	}
	if err := redis.FlushAll(t.Context()).Err(); err != nil {
		t.Fatal(err)
	}
	for _, name := range keepers {
		apart.Parts[name].Restart()
	}
	harness.Eventually(t, time.Minute, "Redis holds as many keys again", func() bool { return len(dump(t, redis)) >= len(before) })
	after := settled(t, redis)
	for _, key := range slices.Sorted(maps.Keys(before)) {
		if got := after[key]; got != before[key] {
			t.Errorf("key %q:\nbefore %.600q\nafter  %.600q", key, before[key], got)
		}
		delete(after, key)
	}
	for key := range after {
		t.Errorf("key %q is new", key)
	}
}

// nobodyPlays waits until the idle table has finished too.
func nobodyPlays(t *testing.T, apart *harness.Apart) {
	t.Helper()
	c := caller(t, apart.URL)
	harness.Eventually(t, time.Minute, "no table plays", func() bool {
		for _, phase := range []string{"dealing", "playing", "scoring"} {
			list, err := c.Tables(t.Context(), &apiv1.ListTablesRequest{Phase: phase})
			if err != nil {
				t.Fatal(err)
			}
			if len(list.GetTables()) > 0 {
				return false
			}
		}
		return true
	})
}

// settled is what Redis holds once it has not changed for a second.
func settled(t *testing.T, client *goredis.Client) map[string]string {
	t.Helper()
	last, since := dump(t, client), time.Now()
	harness.Eventually(t, time.Minute, "Redis settles", func() bool {
		now := dump(t, client)
		if !maps.Equal(now, last) {
			last, since = now, time.Now()
		}
		return time.Since(since) > time.Second
	})
	return last
}

// dump is every key that Redis holds, with its content.
func dump(t *testing.T, client *goredis.Client) map[string]string {
	t.Helper()
	all, err := harness.Dump(t.Context(), client)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

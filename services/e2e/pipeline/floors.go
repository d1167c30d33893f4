package pipeline

import (
	"fmt"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"tranca.example/pkg/subject"
	"tranca.example/services/e2e/load"
)

// floorStream is a stream that is kept as the stream of commits is, for publishes
// that are no commits.
const floorStream = "FLOOR"

// floors measures the same floors several times.
type floors struct {
	r         *rig
	size      int
	turn      time.Duration
	broker    *load.Floor
	redis     *goredis.Client // nil where there is no Redis
	requests  load.Sample
	publishes load.Sample
	async     load.Sample
	writes    load.Sample
}

func (r *rig) newFloors(callers, size int) *floors {
	r.t.Helper()
	r.likeCommits(floorStream, "floor.*.ev", "floor.live.{{wildcard(1)}}")
	o := load.FloorOptions{
		Asker: r.gateway(), Answerer: r.broker.Connect(string(subject.Rules)), Writer: r.admin, Asked: "cmd.rules.floor", Loose: "floor.loose.ev",
	}
	for i := range callers {
		o.Subjects = append(o.Subjects, fmt.Sprintf("floor.%d.ev", i))
	}
	f := &floors{r: r, size: size, turn: r.o.Time / 3, broker: load.NewFloorOn(r.t, o)}
	if r.redis != nil {
		f.redis = r.redis.Client()
	}
	return f
}

// measure measures one turn of each floor; three turns take as long as the moves.
func (f *floors) measure() {
	f.r.t.Helper()
	f.requests = f.requests.Add(f.broker.Requests(f.turn * 3 / 10))
	f.publishes = f.publishes.Add(f.broker.Publishes(f.turn*4/10, f.size))
	f.async = f.async.Add(f.broker.Async(f.turn*2/10, f.size))
	if f.redis != nil {
		f.writes = f.writes.Add(f.redisWrites(f.turn * 1 / 10))
	}
}

// redisWrites writes values of the size of a projection's rows.
func (f *floors) redisWrites(d time.Duration) load.Sample {
	f.r.t.Helper()
	const together, bytes = 128, 500
	value, ctx := make([]byte, bytes), f.r.t.Context()
	s, err := load.Measure(1, d, func(int) (bool, error) {
		_, err := f.redis.Pipelined(ctx, func(p goredis.Pipeliner) error {
			for i := range together {
				p.HSet(ctx, "floor", fmt.Sprint(i), value)
			}
			return nil
		})
		return true, err
	})
	if err != nil {
		f.r.t.Fatal(err)
	}
	s.Done *= together
	return s
}

func (f *floors) floor() Floor {
	return Floor{Requests: timing(f.requests), Publishes: timing(f.publishes), Async: rate(f.async), Redis: rate(f.writes)}
}

// end takes the stream away again.
func (f *floors) end() {
	f.r.t.Helper()
	if err := f.r.js.DeleteStream(f.r.t.Context(), floorStream); err != nil {
		f.r.t.Error(err)
	}
	if f.redis == nil {
		return
	}
	if err := f.redis.Del(f.r.t.Context(), "floor").Err(); err != nil {
		f.r.t.Error(err)
	}
}

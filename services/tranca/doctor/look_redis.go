package doctor

import (
	"context"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"tranca.example/pkg/projection/redis"
)

// store is the Redis of the projections.
type store struct{ client goredis.UniversalClient }

// openStore opens a client; without a URL there is none.
func openStore(url string) (*store, error) {
	if url == "" {
		return nil, nil //nolint:nilnil // nothing to look at
	}
	u, err := redis.ParseURL(url)
	if err != nil {
		return nil, err
	}
	return &store{u.Probe(askLimit)}, nil
}

func (s *store) close() { _ = s.client.Close() } // nothing was written

// redis asks for the time and the checkpoints.
func (l *looker) redis(ctx context.Context) *Redis {
	ctx, cancel := context.WithTimeout(ctx, askLimit)
	defer cancel()
	asked := l.Now()
	theirs, err := l.store.client.Time(ctx).Result()
	if err != nil {
		return &Redis{Error: err.Error()}
	}
	l.compared("Redis", asked, l.Now(), theirs, time.Microsecond)
	all, err := redis.Checkpoints(ctx, l.store.client)
	if err != nil {
		return &Redis{Error: err.Error()}
	}
	out := &Redis{}
	for _, c := range all {
		out.Checkpoints = append(out.Checkpoints, Checkpoint(c))
	}
	return out
}

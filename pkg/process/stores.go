package process

import (
	"errors"

	"github.com/redis/go-redis/v9"

	"tranca.example/pkg/projection/memory"
	projectionredis "tranca.example/pkg/projection/redis"
	"tranca.example/pkg/replica"
)

// OpenStores returns the stores of projections: in Redis when there is a URL,
// else in memory. Nothing is asked of Redis yet; close releases it. Hooks see
// every command.
func OpenStores(redisURL string, hooks ...redis.Hook) (open replica.Stores, closeAll func() error, err error) {
	if redisURL == "" {
		return func(string) (replica.Store, error) { return memory.New(), nil }, func() error { return nil }, nil
	}
	options, err := redis.ParseURL(redisURL)
	if err != nil {
		return nil, nil, errors.New("redis: want a URL such as redis://127.0.0.1:6379/0") // the cause may repeat a password
	}
	client := redis.NewClient(options)
	for _, h := range hooks {
		client.AddHook(h)
	}
	return func(name string) (replica.Store, error) { return projectionredis.New(client, name) }, client.Close, nil
}

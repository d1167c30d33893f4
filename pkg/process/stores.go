package process

import (
	"errors"
	"time"

	"github.com/redis/go-redis/v9"

	"tranca.example/pkg/projection/memory"
	projectionredis "tranca.example/pkg/projection/redis"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/telemetry"
)

// OpenStores returns the stores of projections: in Redis when there is a URL,
// else in memory. Nothing is asked of Redis yet; close releases it. Every
// command is timed and traced within scope, and what the client itself has to
// say goes to scope's log: the client has one log for the whole process.
func OpenStores(redisURL string, scope telemetry.Scope, now func() time.Time) (open replica.Stores, closeAll func() error, err error) {
	if redisURL == "" {
		return func(string) (replica.Store, error) { return memory.New(), nil }, func() error { return nil }, nil
	}
	options, err := redis.ParseURL(redisURL)
	if err != nil {
		return nil, nil, errors.New("redis: want a URL such as redis://127.0.0.1:6379/0") // the cause may repeat a password
	}
	hook, err := projectionredis.NewHook(scope.Tracer, scope.Registerer, now)
	if err != nil {
		return nil, nil, err
	}
	projectionredis.LogTo(scope.Logger)
	client := redis.NewClient(options)
	client.AddHook(hook)
	return func(name string) (replica.Store, error) { return projectionredis.New(client, name) }, client.Close, nil
}

package process

import (
	"context"
	"errors"
	"fmt"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/projection/memory"
	"tranca.example/pkg/projection/redis"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/telemetry"
)

// How long and how often AwaitRedis asks, how long one answer may take, how often
// a running service asks, and how often it says that there is no answer.
const (
	awaitLimit = 5 * time.Second
	awaitEvery = 100 * time.Millisecond
	pingLimit  = time.Second
	watchEvery = time.Second
	tellEvery  = 5 * time.Second
)

// Stores are the stores of a process's projections, in memory or in Redis.
type Stores struct {
	client goredis.UniversalClient // nil: in memory
	probe  goredis.UniversalClient // tries once, and so tells why
	at     string
	scope  telemetry.Scope
	opened bool
}

// RedisError says that Redis does not answer, or refuses to.
type RedisError struct {
	Address string // without user and password
	Err     error
}

// Error names the address and the cause.
func (e *RedisError) Error() string {
	return fmt.Sprintf("Redis at %s cannot be used: %v", e.Address, e.Err)
}

// Unwrap returns the cause.
func (e *RedisError) Unwrap() error { return e.Err }

// CheckRedisURL complains about a URL that OpenStores does not take, without
// repeating it.
func CheckRedisURL(redisURL string) error {
	if redisURL == "" {
		return nil
	}
	_, err := redis.ParseURL(redisURL)
	return err
}

// OpenStores returns the stores of projections: in Redis when there is a URL
// (see redis.ParseURL), else in memory. Nothing is asked of Redis yet; Close releases it. Every
// command is timed and traced within scope, and what the client itself has to
// say goes to scope's log: the client has one log for the whole process.
func OpenStores(redisURL string, scope telemetry.Scope, now func() time.Time) (*Stores, error) {
	if redisURL == "" {
		return &Stores{}, nil
	}
	u, err := redis.ParseURL(redisURL)
	if err != nil {
		return nil, err
	}
	hook, err := redis.NewHook(scope.Tracer, scope.Registerer, now)
	if err != nil {
		return nil, err
	}
	redis.LogTo(scope.Logger)
	client := u.Client()
	client.AddHook(hook)
	return &Stores{client: client, probe: u.Probe(pingLimit), at: u.Address(), scope: scope}, nil
}

// Open is the store of the projection of that name; it is a replica.Stores.
func (s *Stores) Open(name string) (replica.Store, error) {
	if s.client == nil {
		return memory.New(), nil
	}
	s.opened = true
	return redis.New(s.client, name)
}

// Close releases the client.
func (s *Stores) Close() {
	if s.client == nil {
		return
	}
	if err := errors.Join(s.client.Close(), s.probe.Close()); err != nil {
		s.scope.Logger.Warn("projections not closed", "error", err)
	}
}

// AwaitRedis returns when Redis answers, or a *RedisError after some seconds. In
// memory it returns at once.
func (s *Stores) AwaitRedis(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, awaitLimit)
	defer cancel()
	ticker := time.NewTicker(awaitEvery)
	defer ticker.Stop()
	for err := s.ping(ctx); err != nil; {
		select {
		case <-ctx.Done():
			return err
		case <-ticker.C:
		}
		if again := s.ping(ctx); again == nil || ctx.Err() == nil { // the end of ctx tells no cause
			err = again
		}
	}
	return nil
}

// Units watch over Redis once a store is open: for whoever reads the log while
// it is away, and nothing else. Projections try again by themselves.
func (s *Stores) Units() []lifecycle.Unit {
	if !s.opened {
		return nil
	}
	return []lifecycle.Unit{{Name: "redis watch", Run: s.watch}}
}

// watch tells that Redis cannot be used, again and again, and that it is back.
func (s *Stores) watch(ctx context.Context) error {
	ticker := time.NewTicker(watchEvery)
	defer ticker.Stop()
	for failed := 0; ; {
		err := s.ping(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case err == nil && failed > 0:
			failed = 0
			s.scope.Logger.InfoContext(ctx, "Redis answers again")
		case err != nil:
			if failed%int(tellEvery/watchEvery) == 0 {
				s.scope.Logger.WarnContext(ctx, "projections wait for Redis; REDIS_URL or --redis says where it is", "error", err)
			}
			failed++
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

func (s *Stores) ping(ctx context.Context) error {
	if s.client == nil {
		return nil
	}
	if err := s.probe.Ping(ctx).Err(); err != nil {
		return &RedisError{Address: s.at, Err: err}
	}
	return nil
}

package redis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	goredis "github.com/redis/go-redis/v9"

	"tranca.example/pkg/subject"
)

// Checkpoint is how far a projection is that lies in Redis.
type Checkpoint struct {
	Projection string
	Shard      subject.Shard
	Seq        uint64
}

// Checkpoints finds those of every projection, whoever writes it.
func Checkpoints(ctx context.Context, client goredis.UniversalClient) ([]Checkpoint, error) {
	keys, err := checkpointKeys(ctx, client)
	if err != nil {
		return nil, fmt.Errorf("redis: checkpoints: %w", err)
	}
	var all []Checkpoint
	for _, key := range keys {
		c, found := parseCheckpoint(key)
		if !found {
			continue
		}
		if c.Seq, err = client.Get(ctx, key).Uint64(); errors.Is(err, goredis.Nil) {
			continue // dropped meanwhile
		}
		if err != nil {
			return nil, fmt.Errorf("redis: checkpoint %s: %w", key, err)
		}
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b Checkpoint) int {
		return cmp.Or(strings.Compare(a.Projection, b.Projection), cmp.Compare(a.Shard, b.Shard))
	})
	return slices.Compact(all), nil // a scan may tell a key twice
}

// checkpointKeys scans every server that holds keys.
func checkpointKeys(ctx context.Context, client goredis.UniversalClient) (keys []string, err error) {
	cluster, many := client.(*goredis.ClusterClient)
	if !many {
		return scan(ctx, client)
	}
	var mu sync.Mutex
	err = cluster.ForEachMaster(ctx, func(ctx context.Context, one *goredis.Client) error {
		found, err := scan(ctx, one)
		mu.Lock()
		defer mu.Unlock()
		keys = append(keys, found...)
		return err
	})
	return keys, err
}

func scan(ctx context.Context, client goredis.Cmdable) (keys []string, err error) {
	for it := client.Scan(ctx, 0, "{tranca:*}:checkpoint", 1000).Iterator(); ; {
		if !it.Next(ctx) {
			return keys, it.Err()
		}
		keys = append(keys, it.Val())
	}
}

// parseCheckpoint reads {tranca:NAME:SHARD}:checkpoint.
func parseCheckpoint(key string) (c Checkpoint, found bool) {
	text, _ := strings.CutPrefix(key, "{tranca:")
	text, found = strings.CutSuffix(text, "}:checkpoint")
	name, shard, _ := strings.Cut(text, ":")
	var err error
	c.Projection = name
	c.Shard, err = subject.ParseShard(shard)
	return c, found && err == nil
}

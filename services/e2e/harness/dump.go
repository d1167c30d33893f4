package harness

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	goredis "github.com/redis/go-redis/v9"
)

// Dump is every key that Redis holds, with its content in an order that does not
// depend on its history.
func Dump(ctx context.Context, client goredis.UniversalClient) (map[string]string, error) {
	all, mu := map[string]string{}, sync.Mutex{}
	err := eachServer(ctx, client, func(ctx context.Context, server goredis.UniversalClient) error {
		keys := server.Scan(ctx, 0, "*", 1000).Iterator()
		for keys.Next(ctx) {
			value, err := content(ctx, client, keys.Val())
			if err != nil {
				return fmt.Errorf("key %s: %w", keys.Val(), err)
			}
			mu.Lock()
			all[keys.Val()] = value
			mu.Unlock()
		}
		return keys.Err()
	})
	return all, err
}

// Flush lets Redis forget everything.
func Flush(ctx context.Context, client goredis.UniversalClient) error {
	return eachServer(ctx, client, func(ctx context.Context, server goredis.UniversalClient) error {
		return server.FlushAll(ctx).Err()
	})
}

// eachServer does something on each server that takes writes.
func eachServer(ctx context.Context, client goredis.UniversalClient, do func(context.Context, goredis.UniversalClient) error) error {
	if cluster, ok := client.(*goredis.ClusterClient); ok {
		return cluster.ForEachMaster(ctx, func(ctx context.Context, server *goredis.Client) error { return do(ctx, server) })
	}
	return do(ctx, client)
}

func content(ctx context.Context, client goredis.UniversalClient, key string) (string, error) {
	kind, err := client.Type(ctx, key).Result()
	if err != nil {
		return "", err
	}
	switch kind {
	case "string":
		return client.Get(ctx, key).Result()
	case "hash":
		fields, err := client.HGetAll(ctx, key).Result()
		var lines []string
		for _, f := range slices.Sorted(maps.Keys(fields)) {
			lines = append(lines, f+"="+fields[f])
		}
		return strings.Join(lines, "\n"), err
	case "zset":
		members, err := client.ZRangeWithScores(ctx, key, 0, -1).Result()
		return fmt.Sprint(members), err
	case "none": // gone meanwhile
		return "", nil
	}
	return "", errors.New("it has the type " + kind)
}

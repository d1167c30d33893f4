package harness

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	goredis "github.com/redis/go-redis/v9"
)

// Dump is every key that Redis holds, with its content in an order that does not
// depend on its history.
func Dump(ctx context.Context, client goredis.UniversalClient) (map[string]string, error) {
	all := map[string]string{}
	keys := client.Scan(ctx, 0, "*", 1000).Iterator()
	for keys.Next(ctx) {
		value, err := content(ctx, client, keys.Val())
		if err != nil {
			return nil, fmt.Errorf("key %s: %w", keys.Val(), err)
		}
		all[keys.Val()] = value
	}
	return all, keys.Err()
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

package e2e_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	goredis "github.com/redis/go-redis/v9"

	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

type listTables = apiv1.ListTablesRequest

// content is what a key holds, in an order that does not depend on its history.
func content(ctx context.Context, t *testing.T, client *goredis.Client, key string) string {
	t.Helper()
	kind, err := client.Type(ctx, key).Result()
	if err != nil {
		t.Fatal(err)
	}
	switch kind {
	case "string":
		value, err := client.Get(ctx, key).Result()
		return text(t, value, err)
	case "hash":
		fields, err := client.HGetAll(ctx, key).Result()
		var lines []string
		for _, f := range slices.Sorted(maps.Keys(fields)) {
			lines = append(lines, f+"="+fields[f])
		}
		return text(t, strings.Join(lines, "\n"), err)
	case "zset":
		members, err := client.ZRangeWithScores(ctx, key, 0, -1).Result()
		return text(t, fmt.Sprint(members), err)
	case "set":
		members, err := client.SMembers(ctx, key).Result()
		slices.Sort(members)
		return text(t, strings.Join(members, "\n"), err)
	case "none": // gone meanwhile
		return ""
	}
	t.Fatalf("key %s has the type %s", key, kind)
	return ""
}

func text(t *testing.T, value string, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return value
}

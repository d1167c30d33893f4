package redis

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	goredis "github.com/redis/go-redis/v9"

	"tranca.example/pkg/projection"
	"tranca.example/pkg/subject"
)

// Store is one projection in Redis. It is a projection.Writer and a
// projection.Reader.
type Store struct {
	client goredis.UniversalClient
	name   string
	apply  *goredis.Script
	list   *goredis.Script
}

// New makes the store of the projection of that name. It asks Redis nothing yet.
func New(client goredis.UniversalClient, name string) (*Store, error) {
	if _, err := subject.ParseToken(name); err != nil {
		return nil, fmt.Errorf("redis: name of a projection: %w", err)
	}
	return &Store{
		client: client,
		name:   name,
		apply:  goredis.NewScript(applyScript),
		list:   goredis.NewScript(listScript),
	}, nil
}

// Shared is true: all replicas of a service have one Redis.
func (*Store) Shared() bool { return true }

// keys are in the order of the scripts' KEYS.
func (s *Store) keys(shard subject.Shard) []string {
	tag := "{tranca:" + s.name + ":" + shard.String() + "}"
	return []string{tag + ":checkpoint", tag + ":rows", tag + ":lists", tag + ":places"}
}

// Apply implements projection.Writer.
func (s *Store) Apply(ctx context.Context, shard subject.Shard, from, to uint64, changes []projection.Change) error {
	if err := projection.CheckBatch(from, to, changes); err != nil {
		return err
	}
	args := []any{from, to}
	for _, c := range changes {
		args = appendChange(args, c)
	}
	have, err := s.apply.Run(ctx, s.client, s.keys(shard), args...).Uint64()
	if err != nil {
		return s.failed("apply", shard, err)
	}
	if have < to {
		return &projection.GapError{Have: have, From: from}
	}
	return nil
}

// appendChange encodes a change as key, 1 or 0 (delete), value, number of
// entries, entries. They are sorted, so that the same changes leave the same bytes.
func appendChange(args []any, c projection.Change) []any {
	if c.Value == nil {
		return append(args, c.Key, 0, "", 0)
	}
	args = append(args, c.Key, 1, c.Value, len(c.Lists))
	for _, list := range slices.Sorted(maps.Keys(c.Lists)) {
		args = append(args, list+projection.Separator+c.Lists[list]+projection.Separator+c.Key)
	}
	return args
}

// Checkpoint implements projection.Writer.
func (s *Store) Checkpoint(ctx context.Context, shard subject.Shard) (uint64, error) {
	have, err := s.client.Get(ctx, s.keys(shard)[0]).Uint64()
	if errors.Is(err, goredis.Nil) {
		return 0, nil
	}
	if err != nil {
		return 0, s.failed("checkpoint", shard, err)
	}
	return have, nil
}

// Get implements projection.Reader.
func (s *Store) Get(ctx context.Context, shard subject.Shard, key string) ([]byte, error) {
	value, err := s.client.HGet(ctx, s.keys(shard)[1], key).Bytes()
	if errors.Is(err, goredis.Nil) {
		return nil, fmt.Errorf("row %q: %w", key, projection.ErrNotFound)
	}
	if err != nil {
		return nil, s.failed("get", shard, err)
	}
	return value, nil
}

// List implements projection.Reader.
func (s *Store) List(ctx context.Context, shard subject.Shard, list, after string, limit int) ([]projection.Row, error) {
	limit, err := projection.CheckQuery(list, limit)
	if err != nil {
		return nil, err
	}
	prefix := list + projection.Separator
	flat, err := s.list.RunRO(ctx, s.client, s.keys(shard), "("+prefix+after, "("+list+"\x01", limit).StringSlice()
	if err != nil {
		return nil, s.failed("list", shard, err)
	}
	var rows []projection.Row
	for i := 0; i+1 < len(flat); i += 2 {
		order, key, _ := strings.Cut(strings.TrimPrefix(flat[i], prefix), projection.Separator)
		rows = append(rows, projection.Row{Key: key, Order: order, Value: []byte(flat[i+1])})
	}
	return rows, nil
}

func (s *Store) failed(operation string, shard subject.Shard, err error) error {
	return fmt.Errorf("redis: %s %s, shard %s: %w", operation, s.name, shard, err)
}

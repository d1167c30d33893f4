package memory

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"tranca.example/pkg/projection"
	"tranca.example/pkg/subject"
)

// Store is one projection in memory. It is a projection.Writer and a
// projection.Reader.
type Store struct {
	mu     sync.RWMutex
	shards map[subject.Shard]*shard
}

type shard struct {
	checkpoint uint64
	rows       map[string]row
	lists      map[string][]string // cursors, sorted
}

type row struct {
	value []byte
	lists map[string]string
}

// New makes an empty store.
func New() *Store { return &Store{shards: map[subject.Shard]*shard{}} }

// Shared is false: a store is that of one replica.
func (*Store) Shared() bool { return false }

// Apply implements projection.Writer.
func (s *Store) Apply(ctx context.Context, n subject.Shard, from, to uint64, changes []projection.Change) error {
	if err := projection.CheckBatch(from, to, changes); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("apply: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	sh := s.shards[n]
	if sh == nil {
		sh = &shard{rows: map[string]row{}, lists: map[string][]string{}}
		s.shards[n] = sh
	}
	switch {
	case to <= sh.checkpoint:
		return nil
	case from != sh.checkpoint:
		return &projection.GapError{Have: sh.checkpoint, From: from}
	}
	for _, c := range changes {
		sh.apply(c)
	}
	sh.checkpoint = to
	return nil
}

func (sh *shard) apply(c projection.Change) {
	for list, order := range sh.rows[c.Key].lists {
		sh.remove(list, order+projection.Separator+c.Key)
	}
	if c.Value == nil {
		delete(sh.rows, c.Key)
		return
	}
	r := row{value: bytes.Clone(c.Value), lists: make(map[string]string, len(c.Lists))}
	for list, order := range c.Lists {
		r.lists[list] = order
		sh.insert(list, order+projection.Separator+c.Key)
	}
	sh.rows[c.Key] = r
}

func (sh *shard) insert(list, cursor string) {
	i, _ := slices.BinarySearch(sh.lists[list], cursor)
	sh.lists[list] = slices.Insert(sh.lists[list], i, cursor)
}

func (sh *shard) remove(list, cursor string) {
	if i, found := slices.BinarySearch(sh.lists[list], cursor); found {
		sh.lists[list] = slices.Delete(sh.lists[list], i, i+1)
	}
	if len(sh.lists[list]) == 0 {
		delete(sh.lists, list)
	}
}

// Checkpoint implements projection.Writer.
func (s *Store) Checkpoint(ctx context.Context, n subject.Shard) (uint64, error) {
	if err := ctx.Err(); err != nil {
		return 0, fmt.Errorf("checkpoint: %w", err)
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if sh := s.shards[n]; sh != nil {
		return sh.checkpoint, nil
	}
	return 0, nil
}

// Get implements projection.Reader.
func (s *Store) Get(ctx context.Context, n subject.Shard, key string) ([]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("get: %w", err)
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if sh := s.shards[n]; sh != nil {
		if r, found := sh.rows[key]; found {
			return r.value, nil
		}
	}
	return nil, fmt.Errorf("row %q: %w", key, projection.ErrNotFound)
}

// List implements projection.Reader.
func (s *Store) List(ctx context.Context, n subject.Shard, list, after string, limit int) ([]projection.Row, error) {
	limit, err := projection.CheckQuery(list, limit)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("list: %w", err)
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	sh := s.shards[n]
	if sh == nil {
		return nil, nil
	}
	cursors := sh.lists[list]
	i, found := slices.BinarySearch(cursors, after)
	if found {
		i++
	}
	var rows []projection.Row
	for _, cursor := range cursors[i:min(i+limit, len(cursors))] {
		order, key, _ := strings.Cut(cursor, projection.Separator)
		rows = append(rows, projection.Row{Key: key, Order: order, Value: sh.rows[key].value})
	}
	return rows, nil
}

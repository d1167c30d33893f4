package projection_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tranca.example/pkg/projection"
	store "tranca.example/pkg/projection/memory"
	"tranca.example/pkg/subject"
)

func TestNumbersAreOrderedAsTexts(t *testing.T) {
	numbers := []uint64{0, 1, 9, 10, 99, 1 << 32, 1<<64 - 1}
	var up, down []string
	for _, n := range numbers {
		up = append(up, projection.OrderUint(n))
		down = append(down, projection.OrderUintDescending(n))
	}
	slices.Reverse(down)
	if !slices.IsSorted(up) || !slices.IsSorted(down) {
		t.Errorf("got %v and %v", up, down)
	}
}

func TestPagesOfManyShardsAreMergedInOrderWithoutLossOrRepeat(t *testing.T) {
	s := store.New()
	shards := []subject.Shard{0, 1, 2}
	var want []string
	for i := range 50 {
		key, order := fmt.Sprintf("k%d", i), projection.OrderUint(uint64(i/3))
		shard := shards[i*7%len(shards)]
		have, err := s.Checkpoint(t.Context(), shard)
		if err != nil {
			t.Fatal(err)
		}
		change := projection.Change{Key: key, Value: []byte{1}, Lists: map[string]string{"all": order}}
		if err := s.Apply(t.Context(), shard, have, have+1, []projection.Change{change}); err != nil {
			t.Fatal(err)
		}
		want = append(want, order+projection.Separator+key)
	}
	slices.Sort(want)
	var got []string
	for cursor := ""; ; cursor = got[len(got)-1] {
		rows, err := projection.Pages(t.Context(), s, shards, "all", cursor, 7)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			got = append(got, r.Cursor())
		}
		if len(rows) < 7 {
			break
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %d rows %q, want %d", len(got), got, len(want))
	}
}

func TestPagesTellsWhichShardFailed(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := projection.Pages(ctx, store.New(), []subject.Shard{3}, "all", "", 5)
	if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "list all of shard 3") {
		t.Errorf("got %v", err)
	}
	if _, err := projection.Pages(t.Context(), store.New(), nil, "all", "", 0); !errors.Is(err, projection.ErrInvalid) {
		t.Errorf("limit 0: got %v", err)
	}
}

func TestAGapNamesBothPositions(t *testing.T) {
	err := fmt.Errorf("apply: %w", &projection.GapError{Have: 3, From: 9})
	want := "apply: batch does not continue at the checkpoint: checkpoint is 3, batch begins after 9"
	if err.Error() != want || !errors.Is(err, projection.ErrGap) {
		t.Errorf("got %v", err)
	}
}

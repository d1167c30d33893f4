package live_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	apiv1 "tranca.example/proto/gen/tranca/api/v1"
	"tranca.example/services/gateway/internal/live"
)

func summaries(names ...string) (all []*apiv1.TableSummary) {
	for _, name := range names {
		all = append(all, &apiv1.TableSummary{TableId: name[:1], Version: uint32(name[1] - '0')})
	}
	return all
}

func TestABoardTellsWhatChangedAfterAPosition(t *testing.T) {
	var b live.Board
	b.Set(false, summaries("a1", "b1")...)
	if b.Set(false, summaries("a1", "b1")...) {
		t.Error("the same list is a change")
	}
	b.Set(false, summaries("b2", "a1")...)
	b.Set(false, summaries("c1", "b2")...)
	b.Set(true, summaries("a2", "c1", "b2")...)
	for _, c := range []struct {
		at    uint64
		whole bool
		want  string
	}{
		{0, true, "whole a2 c1 b2 more"},
		{9, false, "whole a2 c1 b2 more"}, // not a position of this board
		{1, false, "a2 c1 b2 more"},       // a has left and is back
		{2, false, "a2 c1 more"},
		{3, false, "a2 more"},
		{4, false, ""},
	} {
		if got := b.Since(t, c.at, c.whole); got != c.want {
			t.Errorf("after %d: got %q, want %q", c.at, got, c.want)
		}
	}
	b.Set(true)
	if got := b.Since(t, 4, false); got != "more -a -b -c" {
		t.Errorf("an empty list: got %q", got)
	}
}

func TestABoardThatForgotWhoLeftTellsAllAnew(t *testing.T) {
	var b live.Board
	for i := range 400 {
		b.Set(false, &apiv1.TableSummary{TableId: fmt.Sprint("t", i)})
	}
	for at, want := range map[uint64]bool{1: true, 140: true, 150: false, 399: false} {
		var got struct{ Whole bool }
		text, _, err := b.Text(at)
		if err != nil || json.Unmarshal(text, &got) != nil || got.Whole != want {
			t.Errorf("after %d: got %.60s, %v", at, text, err)
		}
	}
}

func TestManyWhoAskABoardTheSameGetTheSame(t *testing.T) {
	var b live.Board
	b.Set(false, summaries("a1")...)
	b.Set(false, summaries("a2")...)
	one, _, _ := b.Text(1)
	two, _, _ := b.Text(1)
	if &one[0] != &two[0] {
		t.Error("it is written once more")
	}
	other, _, _ := b.Text(0)
	if slices.Equal(one, other) {
		t.Error("who knows nothing is told as little")
	}
}

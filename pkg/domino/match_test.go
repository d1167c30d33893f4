package domino_test

import (
	"slices"
	"testing"

	"tranca.example/pkg/domino"
)

func TestTheNextOpener(t *testing.T) {
	tie := ended(domino.EndBlocked, 1, 15, 4, 16, 27)
	cases := []struct {
		name   string
		preset string
		knobs  []string
		opener domino.Seat
		ended  domino.RoundEnded
		want   domino.Seat
	}{
		{"E-18 L-06 on the right, whoever won", "latin.pairs", nil, 0, ended(domino.EndDomino, 2, 1, 2, 0, 3), 3},
		{"E-18 C-17 on the left, whoever won", "classic.block4", nil, 0, ended(domino.EndDomino, 0, 0, 2, 1, 3), 1},
		{"E-18 T-03 a tie at opener 0: the seat on his right", "latin.pairs", nil, 0, tie, 3},
		{"T-03 LAT-1 opener 2: seat 1, not because it closed", "latin.pairs", nil, 2, tie, 1},
		{"T-19 not the seat that went out", "latin.pairs", nil, 1, ended(domino.EndDomino, 2, 7, 9, 0, 12), 0},
		{"T-19 open_next=winner: the seat that went out", "latin.pairs", []string{"open_next", "winner"}, 1, ended(domino.EndDomino, 2, 7, 9, 0, 12), 2},
		{"L-06 winner of a block in pairs: nearest to the opener", "latin.pairs", []string{"open_next", "winner"}, 2, ended(domino.EndBlocked, 2, 30, 1, 30, 2), 1},
		{"L-06 winner of a block: the opener himself", "latin.pairs", []string{"open_next", "winner"}, 3, ended(domino.EndBlocked, 2, 30, 1, 30, 2), 3},
		{"L-06 winner of an individual block", "classic.block4", []string{"open_next", "winner"}, 0, ended(domino.EndBlocked, 1, 30, 9, 30, 2), 3},
		{"L-06 winner of a forfeit", "classic.draw", []string{"open_next", "winner"}, 0, gaveUp(0, 9, 9), 1},
		{"L-06 open_next=closer", "classic.block4", []string{"open_next", "closer"}, 0, ended(domino.EndBlocked, 2, 30, 9, 30, 2), 2},
		{"L-06 open_next=closer, no tile lies", "latin.pairs", []string{"open_next", "closer"}, 0, gaveUp(1, 9, 9, 9, 9), 3},
		{"L-06 open_next=same", "classic.block4", []string{"open_next", "same"}, 2, ended(domino.EndDomino, 1, 3, 0, 3, 3), 2},
		{"L-19 C-16 a tie follows the rotation", "latin.pairs", []string{"open_next", "winner"}, 0, tie, 3},
		{"L-19 void_next_opener=same", "latin.pairs", []string{"void_next_opener", "same"}, 0, tie, 0},
		{"L-19 void_next_opener=holder_66 is found from the hands", "latin.pairs", []string{"void_next_opener", "holder_66"}, 0, tie, nobody},
		{"L-19 a tie that is settled is won", "latin.pairs", []string{"void_next_opener", "same", "block_tie", "opener_side"}, 0, tie, 3},
		{"L-19 a forfeit that nobody wins follows void_next_opener", "classic.block4", []string{"void_next_opener", "same", "open_next", "closer"}, 2, gaveUp(1, 9, 9, 9, 9), 2},
		{"L-19 a forfeit that nobody wins, found from the hands", "classic.block4", []string{"void_next_opener", "holder_66", "open_next", "same"}, 2, gaveUp(1, 9, 9, 9, 9), nobody},
		{"L-06 a forfeit that one side wins follows open_next", "latin.pairs", []string{"void_next_opener", "same", "open_next", "winner"}, 2, gaveUp(2, 9, 9, 9, 9), 1},
		{"K-05 chickie finds its starter from the hands", "chickie", nil, 2, ended(domino.EndDomino, 1, 1, 0, 1, 1), nobody},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := score(rules(t, c.preset, c.knobs...), c.opener, c.ended)
			if got.Next.Opener != c.want {
				t.Errorf("next opener %d, want %d", got.Next.Opener, c.want)
			}
			if got.Next.First || got.Next.Starter != c.opener || got.Shuffler != c.opener {
				t.Errorf("L-08: shuffler %d, next %+v; want %d", got.Shuffler, got.Next, c.opener)
			}
		})
	}
}

// T-30: what comes after a void round is read from the rotation alone; a new
// match knows nothing of it.
func TestT30AVoidRoundLeavesNothingBehind(t *testing.T) {
	r := rules(t, "latin.pairs")
	before := domino.NewStanding(r)
	before.First, before.Played, before.Totals = false, 3, []int{40, 50}
	void := domino.ScoreRound(r, before, 2, 0, ended(domino.EndBlocked, 1, 15, 4, 16, 27)).Next
	won := domino.ScoreRound(r, before, 2, 0, ended(domino.EndDomino, 1, 15, 0, 16, 27)).Next
	if void.Opener != 1 || void.Opener != won.Opener || void.Starter != won.Starter || void.Played != won.Played {
		t.Errorf("after a void round %+v, after a won one %+v", void, won)
	}
	if !slices.Equal(void.Totals, []int{40, 50}) || !slices.Equal(won.Totals, []int{40, 81}) {
		t.Errorf("totals %v and %v", void.Totals, won.Totals)
	}
	if fresh := domino.NewStanding(r); !fresh.First || fresh.Opener != nobody {
		t.Errorf("a new match: %+v", fresh)
	}
}

func TestTheMatchEndsAtTheTarget(t *testing.T) {
	cases := []struct {
		name    string
		preset  string
		knobs   []string
		totals  []int
		played  int
		ended   domino.RoundEnded
		over    bool
		winners []domino.Side
		places  []int
	}{
		{"E-28 C-18 96 and 4 reach 100", "classic.draw", nil, []int{96, 20}, 9, ended(domino.EndDomino, 0, 0, 4), true, []domino.Side{0}, []int{1, 2}},
		{"E-28 95 and 4 do not", "classic.draw", nil, []int{95, 20}, 9, ended(domino.EndDomino, 0, 0, 4), false, nil, nil},
		{"E-28 C-18 beyond the target", "latin.pairs", nil, []int{61, 0}, 3, ended(domino.EndDomino, 2, 9, 24, 0, 19), true, []domino.Side{0}, []int{1, 2}},
		{"C-18 another target", "classic.draw", []string{"target", "150"}, []int{96, 20}, 9, ended(domino.EndDomino, 0, 0, 53), false, nil, nil},
		{"C-18 places of the others, ties share one", "classic.block4", nil, []int{99, 30, 50, 30}, 9, ended(domino.EndDomino, 0, 0, 4, 4, 4), true, []domino.Side{0}, []int{1, 3, 2, 3}},
		{"E-29 C-14 a void round does not end it", "classic.draw", nil, []int{99, 99}, 9, ended(domino.EndBlocked, 0, 7, 7), false, nil, nil},
		{"K-20 a fixed number of rounds, tied", "classic.draw", []string{"target", "0", "rounds", "3"}, []int{10, 14}, 2, ended(domino.EndDomino, 0, 0, 4), true, []domino.Side{0, 1}, []int{1, 1}},
		{"C-18 rounds that are left", "classic.draw", []string{"target", "0", "rounds", "3"}, []int{10, 14}, 1, ended(domino.EndDomino, 0, 0, 4), false, nil, nil},
		{"C-16 a void round counts as played", "classic.draw", []string{"rounds", "3"}, []int{10, 14}, 2, ended(domino.EndBlocked, 0, 4, 4), true, []domino.Side{1}, []int{2, 1}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := rules(t, c.preset, c.knobs...)
			before := domino.Standing{Opener: 0, Starter: 1, Played: c.played, Totals: c.totals}
			got := domino.ScoreRound(r, before, 0, 0, c.ended)
			if got.MatchOver != c.over || !slices.Equal(got.Winners, c.winners) || !slices.Equal(got.Places, c.places) {
				t.Errorf("over %t, %v, %v; want %t, %v, %v", got.MatchOver, got.Winners, got.Places, c.over, c.winners, c.places)
			}
			if got.Next.Opener == nobody {
				t.Error("the next opener is told after the last round too")
			}
		})
	}
}

func TestAChickieMatchEndsWhenEveryDoubleHasStartedARound(t *testing.T) {
	cases := []struct {
		name     string
		knobs    []string
		played   int
		eligible domino.PipSet
		lead     domino.Pip
		left     domino.PipSet
		over     bool
	}{
		{"K-05 the starting double is used up", nil, 0, 0b111_1111, 5, values(6, 4, 3, 2, 1, 0), false},
		{"K-20 after seven rounds", nil, 6, values(0), 0, 0, true},
		{"K-05 descending: a skipped double does not come back", []string{"start_order", "descending"}, 0, 0b111_1111, 4, values(3, 2, 1, 0), false},
		{"K-05 descending: nothing is below 0-0", []string{"start_order", "descending"}, 3, values(1, 0), 0, 0, true},
		{"K-05 fewer rounds", []string{"rounds", "3"}, 2, values(6, 3, 1, 0), 6, values(3, 1, 0), true},
		{"K-20 rounds=0: the doubles end it", []string{"rounds", "0"}, 6, values(3), 3, 0, true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := rules(t, "chickie", c.knobs...)
			before := domino.Standing{Opener: nobody, Starter: 3, Played: c.played, Eligible: c.eligible, Totals: []int{9, 9, 9, 9}}
			got := domino.ScoreRound(r, before, 1, domino.Double(c.lead), ended(domino.EndDomino, 2, 4, 3, 0, 1))
			if got.Next.Eligible != c.left || got.MatchOver != c.over || got.Next.Played != c.played+1 {
				t.Errorf("%+v, want %b left, over %t", got, c.left, c.over)
			}
			if c.over && (!slices.Equal(got.Winners, []domino.Side{2}) || !slices.Equal(got.Places, []int{4, 3, 1, 2})) {
				t.Errorf("winners %v, places %v: the lowest total wins", got.Winners, got.Places)
			}
		})
	}
}

// E-47, K-20: equal lowest totals share the win.
func TestE47K20TheLowestTotalsShareTheWin(t *testing.T) {
	r := rules(t, "chickie")
	before := domino.Standing{Opener: nobody, Starter: 0, Played: 6, Eligible: values(0), Totals: []int{110, 91, 82, 72}}
	got := domino.ScoreRound(r, before, 0, domino.Double(0), ended(domino.EndDomino, 2, 9, 10, 0, 10))
	if !slices.Equal(got.Next.Totals, []int{119, 101, 82, 82}) {
		t.Fatalf("totals %v", got.Next.Totals)
	}
	if !got.MatchOver || !slices.Equal(got.Winners, []domino.Side{2, 3}) || !slices.Equal(got.Places, []int{4, 3, 1, 1}) {
		t.Errorf("%+v", got)
	}
}

// A round that was given up before the root lay did not use its double.
func TestADoubleThatWasNotPlayedStaysEligible(t *testing.T) {
	r := rules(t, "chickie")
	got := score(r, 1, gaveUp(1, 9, 20, 9, 9))
	if got.Next.Eligible != 0b111_1111 || got.Next.Starter != 1 || !slices.Equal(got.Next.Totals, []int{0, 20, 0, 0}) {
		t.Errorf("%+v", got.Next)
	}
}

package domino_test

import (
	"testing"

	"tranca.example/pkg/domino"
)

// A block of four, opened by seat 2, closed by seat 0, turns clockwise. The
// winner is that under block_tie=void, opener_side and closer_side; the points
// are those of a winner under opponents_minus_own, opponents and all_remaining.
var blockRows = []struct {
	rules       string
	teams       string
	blockWinner string
	pips        []int
	winners     [3]domino.Side
	points      map[domino.Side][3]int
}{
	{"L-16 C-15 E-31 E-32", "none", "side_total", []int{20, 6, 30, 6},
		[3]domino.Side{-1, 3, -1}, map[domino.Side][3]int{3: {50, 56, 62}}},
	{"L-16 E-31 E-32", "none", "individual_lowest", []int{20, 6, 30, 6},
		[3]domino.Side{-1, 3, -1}, map[domino.Side][3]int{3: {50, 56, 62}}},
	{"L-16", "none", "closer_vs_next", []int{20, 6, 30, 6},
		[3]domino.Side{1, 1, 1}, map[domino.Side][3]int{1: {50, 56, 62}}},
	{"L-16 E-22", "pairs", "side_total", []int{20, 6, 30, 6},
		[3]domino.Side{1, 1, 1}, map[domino.Side][3]int{1: {38, 50, 62}}},
	{"L-16 E-22", "pairs", "individual_lowest", []int{20, 6, 30, 6},
		[3]domino.Side{1, 1, 1}, map[domino.Side][3]int{1: {38, 50, 62}}},
	{"L-16", "pairs", "closer_vs_next", []int{20, 6, 30, 6},
		[3]domino.Side{1, 1, 1}, map[domino.Side][3]int{1: {38, 50, 62}}},
	{"L-17 L-18a L-18b E-30", "pairs", "side_total", []int{10, 4, 4, 10},
		[3]domino.Side{-1, 0, 0}, map[domino.Side][3]int{0: {0, 14, 28}}},
	{"L-17 L-18a L-18b", "pairs", "individual_lowest", []int{10, 4, 4, 10},
		[3]domino.Side{-1, 0, 0}, map[domino.Side][3]int{0: {0, 14, 28}}},
	{"L-16", "pairs", "closer_vs_next", []int{10, 4, 4, 10},
		[3]domino.Side{1, 1, 1}, map[domino.Side][3]int{1: {0, 14, 28}}},
	{"L-17 L-18a E-32", "none", "side_total", []int{10, 4, 4, 10},
		[3]domino.Side{-1, 2, -1}, map[domino.Side][3]int{2: {20, 24, 28}}},
	{"L-16", "none", "closer_vs_next", []int{10, 10, 4, 9},
		[3]domino.Side{-1, 0, 0}, map[domino.Side][3]int{0: {13, 23, 33}}},
	{"L-16 E-22 never less than nothing", "pairs", "individual_lowest", []int{30, 10, 2, 9},
		[3]domino.Side{0, 0, 0}, map[domino.Side][3]int{0: {0, 19, 51}}},
	{"L-16 never less than nothing", "none", "closer_vs_next", []int{30, 40, 2, 9},
		[3]domino.Side{0, 0, 0}, map[domino.Side][3]int{0: {21, 51, 81}}},
}

func TestABlockIsWonAndWorthWhatThreeKnobsSayTogether(t *testing.T) {
	ties := [3]string{"void", "opener_side", "closer_side"}
	formulas := [3]string{"opponents_minus_own", "opponents", "all_remaining"}
	for _, row := range blockRows {
		t.Run(row.rules+" "+row.teams+" "+row.blockWinner, func(t *testing.T) {
			for i, tie := range ties {
				for j, formula := range formulas {
					r := rules(t, "classic.block4", "teams", row.teams, "block_winner", row.blockWinner, "block_tie", tie, "score_block", formula)
					got := score(r, 2, ended(domino.EndBlocked, 0, row.pips...))
					points := row.points[row.winners[i]][j]
					if got.Winner != row.winners[i] || got.Points != points {
						t.Errorf("%s, %s: side %d wins %d, want side %d, %d", tie, formula, got.Winner, got.Points, row.winners[i], points)
					}
					checkBreakdown(t, got, points)
				}
			}
		})
	}
}

// checkBreakdown wants the points on the winner's side alone.
func checkBreakdown(t *testing.T, got domino.RoundScore, points int) {
	t.Helper()
	for side, n := range got.Breakdown {
		want := 0
		if domino.Side(side) == got.Winner {
			want = points
		}
		if n != want || got.Next.Totals[side] != want {
			t.Errorf("side %d adds %d to %d, want %d", side, n, got.Next.Totals[side], want)
		}
	}
}

// Who opens after a block: the rotation, or what open_next says of a won block
// and void_next_opener of a void one. Opener 2, closer 0.
func TestTheOpenerAfterABlockIsToldByTwoKnobs(t *testing.T) {
	won, void := []int{20, 6, 30, 7}, []int{20, 6, 30, 6}
	cases := []struct {
		rules, preset  string
		next, voidNext string
		won, void      domino.Seat
	}{
		{"C-17 C-16", "classic.block4", "rotate", "rotate", 3, 3},
		{"C-17 L-19", "classic.block4", "rotate", "same", 3, 2},
		{"C-17 L-19", "classic.block4", "rotate", "holder_66", 3, nobody},
		{"L-06 L-19", "classic.block4", "winner", "rotate", 1, 3},
		{"L-06 L-19", "classic.block4", "winner", "same", 1, 2},
		{"L-06 L-19", "classic.block4", "winner", "holder_66", 1, nobody},
		{"L-06 L-15", "classic.block4", "closer", "rotate", 0, 3},
		{"L-06 L-15", "classic.block4", "closer", "same", 0, 2},
		{"L-06 L-15", "classic.block4", "closer", "holder_66", 0, nobody},
		{"L-06", "classic.block4", "same", "rotate", 2, 3},
		{"L-06", "classic.block4", "same", "same", 2, 2},
		{"L-06", "classic.block4", "same", "holder_66", 2, nobody},
		{"L-06 E-18 L-19", "latin.solo", "rotate", "rotate", 1, 1},
		{"L-06 L-19", "latin.solo", "closer", "same", 0, 2},
	}
	for _, c := range cases {
		t.Run(c.rules+" "+c.preset+" "+c.next+" "+c.voidNext, func(t *testing.T) {
			r := rules(t, c.preset, "open_next", c.next, "void_next_opener", c.voidNext)
			if got := score(r, 2, ended(domino.EndBlocked, 0, won...)); got.Winner != 1 || got.Next.Opener != c.won {
				t.Errorf("won by %d: opener %d, want %d", got.Winner, got.Next.Opener, c.won)
			}
			if got := score(r, 2, ended(domino.EndBlocked, 0, void...)); got.Winner != domino.NoSide || got.Next.Opener != c.void {
				t.Errorf("void (%d): opener %d, want %d", got.Winner, got.Next.Opener, c.void)
			}
		})
	}
}

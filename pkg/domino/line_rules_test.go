package domino_test

import (
	"testing"

	"tranca.example/pkg/domino"
)

// Lines that several rows use. All but 6-6 of the sixes lie and both ends show
// 6; all but 6-1 and 6-6 lie with ends 4|6; all but 6-4 lie with ends 6|4.
const (
	sixesAtBothEnds = "6-4, 5-4 L, 6-5 L, 6-3 R, 3-2 R, 6-2 R, 6-1 R, 1-0 R, 6-0 R"
	sixesBeforeHung = "6-4, 6-5 R, 5-3 R, 6-3 R, 6-2 R, 2-0 R, 6-0 R"
	sixesButSixFour = "6-6, 6-5 R, 5-3 R, 6-3 R, 6-2 R, 2-1 R, 6-1 R, 6-0 R, 4-0 R"
	onesAtBothEnds  = "4-1, 5-4 R, 5-1 R, 3-1 L, 3-2 L, 2-1 L, 6-1 L, 6-0 L, 1-0 L"
)

var (
	block4  = []string{"classic.block4"}
	latin   = []string{"latin.pairs"}
	draw2   = []string{"classic.draw"}
	solo2   = []string{"latin.solo", "seats", "2"}
	exhaust = []string{"classic.draw", "dead_rule", "exhaust"}
)

func TestPlacingOnALine(t *testing.T) {
	four := []string{"4-3 3-1 5-1", "3-2", "6-6", "5-5"}
	runJudged(t, []judged{
		{name: "G-02 C-07 a tile is placed only with equal values touching", rules: block4,
			given: where{board: "6-4", hands: four},
			when:  []string{"0 5-1 L ! does_not_fit", "0 5-1 ! does_not_fit", "0 4-3 R ! does_not_fit", "0 4-3 L"},
			then:  []string{"0 plays 4-3 L, then 1"}, ends: "3|6", legal: []string{"3-2 L"}},
		{name: "G-04 E-48 T-40 a turn places one tile, sent once or twice, by its own seat", rules: block4,
			given: where{board: "6-4", hands: four},
			when:  []string{"1 4-3 L ! not_your_turn", "0 4-3 L", "0 4-3 L ! not_your_turn", "0 3-1 L ! not_your_turn"},
			then:  []string{"0 plays 4-3 L, then 1"}},
		{name: "G-05 an empty hand ends the round at once", rules: block4,
			given: where{board: "6-4", hands: []string{"4-3", "3-2", "6-6", "5-5"}},
			when:  []string{"0 4-3", "1 3-2 ! round_over", "1 pass ! round_over", "0 forfeits ! round_over"},
			then:  []string{"0 plays 4-3 L, last", "domino, closer 0, pips [0 5 12 10]"}, legal: []string{}},
		{name: "L-05 Latin turns go to the right", rules: latin,
			given: where{board: "6-4", hands: four},
			when:  []string{"0 4-3", "3 pass"}, then: []string{"0 plays 4-3 L, then 3", "3 passes, then 2"}},
		{name: "C-06 classic turns go to the left", rules: block4,
			given: where{board: "6-4", hands: four, turn: 3, by: 2},
			when:  []string{"3 pass"}, then: []string{"3 passes, then 0"}},
		{name: "L-09 C-07 C-08 a line has two ends and a double no arms", rules: block4,
			given: where{board: "6-6, 6-1 L, 6-2 R", hands: []string{"6-3 1-0", "2-2", "3-3", "5-5"}},
			when:  []string{"0 6-3 ! does_not_fit", "0 6-3 L ! does_not_fit", "0 1-0 n0 ! no_such_spot", "0 1-0 n1 ! no_such_spot"},
			legal: []string{"1-0 L"}},
		{name: "C-09 E-04 equal ends do not close the line", rules: block4,
			given: where{board: "4-4", hands: []string{"4-2 4-1", "4-3", "6-6", "5-5"}},
			when:  []string{"0 4-2 L", "1 4-3 R"},
			then:  []string{"0 plays 4-2 L, then 1", "1 plays 4-3 R, last", "domino, closer 1, pips [5 0 12 10]"}, ends: "2|3"},
		{name: "L-10 C-10 a double keeps the open value", rules: block4,
			given: where{board: "6-4", hands: []string{"4-4 1-1", "4-3", "6-6", "5-5"}},
			when:  []string{"0 4-4"}, then: []string{"0 plays 4-4 L, then 1"}, ends: "4|6"},
		{name: "E-02 T-08 at equal ends both sides are taken and count as one move: left", rules: block4,
			given: where{board: "3-3", hands: []string{"5-3 2-2", "5-5", "3-0", "6-6"}},
			when:  []string{"0 5-3 L"}, then: []string{"0 plays 5-3 L, then 1"}, ends: "5|3"},
		{name: "E-02 T-08 at equal ends both sides are taken and count as one move: right", rules: block4,
			given: where{board: "3-3", hands: []string{"5-3 2-2", "5-5", "3-0", "6-6"}},
			when:  []string{"0 5-3 R"}, then: []string{"0 plays 5-3 R, then 1"}, ends: "3|5"},
		{name: "E-02 T-08 at equal ends no side is needed", rules: block4,
			given: where{board: "3-3", hands: []string{"5-3 2-2", "5-5", "3-0", "6-6"}},
			when:  []string{"0 5-3"}, then: []string{"0 plays 5-3 R, then 1"}, ends: "3|5"},
		{name: "E-03 T-08 a tile that fits both ends needs a side", rules: block4,
			given: where{board: "5-2", hands: []string{"4-2 5-4 1-1", "5-5", "3-0", "6-6"}},
			when:  []string{"0 4-2"}, then: []string{"0 plays 4-2 L, then 1"}, ends: "4|5"},
		{name: "E-03 T-08 the two moves of 5-2 at 2|5: left", rules: block4,
			given: where{board: "4-2, 5-4 R", hands: []string{"5-2 1-1", "5-5", "3-0", "6-6"}},
			when:  []string{"0 5-2 ! ambiguous_side", "0 5-2 L"}, then: []string{"0 plays 5-2 L, then 1"}, ends: "5|5"},
		{name: "E-03 T-08 the two moves of 5-2 at 2|5: right", rules: block4,
			given: where{board: "4-2, 5-4 R", hands: []string{"5-2 1-1", "5-5", "2-0", "6-6"}},
			when:  []string{"0 5-2 R"}, then: []string{"0 plays 5-2 R, then 1"}, ends: "2|2"},
		{name: "E-03 both moves are in the list", rules: block4,
			given: where{board: "4-2, 5-4 R", hands: []string{"5-2 1-1", "5-5", "2-0", "6-6"}},
			legal: []string{"5-2 L", "5-2 R"}},
		{name: "T-26 a tile is known by both halves in either order", rules: block4,
			given: where{board: "4-2", hands: []string{"2-1 6-1", "5-5", "2-0", "6-6"}},
			when:  []string{"0 2-2 ! not_in_hand", "0 1-1 ! not_in_hand", "0 1-2"}, then: []string{"0 plays 2-1 L, then 1"}},
		{name: "T-05 unknown tiles and seats are refused by name", rules: block4,
			given: where{board: "4-2", hands: []string{"2-1 6-1", "5-5", "2-0", "6-6"}},
			when:  []string{"0 7-1 ! unknown_tile", "0 12-12 ! unknown_tile", "4 2-1 ! unknown_seat", "-1 2-1 ! unknown_seat", "9 pass ! unknown_seat", "7 forfeits ! unknown_seat"}},
	})
}

func TestEndingALine(t *testing.T) {
	runJudged(t, []judged{
		{name: "E-05 going out with a tile that also kills the position is no block", rules: latin,
			given: where{board: sixesButSixFour, hands: []string{"6-4", "5-5", "3-0", "4-4"}},
			when:  []string{"0 6-4 R"}, ends: "6|6",
			then: []string{"0 plays 6-4 R, last", "domino, closer 0, pips [0 10 3 8]"}},
		{name: "E-06 three passes are no block", rules: latin,
			given: where{opening: domino.OpenForced, hands: []string{
				"6-0 6-1 6-2 6-3 6-4 6-5 6-6", "0-0 1-0 1-1 2-0 2-1 2-2 3-0", "3-1 3-2 3-3 4-0 4-1 4-2 4-3", "4-4 5-0 5-1 5-2 5-3 5-4 5-5"}},
			when: []string{"0 6-6", "3 pass", "2 pass", "1 pass", "0 6-0"},
			then: []string{"0 plays 6-6, then 3", "3 passes, then 2", "2 passes, then 1", "1 passes, then 0", "0 plays 6-0 R, then 3"}},
		{name: "G-06 L-15 E-25 b E-33 the last six ends the round at once, closed by who placed it", rules: latin,
			given: where{board: sixesAtBothEnds, hands: []string{"6-6 5-5", "4-4", "3-3", "2-2"}, by: 1},
			when:  []string{"0 6-6 L"}, ends: "6|6",
			then: []string{"0 plays 6-6 L, last", "blocked, closer 0, pips [10 8 6 4]"}},
		{name: "E-25 b 6-6 is not hung while both ends show 6", rules: latin,
			given: where{board: sixesAtBothEnds, hands: []string{"6-6 5-5", "4-4", "3-3", "2-2"}, by: 1},
			legal: []string{"6-6 R"}},
		{name: "E-25 b 6-6 as the last tile goes out", rules: latin,
			given: where{board: sixesAtBothEnds, hands: []string{"6-6", "4-4", "3-3", "2-2"}, by: 1},
			when:  []string{"0 6-6 R"}, then: []string{"0 plays 6-6 R, last", "domino, closer 0, pips [0 8 6 4]"}},
		{name: "L-12 L-13 E-25 a the sixth six hangs 6-6 once, and its holder cannot go out", rules: latin,
			given: where{board: sixesBeforeHung, hands: []string{"6-1 3-3 4-1", "4-0", "4-4 1-1", "6-6"}, by: 1},
			when:  []string{"0 6-1 R", "3 6-6 L ! does_not_fit", "3 6-6 ! does_not_fit", "3 pass", "2 1-1", "1 4-0", "0 pass ! round_over"},
			then: []string{"0 plays 6-1 R, then 3", "0 hangs 6-6", "3 passes, then 2", "2 plays 1-1 R, then 1",
				"1 plays 4-0 L, last", "domino, closer 1, pips [11 0 8 12]"}},
		{name: "L-12 the holder may hang his own double, and a block may follow at once", rules: latin,
			given: where{board: sixesBeforeHung, hands: []string{"6-1 6-6", "3-0", "3-3", "5-5"}, by: 1},
			when:  []string{"0 6-1 R"},
			then:  []string{"0 plays 6-1 R, last", "0 hangs 6-6", "blocked, closer 0, pips [12 3 6 10]"}},
	})
}

func TestOpening(t *testing.T) {
	hands := []string{"2-2 0-0 6-5", "3-3", "4-4", "5-5"}
	none := []string{"2-1 1-0 6-5", "3-3", "4-4", "5-5"}
	runJudged(t, []judged{
		{name: "E-01 T-01 an opening tile has no side and is one move", rules: block4,
			given: where{hands: []string{"6-4 6-6 1-0", "3-3", "4-4", "5-5"}}, legal: []string{"1-0", "6-4", "6-6"}},
		{name: "E-01 6-4 lies 4|6", rules: block4,
			given: where{hands: []string{"6-4 6-6", "3-3", "4-4", "5-5"}}, when: []string{"0 6-4"},
			then: []string{"0 plays 6-4, then 1"}, ends: "4|6"},
		{name: "E-01 6-6 lies 6|6", rules: block4,
			given: where{hands: []string{"6-4 6-6", "3-3", "4-4", "5-5"}}, when: []string{"0 6-6"},
			then: []string{"0 plays 6-6, then 1"}, ends: "6|6"},
		{name: "T-01 a side at the opening is dropped, a node is refused", rules: block4,
			given: where{hands: []string{"6-4 6-6", "3-3", "4-4", "5-5"}}, when: []string{"0 6-4 n0 ! no_such_spot", "0 6-4 L"},
			then: []string{"0 plays 6-4, then 1"}, ends: "4|6"},
		{name: "G-03 the opener neither draws nor passes", rules: draw2,
			given: where{hands: []string{"6-4 6-6", "3-3"}, boneyard: "5-5"},
			when:  []string{"0 + ! must_play", "0 pass ! must_play"}, legal: []string{"6-4", "6-6"}},
		{name: "T-12 C-05 L-03 who earned the opening with 6-6 must lead it", rules: latin,
			given: where{opening: domino.OpenForced, hands: []string{"5-4 6-6", "6-3", "4-4", "5-5"}},
			when:  []string{"1 6-3 ! not_your_turn", "0 5-4 ! must_open_with", "0 6-6"}, then: []string{"0 plays 6-6, then 3"}},
		{name: "T-12 C-05 E-15 without 6-6 the highest double held is forced", rules: draw2,
			given: where{opening: domino.OpenForced, turn: 1, hands: []string{"6-5 4-4", "5-5 6-4"}, boneyard: "6-6"},
			when:  []string{"1 6-4 ! must_open_with"}, legal: []string{"5-5"}},
		{name: "E-16 without doubles 6-3 is forced before 5-4", rules: draw2,
			given: where{opening: domino.OpenForced, hands: []string{"5-4 6-3 6-0", "2-1"}}, legal: []string{"6-3"}},
		{name: "E-16 high_then_low forces 6-0 before 5-4", rules: []string{"classic.draw", "tile_rank", "high_then_low"},
			given: where{opening: domino.OpenForced, hands: []string{"5-4 6-0", "2-1"}}, legal: []string{"6-0"}},
		{name: "E-16 sum_then_high forces 5-4 before 6-0", rules: draw2,
			given: where{opening: domino.OpenForced, hands: []string{"5-4 6-0", "2-1"}}, legal: []string{"5-4"}},
		{name: "E-17 L-07 the opener of a later round must lead a double", rules: latin,
			given: where{opening: domino.OpenDoubleIfAny, hands: hands}, when: []string{"0 6-5 ! must_open_with"},
			legal: []string{"0-0", "2-2"}},
		{name: "E-17 L-07 without a double he leads any tile", rules: latin,
			given: where{opening: domino.OpenDoubleIfAny, hands: none}, legal: []string{"1-0", "2-1", "6-5"}},
		{name: "L-07 open_next_tile=highest_double leaves one double", rules: latin,
			given: where{opening: domino.OpenHighestDouble, hands: hands}, legal: []string{"2-2"}},
		{name: "L-07 open_next_tile=highest_double without a double leaves any tile", rules: latin,
			given: where{opening: domino.OpenHighestDouble, hands: none}, legal: []string{"1-0", "2-1", "6-5"}},
		{name: "C-17 the opener of a later classic round leads any tile", rules: block4,
			given: where{hands: hands}, legal: []string{"0-0", "2-2", "6-5"}},
	})
}

func TestTheNewestTileOnTheLeftIsTheFirstOfTheLineT20(t *testing.T) {
	g := at(t, rules(t, "classic.block4"), where{board: "6-6, 6-5 R", turn: 1, hands: []string{"4-4", "6-1 1-1", "5-0", "3-3"}})
	same(t, "events", g.play("1 6-1 L"), []string{"1 plays 6-1 L, then 2"})
	if got := written(g.full.Line()); got != "1|6 6|6 6|5" {
		t.Errorf("line %s", got)
	}
	if got := g.full.Board()[2]; got.Tile != tile(t, "6-1") || got.Spot != domino.Left || got.Seat != 1 {
		t.Errorf("newest %+v", got)
	}
}

package domino_test

import (
	"testing"

	"tranca.example/pkg/domino"
)

// Two drawing knobs at a time: what one allows, the other still bounds.
func TestDrawingKnobsTogether(t *testing.T) {
	fits := where{board: "6-4", hands: []string{"4-3 1-1", "2-2 6-1"}, boneyard: "5-5 6-3 3-3"}
	misses := where{board: "6-4", hands: []string{"1-1", "2-2 6-1"}, boneyard: "5-5 6-3 3-3"}
	finds := where{board: "6-4", hands: []string{"1-1", "2-2 6-1"}, boneyard: "6-3 5-5 3-3"}
	one := func(knobs ...string) []string { return append([]string{"latin.solo", "seats", "2"}, knobs...) }
	until := func(knobs ...string) []string { return append([]string{"classic.draw"}, knobs...) }
	runJudged(t, []judged{
		{name: "G-03 L-11 draw=one, voluntary_draw: one voluntary draw and no second", rules: one("voluntary_draw", "true"), given: fits,
			when: []string{"0 +", "0 + ! cannot_draw", "0 pass ! must_play", "0 4-3"},
			then: []string{"0 draws, 2 left", "0 plays 4-3 L, then 1"}},
		{name: "G-03 draw=until, voluntary_draw: as many as there are", rules: until("voluntary_draw", "true"), given: fits,
			when: []string{"0 +", "0 +", "0 +", "0 + ! boneyard_empty", "0 6-3"},
			then: []string{"0 draws, 2 left", "0 draws, 1 left", "0 draws, 0 left", "0 plays 6-3 R, then 1"}},
		{name: "G-03 E-10 voluntary_draw stops at the reserve", rules: until("voluntary_draw", "true", "draw_reserve", "2"), given: fits,
			when: []string{"0 +", "0 + ! boneyard_empty", "0 4-3"},
			then: []string{"0 draws, 2 left", "0 plays 4-3 L, then 1"}},
		{name: "G-03 draw=none, voluntary_draw: there is nothing to draw from", rules: []string{"classic.block4", "hand_size", "5", "voluntary_draw", "true"},
			given: where{board: "6-4", hands: []string{"4-3 1-1", "2-2", "6-1", "3-3"}, boneyard: "5-5"},
			when:  []string{"0 + ! cannot_draw", "0 4-3"}, then: []string{"0 plays 4-3 L, then 1"}},
		{name: "G-03 E-01 voluntary_draw: the opener leads and does not draw", rules: until("voluntary_draw", "true"),
			given: where{hands: []string{"6-4 6-6", "3-3"}, boneyard: "5-5"},
			when:  []string{"0 + ! must_play", "0 6-4"}, then: []string{"0 plays 6-4, then 1"}},
		{name: "G-03 E-01 voluntary_pass: the opener leads and does not pass", rules: until("voluntary_pass", "true"),
			given: where{hands: []string{"6-4 6-6", "3-3"}, boneyard: "5-5"},
			when:  []string{"0 pass ! must_play", "0 6-4"}, then: []string{"0 plays 6-4, then 1"}},
		{name: "E-13 draw=one, must_play_drawn=false: a miss passes at once", rules: one("must_play_drawn", "false"), given: misses,
			when: []string{"0 +"}, then: []string{"0 draws, 2 left", "0 passes, then 1"}},
		{name: "L-11 draw=one, must_play_drawn=false: a find may be kept", rules: one("must_play_drawn", "false"), given: finds,
			when: []string{"0 pass ! must_draw", "0 +", "0 + ! must_play", "0 pass"}, then: []string{"0 draws, 2 left", "0 passes, then 1"}},
		{name: "L-11 draw=one, must_play_drawn=false: a find may be played", rules: one("must_play_drawn", "false"), given: finds,
			when: []string{"0 +", "0 6-3"}, then: []string{"0 draws, 2 left", "0 plays 6-3 R, then 1"}},
		{name: "C-11 draw=until, must_play_drawn=false: a miss may be kept too, and ends the turn", rules: until("must_play_drawn", "false"), given: misses,
			when: []string{"0 +", "0 pass"}, then: []string{"0 draws, 2 left", "0 passes, then 1"}},
		{name: "C-11 must_play_drawn=false changes nothing for who did not draw", rules: until("must_play_drawn", "false"), given: fits,
			when: []string{"0 pass ! must_play", "0 + ! must_play"}},
		{name: "G-03 draw=one, voluntary_pass: instead of drawing", rules: one("voluntary_pass", "true"), given: misses,
			when: []string{"0 pass"}, then: []string{"0 passes, then 1"}},
		{name: "G-03 draw=one, voluntary_pass: a find may be kept", rules: one("voluntary_pass", "true"), given: finds,
			when: []string{"0 +", "0 + ! must_play", "0 pass"}, then: []string{"0 draws, 2 left", "0 passes, then 1"}},
		{name: "K-10 chickie, voluntary_draw: one and no second", rules: []string{"chickie", "voluntary_draw", "true"},
			given: where{board: "6-6, 6-1 n0", hands: []string{"6-2 1-1", "6-3", "6-4", "6-0"}, boneyard: "5-4 5-3"},
			when:  []string{"0 +", "0 + ! cannot_draw", "0 6-2"}, then: []string{"0 draws, 1 left", "0 plays 6-2 n0, then 1"}},
		{name: "K-10 chickie, draw=until: until one fits", rules: []string{"chickie", "draw", "until"},
			given: where{board: "6-6, 6-1 n0", hands: []string{"1-1", "6-3", "6-4", "6-0"}, boneyard: "5-4 6-2 5-3"},
			when:  []string{"0 +", "0 pass ! must_draw", "0 +", "0 + ! must_play", "0 6-2"},
			then:  []string{"0 draws, 2 left", "0 draws, 1 left", "0 plays 6-2 n0, then 1"}},
		{name: "K-10 chickie, draw=none: pass", rules: []string{"chickie", "draw", "none"},
			given: where{board: "6-6, 6-1 n0", hands: []string{"1-1", "6-3", "6-4", "6-0"}, boneyard: "5-4 6-2"},
			when:  []string{"0 + ! cannot_draw", "0 pass"}, then: []string{"0 passes, then 1"}},
		{name: "L-05 K-07 chickie, rotation=ccw", rules: []string{"chickie", "rotation", "ccw"},
			given: where{board: "6-6, 6-1 n0", hands: []string{"6-2 1-1", "6-3", "6-4", "6-0"}, boneyard: "5-4"},
			when:  []string{"0 6-2", "3 6-0"}, then: []string{"0 plays 6-2 n0, then 3", "3 plays 6-0 n0, last", "domino, closer 3, pips [2 9 10 0]"}},
	})
}

// dead_rule=exhaust with a reserve: what sleeps is not drawn before the end.
func TestExhaustLeavesTheReserveAlone(t *testing.T) {
	dead := where{board: onesAtBothEnds, turn: 1, hands: []string{"6-6", "1-1 5-5"}, boneyard: "4-3 2-2 3-3"}
	runJudged(t, []judged{
		{name: "G-06 E-08 E-10 exhaust, reserve 1: two of three are drawn", rules: []string{"classic.draw", "dead_rule", "exhaust", "draw_reserve", "1"}, given: dead,
			when: []string{"1 1-1 R", "0 pass ! must_draw", "0 +", "0 +"},
			then: []string{"1 plays 1-1 R, then 0", "0 draws, 2 left", "0 draws, 1 left", "blocked, closer 1, pips [23 10]"}},
		{name: "G-06 E-10 exhaust, all is reserve: the end at once", rules: []string{"classic.draw", "dead_rule", "exhaust", "draw_reserve", "3"}, given: dead,
			when: []string{"1 1-1 R"}, then: []string{"1 plays 1-1 R, last", "blocked, closer 1, pips [12 10]"}},
		{name: "G-06 C-19 exhaust, draw=none: the end at once", rules: []string{"classic.draw", "dead_rule", "exhaust", "draw", "none"}, given: dead,
			when: []string{"1 1-1 R"}, then: []string{"1 plays 1-1 R, last", "blocked, closer 1, pips [12 10]"}},
		{name: "G-06 E-08 immediate, reserve 1: nothing is drawn", rules: []string{"classic.draw", "draw_reserve", "1"}, given: dead,
			when: []string{"1 1-1 R"}, then: []string{"1 plays 1-1 R, last", "blocked, closer 1, pips [12 10]"}},
		{name: "G-05 G-06 going out on a dead position is a domino under exhaust too", rules: exhaust,
			given: where{board: onesAtBothEnds, turn: 1, hands: []string{"6-6", "1-1"}, boneyard: "4-3"},
			when:  []string{"1 1-1 R"}, then: []string{"1 plays 1-1 R, last", "domino, closer 1, pips [12 0]"}},
		{name: "G-06 exhaust, voluntary_pass: who passes does not end a dead round", rules: []string{"classic.draw", "dead_rule", "exhaust", "voluntary_pass", "true"}, given: dead,
			when: []string{"1 1-1 R", "0 pass", "1 +", "1 +", "1 +"},
			then: []string{"1 plays 1-1 R, then 0", "0 passes, then 1", "1 draws, 2 left", "1 draws, 1 left", "1 draws, 0 left",
				"blocked, closer 1, pips [12 27]"}},
	})
}

// The pips at the end follow double_blank_value whatever ended the round.
func TestDoubleBlankIsWorthFiftyAtEveryEnding(t *testing.T) {
	fifty := []string{"classic.draw", "double_blank_value", "50"}
	runJudged(t, []judged{
		{name: "G-08 E-46 a domino", rules: fifty, given: where{board: "6-4", hands: []string{"4-3", "0-0 5-1"}},
			when: []string{"0 4-3"}, then: []string{"0 plays 4-3 L, last", "domino, closer 0, pips [0 56]"}},
		{name: "G-08 E-46 a block", rules: fifty, given: where{board: onesAtBothEnds, turn: 1, hands: []string{"0-0 6-6", "1-1 5-5"}, boneyard: "4-3"},
			when: []string{"1 1-1 R"}, then: []string{"1 plays 1-1 R, last", "blocked, closer 1, pips [62 10]"}},
		{name: "G-08 E-46 a forfeit", rules: fifty, given: where{board: "6-4", hands: []string{"4-3", "0-0 5-1"}},
			when: []string{"1 forfeits"}, then: []string{"forfeit, closer 0, pips [7 56]"}},
		{name: "G-08 E-46 in the boneyard it counts for nobody", rules: fifty, given: where{board: "6-4", hands: []string{"4-3", "5-1"}, boneyard: "0-0"},
			when: []string{"0 4-3"}, then: []string{"0 plays 4-3 L, last", "domino, closer 0, pips [0 6]"}},
		{name: "G-08 0-0 counts nothing by default", rules: draw2, given: where{board: "6-4", hands: []string{"4-3", "0-0 5-1"}},
			when: []string{"0 4-3"}, then: []string{"0 plays 4-3 L, last", "domino, closer 0, pips [0 6]"}},
		{name: "K-19 E-46 chickie", rules: []string{"chickie", "double_blank_value", "50"},
			given: where{board: fourArms, hands: []string{"1-0", "0-0 4-2", "3-3", "5-5"}},
			when:  []string{"0 1-0"}, then: []string{"0 plays 1-0 n1, last", "domino, closer 0, pips [0 56 6 10]"}},
	})
}

// What passes and draws show of a hand adds up, and a tile drawn takes it back.
func TestVoidsAddUpUntilATileIsDrawnE50(t *testing.T) {
	g := at(t, rules(t, "latin.pairs"), where{board: "6-4", hands: []string{"1-1 2-2", "5-5 4-2", "3-2 3-3 2-0", "6-3 5-1"}})
	g.play("0 pass", "3 6-3 R")
	if got := g.full.Void(0); got != values(4, 6) {
		t.Errorf("after one pass %b", got)
	}
	g.play("2 3-3 R", "1 4-2 L", "0 2-2 L", "3 pass")
	if got, want := g.full.Void(3), values(2, 3); got != want {
		t.Errorf("seat 3 is void of %b, want %b", got, want)
	}
	g.play("2 3-2 R", "1 pass", "0 pass")
	if got, want := g.full.Void(0), values(2, 4, 6); got != want {
		t.Errorf("seat 0 is void of %b, want %b", got, want)
	}

	g = at(t, rules(t, "latin.solo", "seats", "2"), where{board: "6-4", hands: []string{"1-1", "2-2 6-3"}, boneyard: "5-5 5-0 4-0"})
	g.play("0 +", "1 6-3")
	if got, want := g.full.Void(0), values(4, 6); got != want {
		t.Errorf("a missed draw: %b, want %b", got, want)
	}
	g.play("0 +")
	if got, want := g.full.Void(0), values(3, 4); got != want {
		t.Errorf("another tile, drawn at 4|3: %b, want %b", got, want)
	}
}

func TestRootsOfMoreArmsInABiggerBox(t *testing.T) {
	nine := func(arms string) []string { return []string{"chickie", "set_max", "9", "root_arms", arms} }
	six := "9-9, 9-1 n0, 9-2 n0, 9-3 n0, 9-4 n0, 9-5 n0"
	hands := []string{"9-6 1-1", "9-7 8-1", "9-8 7-7", "9-0 6-6"}
	runJudged(t, []judged{
		{name: "K-08 six arms: the sixth closes the root", rules: nine("6"), given: where{board: six, hands: hands},
			when:  []string{"0 1-1 n1 ! foot_first", "0 9-6", "1 9-7 n0 ! does_not_fit", "1 8-1 n1"},
			then:  []string{"0 plays 9-6 n0, then 1", "1 plays 8-1 n1, then 2"},
			legal: []string{"9-8 n7"}},
	})
	g := at(t, rules(t, "chickie", "set_max", "9", "root_arms", "8"), where{board: six, hands: hands, boneyard: "6-0"})
	same(t, "K-08 eight arms", g.play("0 9-6", "1 8-1 n1 ! foot_first", "1 9-7", "2 7-7 n7 ! foot_first", "2 9-8 n0", "3 9-0 n0 ! does_not_fit", "3 6-6 n6"),
		[]string{"0 plays 9-6 n0, then 1", "1 plays 9-7 n0, then 2", "2 plays 9-8 n0, then 3", "3 plays 6-6 n6, then 0", "3 calls chickie 6-6"})
	if nodes := g.full.Nodes(); nodes[0].Free != 0 || nodes[9].Free != 3 {
		t.Errorf("root %+v, foot %+v", nodes[0], nodes[9])
	}
}

func TestTheNodeAfterTheLastOneDoesNotExistT05(t *testing.T) {
	g := at(t, rules(t, "chickie"), where{board: fourArms, hands: []string{"1-1 5-0", "5-5", "3-3", "2-2"}})
	g.play("0 1-1 n5 ! no_such_spot", "0 1-1 n4 ! does_not_fit", "0 1-1 n1")
}

func TestTheHighestTileUnderBothOrdersC03(t *testing.T) {
	for rank, want := range map[string]string{"sum_then_high": "6-4", "high_then_low": "6-4"} {
		g := at(t, rules(t, "classic.draw", "tile_rank", rank), where{opening: domino.OpenForced, hands: []string{"6-0 6-4 6-1 5-4", "2-1"}})
		same(t, "C-03 "+rank, plays(&g.full), []string{want})
	}
	for rank, want := range map[string]domino.Seat{"sum_then_high": 1, "high_then_low": 2} {
		r := rules(t, "classic.draw", "seats", "3", "open_first", "lot", "tile_rank", rank)
		start, err := domino.FindStart(r, domino.NewStanding(r), domino.Deal{}, tiles(t, "6-0 5-4 6-1"))
		if err != nil || start.Opener != want || start.Opening != domino.OpenAny {
			t.Errorf("C-05 lot, %s: %+v, %v; want opener %d", rank, start, err, want)
		}
	}
}

package domino_test

import "testing"

func TestDrawingAndPassing(t *testing.T) {
	fits := where{board: "6-4", hands: []string{"4-3 1-1", "2-2 6-1"}, boneyard: "5-5 3-3"}
	stuck := where{board: "6-4", hands: []string{"1-1", "2-2 6-1"}, boneyard: "5-5 3-3"}
	runJudged(t, []judged{
		{name: "G-03 E-11 T-28 draw and pass are refused while a tile fits", rules: draw2, given: fits,
			when: []string{"0 pass ! must_play", "0 + ! must_play", "1 + ! not_your_turn", "1 pass ! not_your_turn"}, legal: []string{"4-3 L"}},
		{name: "G-03 T-28 pass is refused while the boneyard gives a tile", rules: draw2, given: stuck,
			when: []string{"0 pass ! must_draw", "0 +", "0 pass ! must_draw", "0 +", "0 + ! boneyard_empty", "0 pass"},
			then: []string{"0 draws, 1 left", "0 draws, 0 left", "0 passes, then 1"}},
		{name: "L-11 without drawing a seat that cannot play passes", rules: latin,
			given: where{board: "6-4", hands: []string{"1-1", "2-2", "6-1", "3-3"}},
			when:  []string{"0 + ! cannot_draw", "0 pass"}, then: []string{"0 passes, then 3"}},
		{name: "L-11 with left-overs it draws one and plays it if it fits", rules: solo2,
			given: where{board: "6-4", hands: []string{"1-1", "2-2 6-1"}, boneyard: "6-3 3-3"},
			when:  []string{"0 pass ! must_draw", "0 +", "0 pass ! must_play", "0 + ! must_play", "0 6-3"},
			then:  []string{"0 draws, 1 left", "0 plays 6-3 R, then 1"}},
		{name: "E-13 T-17 draw=one: a missed draw and its pass are one decision", rules: solo2,
			given: where{board: "6-4", hands: []string{"1-1", "2-2 6-1"}, boneyard: "3-3 6-2"},
			when:  []string{"0 +", "0 + ! not_your_turn"}, then: []string{"0 draws, 1 left", "0 passes, then 1"}},
		{name: "E-14 four missed draws in a row are no block", rules: []string{"latin.solo"},
			given: where{board: "6-4", hands: []string{"1-1", "2-2", "3-3", "5-5"}, boneyard: "0-0 1-0 2-0 3-0 6-2"},
			when:  []string{"0 +", "3 +", "2 +", "1 +", "0 +"}, legal: []string{"6-2 R"},
			then: []string{"0 draws, 4 left", "0 passes, then 3", "3 draws, 3 left", "3 passes, then 2",
				"2 draws, 2 left", "2 passes, then 1", "1 draws, 1 left", "1 passes, then 0", "0 draws, 0 left"}},
		{name: "C-11 E-12 draw=until: the found tile is played in the same turn", rules: draw2,
			given: where{board: "6-4", hands: []string{"1-1", "6-5 2-2"}, boneyard: "6-2 3-3"},
			when:  []string{"0 +", "0 pass ! must_play", "0 + ! must_play", "1 6-5 ! not_your_turn", "0 6-2"},
			then:  []string{"0 draws, 1 left", "0 plays 6-2 R, then 1"}},
		{name: "T-13 a: each draw is its own event until one fits", rules: draw2,
			given: where{board: "1-1", by: 1, hands: []string{"5-5", "6-5"}, boneyard: "3-3 6-1"},
			when:  []string{"0 +", "0 +", "0 6-1"},
			then:  []string{"0 draws, 1 left", "0 draws, 0 left", "0 plays 6-1 R, then 1"}},
		{name: "T-13 b: draws that find nothing end in a pass", rules: draw2,
			given: where{board: "1-1", by: 1, hands: []string{"5-5", "6-1 2-2"}, boneyard: "3-3"},
			when:  []string{"0 +", "0 pass"}, then: []string{"0 draws, 0 left", "0 passes, then 1"}},
		{name: "C-11 E-09 T-24 an empty boneyard means a pass, no error and no tile", rules: draw2,
			given: where{board: "6-4", hands: []string{"1-1", "6-5 2-2"}},
			when:  []string{"0 + ! boneyard_empty", "0 pass"}, then: []string{"0 passes, then 1"}},
		{name: "T-24 three tiles give three draws, the fourth is refused", rules: draw2,
			given: where{board: "6-4", hands: []string{"1-1", "6-5 2-2"}, boneyard: "0-0 3-3 5-5"},
			when:  []string{"0 +", "0 +", "0 +", "0 + ! boneyard_empty", "0 pass"},
			then:  []string{"0 draws, 2 left", "0 draws, 1 left", "0 draws, 0 left", "0 passes, then 1"}},
		{name: "C-19 with draw=none the boneyard sleeps", rules: []string{"classic.block4", "hand_size", "5"},
			given: where{board: "6-4", hands: []string{"1-1", "6-5", "2-2", "3-3"}, boneyard: "6-2 4-1"},
			when:  []string{"0 + ! cannot_draw", "0 pass"}, then: []string{"0 passes, then 1"}},
		{name: "C-19 G-06 a sleeping tile does not keep a position alive, and its ends may differ", rules: []string{"classic.block4", "hand_size", "5"},
			given: where{board: "1-1", hands: []string{"1-0 3-3", "5-5", "4-4", "2-2"}, boneyard: "6-1 4-0"}, ends: "1|0",
			when: []string{"0 1-0 R"}, then: []string{"0 plays 1-0 R, last", "blocked, closer 0, pips [6 10 8 4]"}},
		{name: "E-10 the reserve is not drawn", rules: []string{"classic.draw", "draw_reserve", "2"},
			given: where{board: "6-4", hands: []string{"1-1", "6-5 2-2"}, boneyard: "3-3 6-1 4-1"},
			when:  []string{"0 +", "0 + ! boneyard_empty", "0 pass"}, then: []string{"0 draws, 2 left", "0 passes, then 1"}},
		{name: "E-10 the reserve does not keep a position alive", rules: []string{"classic.draw", "draw_reserve", "2"},
			given: where{board: "1-1", hands: []string{"1-0 3-3", "5-5"}, boneyard: "6-1 4-0"},
			when:  []string{"0 1-0"}, then: []string{"0 plays 1-0 R, last", "blocked, closer 0, pips [6 10]"}},
	})
}

func TestDeadPositionsWithABoneyard(t *testing.T) {
	e08 := where{board: onesAtBothEnds, turn: 1, hands: []string{"6-6", "1-1 5-5"}, boneyard: "4-3"}
	runJudged(t, []judged{
		{name: "E-07 T-09 T-36 a fitting boneyard tile is no block", rules: draw2,
			given: where{board: "1-1", by: 1, hands: []string{"6-6", "5-5"}, boneyard: "6-1"},
			when:  []string{"0 +", "0 pass ! must_play", "0 6-1 L", "1 pass", "0 6-6"},
			then: []string{"0 draws, 0 left", "0 plays 6-1 L, then 1", "1 passes, then 0",
				"0 plays 6-6 L, last", "domino, closer 0, pips [0 10]"}},
		{name: "E-08 T-36 T-37 G-06 a dead value ends the round with tiles in the boneyard", rules: draw2, given: e08,
			when: []string{"1 1-1 R"}, then: []string{"1 plays 1-1 R, last", "blocked, closer 1, pips [12 10]"}},
		{name: "E-08 T-37 G-06 dead_rule=exhaust draws the boneyard first", rules: exhaust, given: e08,
			when: []string{"1 1-1 R", "0 pass ! must_draw", "0 +"},
			then: []string{"1 plays 1-1 R, then 0", "0 draws, 0 left", "blocked, closer 1, pips [19 10]"}},
		{name: "G-06 dead_rule=exhaust with nothing to draw ends at once", rules: exhaust,
			given: where{board: onesAtBothEnds, turn: 1, hands: []string{"6-6", "1-1 5-5"}},
			when:  []string{"1 1-1 R"}, then: []string{"1 plays 1-1 R, last", "blocked, closer 1, pips [12 10]"}},
		{name: "G-06 dead_rule=exhaust under draw=one: the last missed draw ends the round without a pass",
			rules: []string{"latin.solo", "seats", "2", "dead_rule", "exhaust"},
			given: where{board: onesAtBothEnds, turn: 1, hands: []string{"6-6", "1-1 5-5"}, boneyard: "4-3 2-2"},
			when:  []string{"1 1-1 R", "0 +", "1 +"},
			then: []string{"1 plays 1-1 R, then 0", "0 draws, 1 left", "0 passes, then 1",
				"1 draws, 0 left", "blocked, closer 1, pips [19 14]"}},
	})
}

func TestLooserDrawingAndPassing(t *testing.T) {
	for _, c := range []struct {
		name  string
		knobs []string
		given where
		when  []string
		then  []string
	}{
		{"G-03 voluntary_draw: who can play may draw", []string{"voluntary_draw", "true"},
			where{board: "6-4", hands: []string{"4-3 1-1", "2-2 6-1"}, boneyard: "5-5 3-3"},
			[]string{"0 pass ! must_play", "0 +", "0 4-3"}, []string{"0 draws, 1 left", "0 plays 4-3 L, then 1"}},
		{"G-03 voluntary_pass: who can play or draw may pass", []string{"voluntary_pass", "true"},
			where{board: "6-4", hands: []string{"4-3 1-1", "2-2 1-0"}, boneyard: "5-5 3-3"},
			[]string{"0 + ! must_play", "0 pass", "1 pass"}, []string{"0 passes, then 1", "1 passes, then 0"}},
		{"C-11 must_play_drawn=false: a drawn tile that fits may be kept", []string{"must_play_drawn", "false"},
			where{board: "6-4", hands: []string{"1-1", "2-2 6-1"}, boneyard: "6-5 3-3"},
			[]string{"0 pass ! must_draw", "0 +", "0 + ! must_play", "0 pass"}, []string{"0 draws, 1 left", "0 passes, then 1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := at(t, rules(t, "classic.draw", c.knobs...), c.given)
			same(t, "events", g.play(c.when...), c.then)
			if g.full.Void(0) != 0 || g.full.Void(1) != 0 {
				t.Errorf("a choice is taken for a need: %b %b", g.full.Void(0), g.full.Void(1))
			}
		})
	}
}

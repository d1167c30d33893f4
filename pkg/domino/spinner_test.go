package domino_test

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"tranca.example/pkg/domino"
)

var arms4 = []string{"classic.block4", "spinner", "opening_double"}

// C-08: the opening double has four arms, all of them open at once.
func TestC08AnOpeningDoubleHasFourArms(t *testing.T) {
	runJudged(t, []judged{
		{name: "C-08 four tiles lie on the double, a fifth does not fit", rules: arms4,
			given: where{board: "6-6", hands: []string{"6-1 6-5", "6-2 2-2", "6-3 3-3", "6-4 4-4"}},
			when:  []string{"0 6-1", "1 6-2 n0", "2 6-3 n0", "3 6-4", "0 6-5 n0 ! does_not_fit", "0 6-5 ! does_not_fit", "0 pass"},
			then: []string{"0 plays 6-1 n0, then 1", "1 plays 6-2 n0, then 2", "2 plays 6-3 n0, then 3",
				"3 plays 6-4 n0, then 0", "0 passes, then 1"},
			legal: []string{"2-2 n2"}},
		{name: "C-08 an arm goes on before the others are begun", rules: arms4,
			given: where{board: "6-6, 6-1 n0", hands: []string{"2-1 5-5", "3-2 6-4", "4-3", "5-4"}},
			when:  []string{"0 2-1", "1 3-2 n2"},
			then:  []string{"0 plays 2-1 n1, then 1", "1 plays 3-2 n2, then 2"}, legal: []string{"4-3 n3"}},
		{name: "C-08 the double and its arms take tiles in any order", rules: arms4,
			given: where{board: "6-6, 6-1 n0, 4-1 n1", hands: []string{"6-3 4-2", "2-0", "6-5 3-0", "5-5"}},
			when:  []string{"0 6-3", "1 2-0 ! does_not_fit", "1 pass", "2 6-5", "3 5-5"},
			then: []string{"0 plays 6-3 n0, then 1", "1 passes, then 2", "2 plays 6-5 n0, then 3", "3 plays 5-5 n4, last",
				"domino, closer 3, pips [6 2 3 0]"}},
		{name: "C-08 C-10 a later double has one open half and no toes", rules: arms4,
			given: where{board: "6-6, 6-1 n0", hands: []string{"1-1 5-5", "3-1 5-3", "2-1 2-2", "4-4"}},
			when:  []string{"0 1-1", "1 3-1 n2", "2 2-1 n2 ! does_not_fit", "2 2-1 n1 ! does_not_fit"},
			then:  []string{"0 plays 1-1 n1, then 1", "1 plays 3-1 n2, then 2"}, legal: []string{}},
		{name: "C-08 E-42 one place needs no name, two do", rules: arms4,
			given: where{board: "6-6, 6-1 n0, 6-2 n0, 2-1 n1", hands: []string{"2-0 6-3", "6-5", "4-4", "5-5"}},
			when:  []string{"0 2-0 ! ambiguous_side", "0 2-0 n2"},
			then:  []string{"0 plays 2-0 n2, then 1"}, legal: []string{"6-5 n0"}},
		{name: "C-08 E-03 a tile that fits with both halves names its node", rules: arms4,
			given: where{board: "6-6, 6-2 n0, 6-3 n0", hands: []string{"3-2 5-5", "2-1", "4-4", "3-3"}},
			when:  []string{"0 3-2 ! ambiguous_side", "0 3-2 n0 ! does_not_fit", "0 3-2 n2"},
			then:  []string{"0 plays 3-2 n2, then 1"}},
		{name: "C-08 sides are of a line: a tree has nodes", rules: arms4,
			given: where{board: "6-6", hands: []string{"6-1 5-5", "6-2", "4-4", "3-3"}},
			when:  []string{"0 6-1 L ! no_such_spot", "0 6-1 R ! no_such_spot", "0 6-1 n1 ! no_such_spot"}, legal: []string{"6-1 n0"}},
		{name: "C-08 E-01 the opening names no place", rules: arms4,
			given: where{hands: []string{"6-6 5-5", "6-2", "4-4", "3-3"}},
			when:  []string{"0 6-6 L ! no_such_spot", "0 6-6 n0 ! no_such_spot", "0 6-6"},
			then:  []string{"0 plays 6-6, then 1"}, legal: []string{"6-2 n0"}},
	})
}

// C-08: any other opening tile has its two halves, as on a line.
func TestC08AnOpeningTileThatIsNoDoubleHasTwoHalves(t *testing.T) {
	runJudged(t, []judged{
		{name: "C-08 each half takes one tile, the value says which", rules: arms4,
			given: where{board: "6-4", hands: []string{"6-1 6-2", "4-3 6-3", "4-2 6-5", "5-5"}},
			when:  []string{"0 6-1", "1 6-3 n0 ! does_not_fit", "1 4-3 n0", "2 4-2 ! does_not_fit", "2 6-5 ! does_not_fit"},
			then:  []string{"0 plays 6-1 n0, then 1", "1 plays 4-3 n0, then 2"}, legal: []string{}},
		{name: "C-08 the low half may be first", rules: arms4,
			given: where{board: "6-4", hands: []string{"4-4 6-2", "6-3 4-3", "4-2", "5-5"}},
			when:  []string{"0 4-4", "1 6-3", "2 4-2 n1"},
			then:  []string{"0 plays 4-4 n0, then 1", "1 plays 6-3 n0, then 2", "2 plays 4-2 n1, last", "domino, closer 2, pips [8 7 0 10]"}},
		{name: "C-09 E-04 C-08 equal halves stay open and never close", rules: arms4,
			given: where{board: "6-4, 6-2 n0, 4-2 n0", hands: []string{"2-1 5-5", "3-2 1-1", "4-4", "6-6"}},
			when:  []string{"0 2-1 ! ambiguous_side", "0 2-1 n2", "1 3-2"},
			then:  []string{"0 plays 2-1 n2, then 1", "1 plays 3-2 n1, then 2"}, legal: []string{}},
		{name: "C-08 E-03 a tile that fits two places with different halves", rules: arms4,
			given: where{board: "6-4, 6-2 n0", hands: []string{"4-2 5-5", "3-2", "4-4", "6-6"}},
			when:  []string{"0 4-2 ! ambiguous_side", "0 4-2 n1"},
			then:  []string{"0 plays 4-2 n1, then 1"}, legal: []string{}},
	})
}

// G-06, L-12, L-11: what ends a round, hangs a double and draws is as on a line.
func TestC08AllElseIsAsOnALine(t *testing.T) {
	runJudged(t, []judged{
		{name: "G-06 C-08 blocked when the four arms are full and no end takes an unplayed tile", rules: arms4,
			given: where{board: "6-6, 6-1 n0, 6-2 n0, 6-3 n0", hands: []string{"6-4 5-5", "5-0", "0-0", "6-0"}},
			when:  []string{"0 6-4"}, then: []string{"0 plays 6-4 n0, last", "blocked, closer 0, pips [10 5 0 6]"}},
		{name: "G-06 C-08 an open arm is no block", rules: arms4,
			given: where{board: "6-6, 6-1 n0, 6-2 n0", hands: []string{"6-4 5-5", "5-0", "0-0", "6-0"}},
			when:  []string{"0 6-4", "1 pass", "2 pass"},
			then:  []string{"0 plays 6-4 n0, then 1", "1 passes, then 2", "2 passes, then 3"}, legal: []string{"6-0 n0"}},
		{name: "L-12 C-08 the double of a suit that is down and not open hangs", rules: arms4,
			given: where{board: "6-6, 6-1 n0, 2-1 n1, 6-3 n0, 3-1 n3, 4-1 n4, 6-5 n0, 5-1 n6",
				hands: []string{"1-0 5-5", "1-1 5-3", "2-2", "3-3"}},
			when: []string{"0 1-0"}, then: []string{"0 plays 1-0 n7, then 1", "0 hangs 1-1"}},
		{name: "L-11 C-11 C-08 drawing goes on until a tile fits an arm", rules: []string{"classic.draw", "spinner", "opening_double"},
			given: where{board: "6-6", hands: []string{"5-5 4-4", "1-1"}, boneyard: "2-2 6-3 3-3"},
			when:  []string{"0 pass ! must_draw", "0 +", "0 +", "0 + ! must_play", "0 6-3"},
			then:  []string{"0 draws, 2 left", "0 draws, 1 left", "0 plays 6-3 n0, then 1"}},
	})
}

// C-08: matches by every line game are played out with the arms in use.
func TestC08FourArmsAreUsedInEveryLineGame(t *testing.T) {
	for i, preset := range domino.Presets()[:5] {
		t.Run(preset, func(t *testing.T) {
			r := rules(t, preset, "spinner", "opening_double")
			rng := rand.New(rand.NewPCG(8, uint64(i)))
			arms := map[bool]int{} // most tiles on the root, by whether it is a double
			for range 60 {
				g := deal(t, r, rng, domino.Opening(rng.IntN(4)))
				for over := false; !over; _, over = g.full.Over() {
					if _, err := g.do(choose(&g.full, rng)); err != nil {
						t.Fatal(err)
					}
				}
				on := 0
				for _, n := range g.full.Nodes() {
					if n.Spot == domino.Node(0) {
						on++
					}
				}
				double := g.full.Nodes()[0].Tile.IsDouble()
				arms[double] = max(arms[double], on)
			}
			if arms[true] != 4 || arms[false] != 2 {
				t.Errorf("most tiles on a double %d, on another opening tile %d; want 4 and 2", arms[true], arms[false])
			}
		})
	}
}

func TestC08SpinnerIsAKnobOfLineGamesAlone(t *testing.T) {
	for i, preset := range domino.Presets() {
		r, err := domino.NewRules(preset, map[string]string{"spinner": "opening_double"})
		if line := i < 5; line != (err == nil) {
			t.Errorf("%s: %v", preset, err)
		}
		if err == nil && (!r.Tree() || r.StartsWithDouble() || r.Overrides()["spinner"] != "opening_double" || len(r.Overrides()) != 1) {
			t.Errorf("%s: tree %v, starts with a double %v, overrides %v", preset, r.Tree(), r.StartsWithDouble(), r.Overrides())
		}
		if plain := rules(t, preset); plain.Tree() != plain.StartsWithDouble() {
			t.Errorf("%s without it: tree %s", preset, strconv.FormatBool(plain.Tree()))
		}
	}
}

func TestC08APositionHasNodesAndNoLine(t *testing.T) {
	g := at(t, rules(t, arms4[0], arms4[1:]...), where{board: "6-4, 6-1 n0, 4-4 n0", hands: []string{"4-3", "2-2", "3-3", "5-5"}})
	nodes := g.full.Nodes()
	if len(nodes) != 3 || nodes[0].Free != 0 || nodes[1].Outer != 1 || nodes[2].Outer != 4 || nodes[2].Free != 1 {
		t.Errorf("nodes %+v", nodes)
	}
	if _, _, line := g.full.Ends(); line || g.full.Line() != nil {
		t.Error("a tree has a line")
	}
	if _, waits := g.full.Pending(); waits || g.full.OpenPips() != domino.PipSet(0).With(1).With(4) {
		t.Errorf("pending %v, open %b", waits, g.full.OpenPips())
	}
}

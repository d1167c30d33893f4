package domino_test

import (
	"math/rand/v2"
	"testing"

	"tranca.example/pkg/domino"
)

// Trees that several rows use: the root with its four arms; a foot 4-4 with one
// toe to come and all other fours down; the same with 4-1 in the boneyard.
const (
	fourArms  = "6-6, 6-1 n0, 6-2 n0, 6-3 n0, 6-4 n0"
	deadFoot  = "6-6, 6-4 n0, 6-3 n0, 6-2 n0, 6-1 n0, 4-3 n2, 4-2 n3, 4-1 n4, 5-4 n1, 4-4 n5"
	aliveFoot = "6-6, 6-4 n0, 6-3 n0, 6-2 n0, 6-1 n0, 4-3 n2, 4-2 n3, 5-4 n1, 4-4 n5, 4-0 n8"
)

var (
	chickie     = []string{"chickie"}
	footExhaust = []string{"chickie", "dead_rule", "exhaust"}
)

func TestStartingATree(t *testing.T) {
	hands := []string{"6-6 5-5 6-5", "4-4", "3-3", "2-2"}
	runJudged(t, []judged{
		{name: "K-03 K-07 the starting double is placed as a turn, then the left plays", rules: chickie,
			given: where{opening: domino.OpenForced, hands: hands},
			when:  []string{"0 5-5 ! must_open_with", "0 6-5 ! must_open_with", "0 6-6 n0 ! no_such_spot", "0 6-6 L ! no_such_spot", "0 6-6"},
			then:  []string{"0 plays 6-6, then 1"}},
		{name: "E-43 K-05 a double that started a round before does not start another", rules: chickie,
			given: where{opening: domino.OpenForced, eligible: "643210", hands: []string{"5-5 4-4", "6-5", "3-3", "2-2"}},
			when:  []string{"0 5-5 ! must_open_with"}, legal: []string{"4-4"}},
		{name: "K-08 K-09 only the root takes tiles until it has four arms", rules: chickie,
			given: where{board: "6-6, 6-1 n0", hands: []string{"6-2 2-1 1-1", "6-3 5-5", "6-4", "6-0"}, boneyard: "5-4"},
			when:  []string{"0 2-1 n1 ! foot_first", "0 2-1 n0 ! does_not_fit", "0 2-1 ! does_not_fit", "0 6-2 n7 ! no_such_spot", "0 6-2 R ! no_such_spot", "0 6-2 n0"},
			then:  []string{"0 plays 6-2 n0, then 1"}, legal: []string{"6-3 n0"}},
		{name: "K-08 a tile for the root needs no node named", rules: chickie,
			given: where{board: "6-6, 6-1 n0", hands: []string{"6-2 2-1 1-1", "6-3 5-5", "6-4", "6-0"}},
			when:  []string{"0 6-2"}, then: []string{"0 plays 6-2 n0, then 1"}},
		{name: "E-34 a double that fits an arm waits for the root", rules: chickie,
			given: where{board: "6-6, 6-3 n0, 6-1 n0", hands: []string{"3-3 2-0", "5-5", "4-4", "6-0 6-5"}, boneyard: "5-4 6-2"},
			when:  []string{"0 3-3 n1 ! foot_first", "0 3-3 ! does_not_fit", "0 pass ! must_draw", "0 +"},
			then:  []string{"0 draws, 1 left", "0 passes, then 1"}},
		{name: "K-11 the fourth arm opens the outer halves and closes the root", rules: chickie,
			given: where{board: "6-6, 6-1 n0, 6-2 n0, 6-3 n0", hands: []string{"6-4 0-0", "6-5 4-1 3-3 5-1", "4-2", "5-5"}},
			when:  []string{"0 6-4"}, then: []string{"0 plays 6-4 n0, then 1"}, legal: []string{"3-3 n3", "4-1 n1", "4-1 n4", "5-1 n1"}},
		{name: "E-35 there is no fifth arm", rules: chickie,
			given: where{board: fourArms, hands: []string{"6-5 5-0", "2-2", "3-3", "1-1"}},
			when:  []string{"0 6-5 n0 ! does_not_fit", "0 6-5 ! does_not_fit", "0 pass"},
			then:  []string{"0 passes, then 1"}},
		{name: "K-08 root_arms=6 wants six arms", rules: []string{"chickie", "root_arms", "6"},
			given: where{board: fourArms, hands: []string{"6-5 1-1", "6-0 2-2", "3-3", "4-4"}},
			when:  []string{"0 1-1 n1 ! foot_first", "0 6-5"}, then: []string{"0 plays 6-5 n0, then 1"}, legal: []string{"6-0 n0"}},
	})
}

func TestGrowingATree(t *testing.T) {
	foot := fourArms + ", 1-1 n1"
	runJudged(t, []judged{
		{name: "K-10 a drawn tile that fits must be played", rules: chickie,
			given: where{board: "6-6", by: 3, hands: []string{"1-1", "6-3 2-2", "6-4", "6-0"}, boneyard: "6-2 5-5"},
			when:  []string{"0 +", "0 pass ! must_play", "0 + ! must_play", "0 6-2"},
			then:  []string{"0 draws, 1 left", "0 plays 6-2 n0, then 1"}},
		{name: "K-10 an empty boneyard means a pass", rules: chickie,
			given: where{board: "6-6", by: 3, hands: []string{"1-1", "6-3 2-2", "6-4", "6-0"}},
			when:  []string{"0 + ! boneyard_empty", "0 pass"}, then: []string{"0 passes, then 1"}},
		{name: "K-12 K-14 a double on a leaf is called, and binds everybody", rules: chickie,
			given: where{board: fourArms, hands: []string{"1-1 5-0", "4-2 1-0", "3-3", "5-1"}},
			when:  []string{"0 1-1 n1", "1 4-2 n4 ! foot_first", "1 4-2 ! does_not_fit"},
			then:  []string{"0 plays 1-1 n1, then 1", "0 calls chickie 1-1"}, legal: []string{"1-0 n5"}},
		{name: "K-16 who cannot play on the double draws one", rules: chickie,
			given: where{board: foot, hands: []string{"4-2", "1-0 5-5", "3-3", "2-2"}, boneyard: "5-0 2-1"},
			when:  []string{"0 4-2 n4 ! foot_first", "0 pass ! must_draw", "0 +"},
			then:  []string{"0 draws, 1 left", "0 passes, then 1"}},
		{name: "E-39 K-15 K-17 the third toe completes the foot and all leaves are open", rules: chickie,
			given: where{board: foot + ", 5-1 n5, 2-1 n5", hands: []string{"1-0 5-5", "5-2 2-0 3-0 4-0", "3-3", "2-2"}},
			when:  []string{"0 1-0"},
			then:  []string{"0 plays 1-0 n5, then 1", "0 completes n5"},
			legal: []string{"2-0 n2", "2-0 n7", "2-0 n8", "3-0 n3", "3-0 n8", "4-0 n4", "4-0 n8", "5-2 n2", "5-2 n6", "5-2 n7"}},
		{name: "E-40 the last tile may be a double, its foot is not needed", rules: chickie,
			given: where{board: fourArms, hands: []string{"1-1", "4-2", "3-3", "5-1"}},
			when:  []string{"0 1-1"},
			then:  []string{"0 plays 1-1 n1, last", "0 calls chickie 1-1", "domino, closer 0, pips [0 6 6 6]"}},
		{name: "E-41 K-18 the last tile may be the first toe", rules: chickie,
			given: where{board: foot, hands: []string{"5-1", "4-2", "3-3", "1-0"}},
			when:  []string{"0 5-1"}, then: []string{"0 plays 5-1 n5, last", "domino, closer 0, pips [0 6 6 1]"}},
		{name: "E-41 K-18 the last tile may be the second toe", rules: chickie,
			given: where{board: foot + ", 5-1 n5", hands: []string{"2-1", "4-2", "3-3", "1-0"}},
			when:  []string{"0 2-1"}, then: []string{"0 plays 2-1 n5, last", "domino, closer 0, pips [0 6 6 1]"}},
		{name: "E-42 of two leaves with one value the command names one", rules: chickie,
			given: where{board: fourArms + ", 4-1 n1", hands: []string{"4-0 5-5", "4-2", "3-3", "1-1"}},
			when:  []string{"0 4-0 ! ambiguous_side", "0 4-0 n2 ! does_not_fit", "0 4-0 n5"},
			then:  []string{"0 plays 4-0 n5, then 1"}},
		{name: "E-42 both leaves are in the list", rules: chickie,
			given: where{board: fourArms + ", 4-1 n1", hands: []string{"4-0 5-5", "4-2", "3-3", "1-1"}},
			legal: []string{"4-0 n4", "4-0 n5"}},
	})
}

func TestDeadFeet(t *testing.T) {
	dead := where{board: deadFoot, by: 3, hands: []string{"4-0 3-3", "5-5", "2-2", "1-1"}, boneyard: "5-0 5-1 5-2 5-3 6-5 6-0 3-2"}
	runJudged(t, []judged{
		{name: "E-37 T-37 K-18 a foot that nobody can fill ends the round, boneyard ignored", rules: chickie, given: dead,
			when: []string{"0 4-0"}, then: []string{"0 plays 4-0 n9, last", "blocked, closer 0, pips [6 10 4 2]"}},
		{name: "E-37 T-37 dead_rule=exhaust draws the boneyard first", rules: footExhaust, given: dead,
			when: []string{"0 4-0", "1 +", "2 +", "3 +", "0 +", "1 +", "2 +", "3 +"},
			then: []string{"0 plays 4-0 n9, then 1", "1 draws, 6 left", "1 passes, then 2", "2 draws, 5 left", "2 passes, then 3",
				"3 draws, 4 left", "3 passes, then 0", "0 draws, 3 left", "0 passes, then 1", "1 draws, 2 left", "1 passes, then 2",
				"2 draws, 1 left", "2 passes, then 3", "3 draws, 0 left", "blocked, closer 0, pips [14 26 16 14]"}},
		{name: "E-38 a toe in the boneyard keeps the foot alive, and its drawer must play it", rules: chickie,
			given: where{board: aliveFoot, by: 3, hands: []string{"3-3", "5-5", "2-2", "1-1"}, boneyard: "5-0 4-1 2-0"},
			when:  []string{"0 +", "1 +", "1 pass ! must_play", "1 4-1"},
			then: []string{"0 draws, 2 left", "0 passes, then 1", "1 draws, 1 left",
				"1 plays 4-1 n8, last", "blocked, closer 1, pips [11 10 4 2]"}},
	})
}

func TestADoubleLeavesThreeSidesFreeK13K15(t *testing.T) {
	g := at(t, rules(t, "chickie"), where{board: fourArms, hands: []string{"1-1 5-0", "1-0 2-2", "3-3", "5-1"}})
	g.play("0 1-1 n1")
	nodes := g.full.Nodes()
	if n := nodes[5]; n.Free != 3 || n.Outer != 1 || n.Spot != domino.Node(1) {
		t.Errorf("the foot is %+v", n)
	}
	if nodes[0].Free != 0 || nodes[1].Free != 0 || nodes[2].Free != 1 {
		t.Errorf("root %+v, parent %+v, other arm %+v", nodes[0], nodes[1], nodes[2])
	}
	if at, ok := g.full.Pending(); !ok || at != domino.Node(5) {
		t.Errorf("pending %v", at)
	}
}

func TestTheRootPhaseIsNeverDeadE36(t *testing.T) {
	r := rules(t, "chickie")
	rng := rand.New(rand.NewPCG(36, 36))
	positions := 0
	for range 300 {
		g := deal(t, r, rng, domino.OpenForced)
		for f := g.full; f.Turn() != domino.NoSeat; {
			inPlaceChoice(&f, rng)
			if at, ok := f.Pending(); !ok || at != domino.Node(0) {
				break
			}
			if positions++; f.Dead() || f.Ended() == domino.EndBlocked {
				t.Fatalf("dead with the root open: %v", f.Board())
			}
		}
	}
	if positions < 1000 {
		t.Fatalf("only %d positions", positions)
	}
}

func inPlaceChoice(f *domino.Full, rng *rand.Rand) {
	switch m := f.Legal(); {
	case !m.Empty():
		f.Place(f.Pick(m, rng.IntN(m.Len())))
	case f.MayDraw():
		f.Draw()
	default:
		f.Pass()
	}
}

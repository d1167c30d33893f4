package domino_test

import (
	"slices"
	"testing"

	"tranca.example/pkg/domino"
)

const nobody = domino.NoSeat

// ended is a round that ended so, with what is left in each hand.
func ended(end domino.Ending, closer domino.Seat, pips ...int) domino.RoundEnded {
	return domino.RoundEnded{End: end, Closer: closer, Forfeits: nobody, Pips: pips}
}

func gaveUp(seat domino.Seat, pips ...int) domino.RoundEnded {
	e := ended(domino.EndForfeit, nobody, pips...)
	e.Forfeits = seat
	return e
}

func score(r *domino.Rules, opener domino.Seat, e domino.RoundEnded) domino.RoundScore {
	return domino.ScoreRound(r, domino.NewStanding(r), opener, domino.Double(6), e)
}

func TestARoundIsWonByOneSide(t *testing.T) {
	domino4 := func(pips ...int) domino.RoundEnded { return ended(domino.EndDomino, 2, pips...) }
	block := func(closer domino.Seat, pips ...int) domino.RoundEnded {
		return ended(domino.EndBlocked, closer, pips...)
	}
	cases := []struct {
		name      string
		preset    string
		knobs     []string
		opener    domino.Seat
		ended     domino.RoundEnded
		winner    domino.Side
		points    int
		breakdown []int
	}{
		{"E-23 C-13 the partner's pips count neither way", "latin.pairs", nil, 0, domino4(30, 7, 0, 8), 0, 15, []int{15, 0}},
		{"C-13 L-14 all_remaining counts the partner's too", "latin.pairs", []string{"score_domino", "all_remaining"}, 0, domino4(30, 7, 0, 8), 0, 45, []int{45, 0}},
		{"C-12 individual: everybody else's pips", "classic.block4", nil, 0, domino4(9, 19, 0, 16), 2, 44, []int{0, 0, 44, 0}},
		{"E-05 going out on a dead position is a domino", "latin.pairs", nil, 0, ended(domino.EndDomino, 0, 0, 7, 30, 8), 0, 15, []int{15, 0}},
		{"E-27 a domino worth nothing is won", "classic.draw", nil, 0, ended(domino.EndDomino, 0, 0, 0), 0, 0, []int{0, 0}},
		{"E-22 L-16 the lower side wins the difference", "latin.pairs", nil, 0, block(0, 5, 10, 30, 12), 1, 13, []int{0, 13}},
		{"E-22 individual_lowest: the lowest hand's side, never less than nothing", "latin.pairs", []string{"block_winner", "individual_lowest"}, 0, block(0, 5, 10, 30, 12), 0, 0, []int{0, 0}},
		{"E-22 individual_lowest with opponents", "latin.pairs", []string{"block_winner", "individual_lowest", "score_block", "opponents"}, 0, block(0, 5, 10, 30, 12), 0, 22, []int{22, 0}},
		{"L-20 score_block=all_remaining", "latin.pairs", []string{"score_block", "all_remaining"}, 0, block(0, 5, 10, 30, 12), 1, 57, []int{0, 57}},
		{"E-24 L-15 the closer's side loses", "latin.pairs", nil, 0, block(1, 5, 10, 6, 12), 0, 11, []int{11, 0}},
		{"E-08 two players: 12 against 10", "classic.draw", nil, 0, block(1, 12, 10), 1, 2, []int{0, 2}},
		{"E-08 exhaust counts the tile that was drawn: 19 against 10", "classic.draw", []string{"dead_rule", "exhaust"}, 0, block(1, 19, 10), 1, 9, []int{0, 9}},
		{"E-21 C-15 three players: all others less own", "classic.draw", []string{"seats", "3"}, 0, block(1, 4, 10, 20), 0, 26, []int{26, 0, 0}},
		{"E-26 L-13 the holder of a hung double wins a block", "latin.solo", nil, 1, block(3, 0, 7, 10, 8), 0, 25, []int{25, 0, 0, 0}},
		{"L-16 closer_vs_next: the closer is lower", "latin.pairs", []string{"block_winner", "closer_vs_next"}, 0, block(1, 9, 4, 1, 50), 1, 0, []int{0, 0}},
		{"L-16 closer_vs_next: the seat after him is lower", "latin.pairs", []string{"block_winner", "closer_vs_next", "score_block", "all_remaining"}, 0, block(1, 3, 4, 1, 2), 0, 10, []int{10, 0}},
		{"E-20 block_tie=opener_side: the tie-break winner scores the others' less own", "classic.draw", []string{"seats", "3", "block_tie", "opener_side"}, 1, block(2, 9, 9, 14), 1, 14, []int{0, 14, 0}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := score(rules(t, c.preset, c.knobs...), c.opener, c.ended)
			if got.Winner != c.winner || got.Points != c.points || !slices.Equal(got.Breakdown, c.breakdown) {
				t.Errorf("side %d wins %d, %v; want side %d, %d, %v", got.Winner, got.Points, got.Breakdown, c.winner, c.points, c.breakdown)
			}
			if !slices.Equal(got.Next.Totals, c.breakdown) || got.Shuffler != c.opener {
				t.Errorf("totals %v, shuffler %d", got.Next.Totals, got.Shuffler)
			}
		})
	}
}

func TestATiedBlockIsSettledByTheKnob(t *testing.T) {
	pairs, three, four := []int{15, 4, 16, 27}, []int{9, 9, 14}, []int{20, 6, 30, 6}
	cases := []struct {
		name, preset, tie string
		seats             string
		opener, closer    domino.Seat
		pips              []int
		winner            domino.Side
		points            int
	}{
		{"E-19 C-16 two players, 11 each", "classic.draw", "void", "2", 0, 1, []int{11, 11}, domino.NoSide, 0},
		{"E-20 L-17 two of three", "classic.draw", "void", "3", 0, 1, three, domino.NoSide, 0},
		{"E-30 L-17 nobody", "latin.pairs", "void", "4", 2, 1, pairs, domino.NoSide, 0},
		{"E-30 L-18a the opener's side", "latin.pairs", "opener_side", "4", 2, 1, pairs, 0, 0},
		{"E-30 L-18b the closer's side", "latin.pairs", "closer_side", "4", 2, 1, pairs, 1, 0},
		{"E-31 L-18a opener 2 walks to 1", "latin.solo", "opener_side", "4", 2, 0, four, 1, 50},
		{"E-31 L-18a opener 3 is nearest himself", "latin.solo", "opener_side", "4", 3, 0, four, 3, 50},
		{"E-31 L-18a clockwise, opener 2 walks to 3", "classic.block4", "opener_side", "4", 2, 0, four, 3, 50},
		{"E-32 L-18b the closer is not among the lowest", "latin.solo", "closer_side", "4", 2, 0, four, domino.NoSide, 0},
		{"L-18b the closer is among the lowest", "latin.solo", "closer_side", "4", 2, 3, four, 3, 50},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := rules(t, c.preset, "block_tie", c.tie, "seats", c.seats)
			got := score(r, c.opener, ended(domino.EndBlocked, c.closer, c.pips...))
			if got.Winner != c.winner || got.Points != c.points {
				t.Errorf("side %d wins %d, want side %d, %d", got.Winner, got.Points, c.winner, c.points)
			}
			if got.Winner == domino.NoSide && slices.Max(got.Next.Totals) != 0 {
				t.Errorf("void, yet %v", got.Next.Totals)
			}
			if got.Next.Played != 1 || got.Next.First {
				t.Errorf("C-16: a void round counts as played: %+v", got.Next)
			}
		})
	}
}

// The tie of block_winner's other readings is a tie across sides only.
func TestTiesUnderOtherWaysToWinABlock(t *testing.T) {
	cases := []struct {
		name, winner, tie string
		closer            domino.Seat
		pips              []int
		want              domino.Side
	}{
		{"L-16 equal lowest hands on one side", "individual_lowest", "void", 0, []int{5, 10, 5, 12}, 0},
		{"L-17 equal lowest hands across sides", "individual_lowest", "void", 0, []int{5, 5, 30, 12}, domino.NoSide},
		{"L-18b equal lowest hands, the closer's side", "individual_lowest", "closer_side", 3, []int{5, 5, 30, 12}, 1},
		{"L-17 the closer equals the seat after him", "closer_vs_next", "void", 1, []int{4, 4, 0, 0}, domino.NoSide},
		{"L-18b the closer equals the seat after him: the closer", "closer_vs_next", "closer_side", 1, []int{4, 4, 0, 0}, 1},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := rules(t, "latin.pairs", "block_winner", c.winner, "block_tie", c.tie)
			if got := score(r, 0, ended(domino.EndBlocked, c.closer, c.pips...)); got.Winner != c.want {
				t.Errorf("side %d, want %d", got.Winner, c.want)
			}
		})
	}
}

func TestAForfeitIsLostByTheSideThatGaveUp(t *testing.T) {
	cases := []struct {
		name   string
		r      *domino.Rules
		ended  domino.RoundEnded
		winner domino.Side
		totals []int
	}{
		{"pairs: the other side, as if it had gone out", rules(t, "latin.pairs"), gaveUp(3, 10, 4, 20, 6), 0, []int{10, 0}},
		{"pairs: all_remaining", rules(t, "latin.pairs", "score_domino", "all_remaining"), gaveUp(3, 10, 4, 20, 6), 0, []int{40, 0}},
		{"two players", rules(t, "classic.draw"), gaveUp(0, 30, 12), 1, []int{0, 30}},
		{"three players: nobody scores", rules(t, "classic.draw", "seats", "3"), gaveUp(0, 30, 12, 5), domino.NoSide, []int{0, 0, 0}},
		{"chickie: only who gave up writes down", rules(t, "chickie"), gaveUp(2, 30, 12, 5, 9), domino.NoSide, []int{0, 0, 5, 0}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := score(c.r, 1, c.ended)
			if got.Winner != c.winner || !slices.Equal(got.Next.Totals, c.totals) || got.Next.Played != 1 {
				t.Errorf("side %d, %v; want side %d, %v", got.Winner, got.Next.Totals, c.winner, c.totals)
			}
		})
	}
}

// An annulled round leaves opener, eligible doubles and totals as they were.
func TestAnAnnulledRoundCountsNothing(t *testing.T) {
	for _, preset := range domino.Presets() {
		r := rules(t, preset)
		before := domino.NewStanding(r)
		before.Played, before.Opener, before.First, before.Totals[0] = 2, 1, false, 99
		got := domino.ScoreRound(r, before, 1, domino.Double(6), ended(domino.EndVoid, 0, make([]int, r.Seats)...))
		if got.Winner != domino.NoSide || got.Points != 0 || got.MatchOver || slices.Max(got.Breakdown) != 0 {
			t.Errorf("%s: %+v", preset, got)
		}
		n := got.Next
		if n.Opener != 1 || n.Played != 2 || n.Eligible != before.Eligible || n.Starter != before.Starter || !slices.Equal(n.Totals, before.Totals) {
			t.Errorf("%s: next %+v, want %+v", preset, n, before)
		}
	}
}

func TestTheStandingBeforeIsNotWrittenTo(t *testing.T) {
	r := rules(t, "classic.draw")
	before := domino.NewStanding(r)
	domino.ScoreRound(r, before, 0, 0, ended(domino.EndDomino, 0, 0, 12))
	if !slices.Equal(before.Totals, []int{0, 0}) || !before.First {
		t.Errorf("%+v", before)
	}
}

// K-19: everybody writes down what is left in his own hand; nobody wins.
func TestChickieScoresOwnPips(t *testing.T) {
	r := rules(t, "chickie")
	cases := []struct {
		name  string
		ended domino.RoundEnded
	}{
		{"K-19 who went out writes 0", ended(domino.EndDomino, 1, 16, 0, 31, 16)},
		{"K-18 K-19 a block has no bonus", ended(domino.EndBlocked, 1, 16, 0, 31, 16)},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := score(r, 2, c.ended)
			if got.Winner != domino.NoSide || got.Points != 0 || !slices.Equal(got.Breakdown, []int{16, 0, 31, 16}) {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestSidePipsAddsPartners(t *testing.T) {
	if got := domino.SidePips(rules(t, "latin.pairs"), []int{15, 4, 16, 27}); !slices.Equal(got, []int{31, 31}) {
		t.Errorf("LAT-1: %v, want [31 31]", got)
	}
}

// What a log tells of seats that are not at the table counts for nobody.
func TestForeignSeatsScoreNothing(t *testing.T) {
	for _, preset := range domino.Presets() {
		r := rules(t, preset)
		for _, seat := range []domino.Seat{nobody, 4, 100, -100} {
			for _, end := range []domino.Ending{domino.EndNone, domino.EndDomino, domino.EndBlocked, domino.EndForfeit} {
				e := domino.RoundEnded{End: end, Closer: seat, Forfeits: seat, Pips: []int{7, 7, 7, 7, 99, 99}}
				got := domino.ScoreRound(r, domino.Standing{}, seat, 255, e)
				if got.Winner != domino.NoSide || slices.Max(got.Next.Totals) > 7 {
					t.Errorf("%s, seat %d, ending %d: %+v", preset, seat, end, got)
				}
			}
		}
	}
}

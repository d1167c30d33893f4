package domino_test

import (
	"errors"
	"slices"
	"strconv"
	"testing"

	"tranca.example/pkg/domino"
)

func TestHandSizesFollowTheNumberOfSeats(t *testing.T) {
	cases := []struct {
		rule, preset       string
		seats, hand, bones int
	}{
		{"C-02 T-22 two", "classic.draw", 2, 7, 14},
		{"C-02 T-22 three", "classic.draw", 3, 6, 10},
		{"C-02 T-22 five", "classic.draw", 5, 5, 3},
		{"C-02 T-22 six", "classic.draw", 6, 4, 4},
		{"C-02 T-22 four block", "classic.block4", 4, 7, 0},
		{"C-02 T-22 four draw", "classic.draw4", 4, 5, 8},
		{"L-02 pairs", "latin.pairs", 4, 7, 0},
		{"L-02 L-11 two", "latin.solo", 2, 7, 14},
		{"L-02 L-11 three", "latin.solo", 3, 7, 7},
		{"L-02 L-11 four: nothing to draw", "latin.solo", 4, 7, 0},
		{"K-02 two", "chickie", 2, 5, 18},
		{"K-02 three", "chickie", 3, 5, 13},
		{"K-02 four", "chickie", 4, 5, 8},
		{"K-02 five", "chickie", 5, 5, 3},
	}
	for _, c := range cases {
		t.Run(c.rule, func(t *testing.T) {
			r := rules(t, c.preset, "seats", strconv.Itoa(c.seats))
			if r.HandSize != c.hand || r.Tiles()-r.Seats*r.HandSize != c.bones {
				t.Errorf("%d each, want %d each and a boneyard of %d", r.HandSize, c.hand, c.bones)
			}
		})
	}
}

func TestPresetsListTheirSeats(t *testing.T) {
	want := map[string][]int{
		"latin.pairs": {4}, "latin.solo": {2, 3, 4}, "classic.draw": {2, 3, 5, 6},
		"classic.block4": {4}, "classic.draw4": {4}, "chickie": {2, 3, 4, 5},
	}
	for preset, seats := range want {
		if got, err := domino.PresetSeats(preset); err != nil || !slices.Equal(got, seats) {
			t.Errorf("%s: %v, %v; want %v", preset, got, err, seats)
		}
	}
}

func TestCombinationsThatCannotBePlayedAreRefused(t *testing.T) {
	cases := []struct {
		rule, preset string
		knobs        map[string]string
		want         string
	}{
		{"E-45 six seats", "chickie", map[string]string{"seats": "6"},
			`preset chickie: knob seats does not take "6"; it takes 2, 3, 4, 5`},
		{"E-45 K-02 thirty tiles", "chickie", map[string]string{"seats": "5", "hand_size": "6"},
			`preset chickie: knob hand_size does not take "6" (5 seats × 6 tiles = 30 > 27); it takes 1 to 5`},
		{"K-02 one double must be left to draw", "chickie", map[string]string{"hand_size": "7"},
			`preset chickie: knob hand_size does not take "7" (4 seats × 7 tiles = 28 > 27); it takes 1 to 6`},
		{"L-02 more tiles than the box has", "latin.solo", map[string]string{"seats": "3", "hand_size": "10"},
			`preset latin.solo: knob hand_size does not take "10" (3 seats × 10 tiles = 30 > 28); it takes 1 to 9`},
		{"L-01 pairs at another table", "latin.solo", map[string]string{"teams": "pairs"},
			`preset latin.solo: knob teams does not take "pairs"; it takes none`},
		{"L-01 no pairs in the pairs game", "latin.pairs", map[string]string{"teams": "none"},
			`preset latin.pairs: knob teams does not take "none"; it takes pairs`},
		{"C-01 pairs with two", "classic.draw", map[string]string{"teams": "pairs"},
			`preset classic.draw: knob teams does not take "pairs"; it takes none`},
		{"K-08 more sides than companions", "chickie", map[string]string{"root_arms": "8"},
			`preset chickie: knob root_arms does not take "8" (a double has only 6 companions); it takes 4, 6`},
		{"K-05 more rounds than doubles", "chickie", map[string]string{"rounds": "8"},
			`preset chickie: knob rounds does not take "8" (each double starts one round); it takes 0 to 7`},
		{"C-18 a match without an end", "classic.draw", map[string]string{"target": "0"},
			`preset classic.draw: knob target does not take "0" (with rounds 0 the match would never end); it takes 1 to 10000`},
		{"L-19 two tiles that earn the opening", "latin.solo", map[string]string{"set_max": "9", "void_next_opener": "holder_66"},
			`preset latin.solo: knob void_next_opener does not take "holder_66" (open_first says that another double earns the opening); it takes rotate, same`},
		{"K-08 a root in a line game", "latin.pairs", map[string]string{"root_arms": "4"},
			`preset latin.pairs: knob root_arms does not take "4" (it has no meaning in this family of games); it takes 0`},
		{"L-18a a block tie in a tree game", "chickie", map[string]string{"block_tie": "void"},
			`preset chickie: knob block_tie does not take "void" (it has no meaning in this family of games); it takes none`},
		{"C-14 points in play", "classic.draw", map[string]string{"score_in_play": "fives"},
			`preset classic.draw: knob score_in_play does not take "fives" (not playable yet); it takes none`},
		{"C-18 leading zeros", "classic.draw", map[string]string{"target": "0100"},
			`preset classic.draw: knob target does not take "0100"; it takes 0 to 10000`},
	}
	for _, c := range cases {
		t.Run(c.rule, func(t *testing.T) {
			r, err := domino.NewRules(c.preset, c.knobs)
			var bad *domino.BadKnobValue
			if r != nil || !errors.As(err, &bad) || err.Error() != c.want {
				t.Errorf("got %v, %v\nwant %s", r, err, c.want)
			}
		})
	}
}

func TestCombinationsThatCanBePlayed(t *testing.T) {
	cases := []struct {
		rule, preset string
		knobs        []string
	}{
		{"C-18 rounds instead of a target", "classic.draw", []string{"target", "0", "rounds", "5"}},
		{"K-08 eight sides in a double-nine", "chickie", []string{"set_max", "9", "root_arms", "8"}},
		{"K-05 ten rounds in a double-nine", "chickie", []string{"set_max", "9", "rounds", "10"}},
		{"K-02 six each for four", "chickie", []string{"hand_size", "6"}},
		{"L-19 6-6 after a tie in a double-nine", "latin.pairs", []string{"set_max", "9", "void_next_opener", "holder_66"}},
		{"C-01 four in pairs", "classic.draw4", []string{"teams", "pairs"}},
	}
	for _, c := range cases {
		t.Run(c.rule, func(t *testing.T) {
			r := rules(t, c.preset, c.knobs...)
			for i := 0; i < len(c.knobs); i += 2 {
				if got, _ := r.Knob(c.knobs[i]); got != c.knobs[i+1] {
					t.Errorf("%s = %s, want %s", c.knobs[i], got, c.knobs[i+1])
				}
			}
		})
	}
}

// L-01, T-18: partners sit opposite by seat number, whatever the order in
// which the seats were taken.
func TestL01T18PartnersSitOpposite(t *testing.T) {
	r := rules(t, "latin.pairs")
	for i, seat := range []domino.Seat{2, 0, 3, 1} {
		want := []domino.Side{0, 0, 1, 1}[i]
		if got := r.SideOf(seat); got != want {
			t.Errorf("seat %d: side %d, want %d", seat, got, want)
		}
	}
	if r.Sides() != 2 || rules(t, "classic.block4").Sides() != 4 {
		t.Errorf("%d sides in pairs", r.Sides())
	}
}

// L-05, C-06, K-07, T-18: the turn goes to the right or to the left.
func TestTurnsFollowTheRotation(t *testing.T) {
	cases := []struct {
		rule string
		r    *domino.Rules
		want []domino.Seat
	}{
		{"L-05 to the right", rules(t, "latin.pairs"), []domino.Seat{3, 2, 1, 0}},
		{"C-06 to the left", rules(t, "classic.block4"), []domino.Seat{1, 2, 3, 0}},
		{"K-07 to the left", rules(t, "chickie", "seats", "3"), []domino.Seat{1, 2, 0}},
		{"L-05 agreed the other way", rules(t, "latin.solo", "rotation", "cw", "seats", "3"), []domino.Seat{1, 2, 0}},
	}
	for _, c := range cases {
		t.Run(c.rule, func(t *testing.T) {
			s := domino.Seat(0)
			for _, want := range c.want {
				if s = c.r.Next(s); s != want {
					t.Fatalf("next is %d, want %d", s, want)
				}
			}
		})
	}
}

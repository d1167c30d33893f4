package domino_test

import (
	"errors"
	"slices"
	"testing"

	"tranca.example/pkg/domino"
)

// values makes a set of pip values.
func values(vs ...domino.Pip) domino.PipSet {
	var s domino.PipSet
	for _, v := range vs {
		s = s.With(v)
	}
	return s
}

var fiveHands = []string{
	"6-6 6-4 6-3 6-2 6-1", "5-5 5-4 5-3 5-2 5-1", "4-4 4-3 4-1 4-0 3-2",
	"3-3 2-2 3-1 3-0 2-1", "1-1 6-0 5-0 2-0 1-0",
}

func TestATreeGameStartsWithADoubleThatHasNotStartedOne(t *testing.T) {
	two := []string{"5-5 4-4 6-4 6-3 6-2", "3-3 5-4 5-3 5-2 5-1"}
	bare := []string{"6-5 6-4 6-3 6-2 6-1", "5-4 5-3 5-2 5-1 5-0"}
	cases := []struct {
		name     string
		knobs    []string
		eligible domino.PipSet
		starter  domino.Seat
		boneyard string
		hands    []string
		opener   domino.Seat
		draws    []domino.Seat
		root     string
	}{
		{"K-03 the holder of 6-6", []string{"seats", "5"}, 0b111_1111, domino.NoSeat, "6-5 4-2 0-0", fiveHands, 0, nil, "6-6"},
		{"K-04 else the next highest held", []string{"seats", "2"}, 0b111_1111, domino.NoSeat, "", two, 0, nil, "5-5"},
		{"K-05 6-6 comes back", []string{"seats", "5"}, values(6, 4, 3, 2, 1, 0), 1, "6-5 4-2 0-0", fiveHands, 0, nil, "6-6"},
		{"E-43 a used double is not eligible", []string{"seats", "2"}, values(6, 4, 3, 2, 1, 0), 1, "", two, 0, nil, "4-4"},
		{"K-05 the highest of those left", []string{"seats", "5"}, values(3, 1, 0), 0, "6-5 4-2 0-0", fiveHands, 3, nil, "3-3"},
		{"E-44 K-06 T-35 one each in turn until it is drawn", []string{"seats", "5"}, values(0), 0, "6-5 4-2 0-0", fiveHands, 3,
			[]domino.Seat{1, 2, 3}, "0-0"},
		{"K-06 in round 1 seat 0 draws first", []string{"seats", "2"}, 0b111_1111, domino.NoSeat, "4-3 4-1 4-4", bare, 0,
			[]domino.Seat{0, 1, 0}, "4-4"},
		{"K-06 any unused double will do", []string{"seats", "2"}, values(6, 2), 0, "4-3 4-4 2-2 6-6", bare, 1,
			[]domino.Seat{1, 0, 1}, "2-2"},
		{"K-06 the starter was the last seat", []string{"seats", "2"}, values(2), 1, "2-2", bare, 0, []domino.Seat{0}, "2-2"},
		{"K-06 all_draw: the lap is finished, the highest starts", []string{"seats", "2", "start_none", "all_draw"}, values(6, 2), 0, "2-2 6-6", bare, 0,
			[]domino.Seat{1, 0}, "6-6"},
		{"K-06 all_draw: laps go on until one is drawn", []string{"seats", "2", "start_none", "all_draw"}, values(6), 0, "4-3 4-1 6-6 4-0", bare, 1,
			[]domino.Seat{1, 0, 1, 0}, "6-6"},
		{"K-04 strict: only the highest unused one", []string{"seats", "2", "start_double", "strict"}, 0b111_1111, domino.NoSeat, "2-2 6-6", two, 1,
			[]domino.Seat{0, 1}, "6-6"},
		{"K-04 strict: it is held", []string{"seats", "2", "start_double", "strict"}, values(5, 4, 0), 1, "2-2 6-6", two, 0, nil, "5-5"},
		{"K-05 the order only matters for what is eligible", []string{"seats", "2", "start_order", "descending"}, values(3, 2, 1, 0), 0, "", two, 1, nil, "3-3"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := rules(t, "chickie", c.knobs...)
			s := domino.NewStanding(r)
			s.Eligible, s.Starter, s.First = c.eligible, c.starter, c.starter == domino.NoSeat
			d := dealt(t, r, c.boneyard, c.hands...)
			start, err := domino.FindStart(r, s, d, nil)
			if err != nil || start.Opener != c.opener || !slices.Equal(start.StartDraws, c.draws) {
				t.Fatalf("opener %d after %v, %v; want %d after %v", start.Opener, start.StartDraws, err, c.opener, c.draws)
			}
			if start.Opening != domino.OpenForced || start.Eligible != c.eligible || start.BoneyardSize != len(d.Boneyard) {
				t.Errorf("%+v", start)
			}
			if got := leads(t, r, d, start); got != c.root {
				t.Errorf("the root may be %s, want %s", got, c.root)
			}
		})
	}
}

func TestATreeGameWithoutAStart(t *testing.T) {
	hands := []string{"6-5 6-4 6-3 6-2 6-1", "5-4 5-3 5-2 5-1 5-0"}
	cases := []struct {
		name     string
		knobs    []string
		eligible domino.PipSet
		want     error
	}{
		{"K-06 redeal asks for a new deal", []string{"start_none", "redeal"}, values(6, 0), domino.ErrRedeal},
		{"K-05 no double is left", nil, 0, domino.ErrNoStart},
		{"K-05 no double is left, no use in a new deal", []string{"start_none", "redeal"}, 0, domino.ErrNoStart},
		{"K-06 the double is not in the box", nil, values(9), domino.ErrNoStart},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := rules(t, "chickie", append(c.knobs, "seats", "2")...)
			s := domino.NewStanding(r)
			s.Eligible = c.eligible
			start, err := domino.FindStart(r, s, dealt(t, r, "", hands...), nil)
			if !errors.Is(err, c.want) || start.StartDraws != nil {
				t.Errorf("%+v, %v; want %v", start, err, c.want)
			}
		})
	}
}

func TestTheStandingBeforeAMatch(t *testing.T) {
	cases := []struct {
		rule     string
		r        *domino.Rules
		sides    int
		eligible domino.PipSet
	}{
		{"L-01 pairs", rules(t, "latin.pairs"), 2, 0},
		{"C-01 six", rules(t, "classic.draw", "seats", "6"), 6, 0},
		{"K-05 all doubles are eligible", rules(t, "chickie", "seats", "5"), 5, 0b111_1111},
		{"K-05 ten doubles of a double-nine", rules(t, "chickie", "set_max", "9"), 4, 0b11_1111_1111},
	}
	for _, c := range cases {
		t.Run(c.rule, func(t *testing.T) {
			s := domino.NewStanding(c.r)
			if !s.First || s.Opener != domino.NoSeat || s.Starter != domino.NoSeat || s.Played != 0 {
				t.Errorf("%+v", s)
			}
			if len(s.Totals) != c.sides || s.Eligible != c.eligible {
				t.Errorf("%+v, want %d sides and %b", s, c.sides, c.eligible)
			}
		})
	}
}

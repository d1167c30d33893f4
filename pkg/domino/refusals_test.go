package domino_test

import (
	"errors"
	"strings"
	"testing"

	"tranca.example/pkg/domino"
)

// refusalColumns are the commands that every state of the matrix is sent. Seat
// 0 is on turn and holds 1-1; nobody holds 2-0.
var refusalColumns = []string{
	"0 pass", "0 +", "1 pass", "1 +", "1 6-1", "0 9-9", "0 2-0", "5 pass", "-1 +", "7 forfeits", "0 1-1 n9", "0 1-1 n1", "0 1-1 L", "0 1-1",
}

// Of every state, what each command comes to: its reason, or ok.
var refusalRows = []struct {
	name  string
	rules []string
	given where
	first []string // done before
	want  string
}{
	{"G-03 L-03 the opening, the tile is forced", latin,
		where{opening: domino.OpenForced, hands: []string{"6-6 1-1", "6-1", "4-4", "5-5"}}, nil,
		"must_play must_play not_your_turn not_your_turn not_your_turn unknown_tile not_in_hand " +
			"unknown_seat unknown_seat unknown_seat no_such_spot no_such_spot must_open_with must_open_with"},
	{"E-01 the opening, any tile leads", block4,
		where{hands: []string{"6-4 1-1", "6-1", "4-4", "5-5"}}, nil,
		"must_play must_play not_your_turn not_your_turn not_your_turn unknown_tile not_in_hand " +
			"unknown_seat unknown_seat unknown_seat no_such_spot no_such_spot ok ok"},
	{"E-11 a tile fits", draw2,
		where{board: "6-4", hands: []string{"4-3 1-1", "6-1"}, boneyard: "5-5"}, nil,
		"must_play must_play not_your_turn not_your_turn not_your_turn unknown_tile not_in_hand " +
			"unknown_seat unknown_seat unknown_seat no_such_spot no_such_spot does_not_fit does_not_fit"},
	{"G-03 nothing fits, the boneyard gives", draw2,
		where{board: "6-4", hands: []string{"1-1", "6-1 3-3"}, boneyard: "5-5"}, nil,
		"must_draw ok not_your_turn not_your_turn not_your_turn unknown_tile not_in_hand " +
			"unknown_seat unknown_seat unknown_seat no_such_spot no_such_spot does_not_fit does_not_fit"},
	{"E-09 nothing fits, the boneyard is empty", draw2,
		where{board: "6-4", hands: []string{"1-1", "6-1 3-3"}}, nil,
		"ok boneyard_empty not_your_turn not_your_turn not_your_turn unknown_tile not_in_hand " +
			"unknown_seat unknown_seat unknown_seat no_such_spot no_such_spot does_not_fit does_not_fit"},
	{"E-10 nothing fits, the boneyard is the reserve", []string{"classic.draw", "draw_reserve", "1"},
		where{board: "6-4", hands: []string{"1-1", "6-1 3-3"}, boneyard: "5-5"}, nil,
		"ok boneyard_empty not_your_turn not_your_turn not_your_turn unknown_tile not_in_hand " +
			"unknown_seat unknown_seat unknown_seat no_such_spot no_such_spot does_not_fit does_not_fit"},
	{"L-11 nothing fits, nobody draws", latin,
		where{board: "6-4", hands: []string{"1-1", "6-1", "3-3", "5-5"}}, nil,
		"ok cannot_draw not_your_turn not_your_turn not_your_turn unknown_tile not_in_hand " +
			"unknown_seat unknown_seat unknown_seat no_such_spot no_such_spot does_not_fit does_not_fit"},
	{"E-12 the drawn tile fits", draw2,
		where{board: "6-4", hands: []string{"1-1", "6-1 3-3"}, boneyard: "6-5 5-5"}, []string{"0 +"},
		"must_play must_play not_your_turn not_your_turn not_your_turn unknown_tile not_in_hand " +
			"unknown_seat unknown_seat unknown_seat no_such_spot no_such_spot does_not_fit does_not_fit"},
	{"C-11 the drawn tile does not fit", draw2,
		where{board: "6-4", hands: []string{"1-1", "6-1 3-3"}, boneyard: "5-5 6-5"}, []string{"0 +"},
		"must_draw ok not_your_turn not_your_turn not_your_turn unknown_tile not_in_hand " +
			"unknown_seat unknown_seat unknown_seat no_such_spot no_such_spot does_not_fit does_not_fit"},
	{"K-03 the opening of a tree", chickie,
		where{opening: domino.OpenForced, hands: []string{"6-6 1-1", "6-1", "4-4", "5-5"}}, nil,
		"must_play must_play not_your_turn not_your_turn not_your_turn unknown_tile not_in_hand " +
			"unknown_seat unknown_seat unknown_seat no_such_spot no_such_spot no_such_spot must_open_with"},
	{"K-08 the root is open and a tile fits", chickie,
		where{board: "6-6, 6-2 n0", hands: []string{"6-3 1-1", "6-1", "4-4", "5-5"}, boneyard: "5-4"}, nil,
		"must_play must_play not_your_turn not_your_turn not_your_turn unknown_tile not_in_hand " +
			"unknown_seat unknown_seat unknown_seat no_such_spot foot_first no_such_spot does_not_fit"},
	{"K-10 the root is open and nothing fits", chickie,
		where{board: "6-6, 6-2 n0", hands: []string{"2-1 1-1", "6-1", "4-4", "5-5"}, boneyard: "5-4"}, nil,
		"must_draw ok not_your_turn not_your_turn not_your_turn unknown_tile not_in_hand " +
			"unknown_seat unknown_seat unknown_seat no_such_spot foot_first no_such_spot does_not_fit"},
	{"K-14 a foot is open and a tile fits", chickie,
		where{board: fourArms + ", 2-2 n2", hands: []string{"3-2 1-1", "5-1", "4-4", "5-5"}, boneyard: "5-4"}, nil,
		"must_play must_play not_your_turn not_your_turn not_your_turn unknown_tile not_in_hand " +
			"unknown_seat unknown_seat unknown_seat no_such_spot foot_first no_such_spot does_not_fit"},
	{"K-16 a foot is open and nothing fits", chickie,
		where{board: fourArms + ", 2-2 n2", hands: []string{"1-1", "5-1 4-2", "4-4", "5-5"}}, nil,
		"ok boneyard_empty not_your_turn not_your_turn not_your_turn unknown_tile not_in_hand " +
			"unknown_seat unknown_seat unknown_seat no_such_spot foot_first no_such_spot does_not_fit"},
	{"K-17 every leaf is open", chickie,
		where{board: fourArms, hands: []string{"1-1", "5-1", "4-4", "5-5"}, boneyard: "5-4"}, nil,
		"must_play must_play not_your_turn not_your_turn not_your_turn unknown_tile not_in_hand " +
			"unknown_seat unknown_seat unknown_seat no_such_spot ok no_such_spot ok"},
	{"G-05 the round is over", block4,
		where{board: "6-4", turn: 1, by: 0, hands: []string{"1-1", "6-1", "4-4", "5-5"}}, []string{"1 6-1"},
		"round_over round_over round_over round_over round_over round_over round_over " +
			"unknown_seat unknown_seat unknown_seat round_over round_over round_over round_over"},
}

func TestEveryStateRefusesEveryCommandForItsOwnReason(t *testing.T) {
	for _, row := range refusalRows {
		t.Run(row.name, func(t *testing.T) {
			g := at(t, rules(t, row.rules[0], row.rules[1:]...), row.given)
			g.play(row.first...)
			want := strings.Fields(row.want)
			if len(want) != len(refusalColumns) {
				t.Fatalf("%d reasons for %d commands", len(want), len(refusalColumns))
			}
			for i, text := range refusalColumns {
				if got := verdict(&g.full, command(t, text)); got != want[i] {
					t.Errorf("%q: %s, want %s", text, got, want[i])
				}
			}
		})
	}
}

func verdict(f *domino.Full, c domino.Command) string {
	_, err := domino.Decide(f, c)
	var illegal *domino.Illegal
	switch {
	case err == nil:
		return "ok"
	case errors.As(err, &illegal):
		return illegal.Why.Reason()
	}
	return err.Error()
}

// Giving up and annulling are possible whoever is on turn, until the round is
// over; what is no command is refused always.
func TestGivingUpAndAnnullingNeedARunningRoundOnly(t *testing.T) {
	for _, row := range refusalRows {
		t.Run(row.name, func(t *testing.T) {
			g := at(t, rules(t, row.rules[0], row.rules[1:]...), row.given)
			g.play(row.first...)
			want := "ok"
			if _, over := g.full.Over(); over {
				want = "round_over"
			}
			for _, c := range []domino.Command{domino.Annul{Reason: "x"}, domino.Forfeit{Seat: 0}, domino.Forfeit{Seat: 1}} {
				if got := verdict(&g.full, c); got != want {
					t.Errorf("%T: %s, want %s", c, got, want)
				}
			}
			if got := verdict(&g.full, nil); got != "unknown_command" {
				t.Errorf("no command: %s", got)
			}
		})
	}
}

// The reason of a rejection is told with what it means; what a seat could do is
// told to the seat on turn alone, and never in the text.
func TestEveryReasonSaysWhatItMeansAndNamesNoTile(t *testing.T) {
	for _, why := range []domino.Reason{
		domino.UnknownCommand, domino.UnknownSeat, domino.RoundOver, domino.NotYourTurn, domino.UnknownTile, domino.NotInHand,
		domino.MustOpenWith, domino.NoSuchSpot, domino.FootFirst, domino.DoesNotFit, domino.AmbiguousSide, domino.MustPlay,
		domino.MustDraw, domino.CannotDraw, domino.BoneyardEmpty,
	} {
		e := &domino.Illegal{Seat: 3, Tile: domino.NewTile(6, 4), Why: why, Legal: []domino.Play{{Seat: 3, Tile: domino.NewTile(5, 2)}}}
		text := e.Error()
		if !strings.HasPrefix(text, "seat 3: "+string(why)+": ") || strings.HasSuffix(text, ": not legal") || strings.Contains(text, "-") {
			t.Errorf("%s: %q", why, text)
		}
		if !errors.Is(e, why) || why.Reason() != string(why) {
			t.Errorf("%s: not found in its rejection", why)
		}
	}
	if got := domino.Reason("other").Error(); got != "other: not legal" {
		t.Errorf("an unknown reason: %q", got)
	}
}

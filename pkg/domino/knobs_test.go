package domino_test

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tranca.example/pkg/domino"
)

func rules(t testing.TB, preset string, pairs ...string) *domino.Rules {
	t.Helper()
	knobs := map[string]string{}
	for i := 0; i+1 < len(pairs); i += 2 {
		knobs[pairs[i]] = pairs[i+1]
	}
	r, err := domino.NewRules(preset, knobs)
	if err != nil {
		t.Fatalf("NewRules(%s, %v): %v", preset, knobs, err)
	}
	return r
}

// knobRow is one row of the table of knobs: the default in latin.pairs,
// latin.solo, classic.draw, classic.block4, classic.draw4 and chickie, one
// value that works in a preset, and one that does not.
type knobRow struct {
	rule     string
	name     string
	defaults string
	kind     domino.KnobType
	inPreset string
	works    string
	refused  string
	allowed  string
}

var knobRows = []knobRow{
	{"G-01", "set_max", "6 6 6 6 6 6", domino.KnobInt, "latin.solo", "9", "7", "6, 9"},
	{"C-01 K-02", "seats", "4 4 2 4 4 4", domino.KnobInt, "classic.draw", "6", "4", "2, 3, 5, 6"},
	{"L-01", "teams", "pairs none none none none none", domino.KnobEnum, "classic.block4", "pairs", "threes", "none, pairs"},
	{"L-02 C-02", "hand_size", "7 7 7 7 5 5", domino.KnobInt, "latin.solo", "3", "28", "1 to 27"},
	{"L-05 C-06 K-07", "rotation", "ccw ccw cw cw cw cw", domino.KnobEnum, "chickie", "ccw", "left", "cw, ccw"},
	{"L-03 C-03 C-04", "open_first", "holder_66 highest_double highest_double holder_66 highest_double none", domino.KnobEnum, "latin.pairs", "lot", "youngest", "holder_66, highest_double, lot"},
	{"L-03 C-05", "open_first_tile", "forced forced forced forced forced none", domino.KnobEnum, "latin.pairs", "any", "highest", "any, forced"},
	{"L-06 C-17", "open_next", "rotate rotate rotate rotate rotate none", domino.KnobEnum, "classic.draw", "winner", "loser", "rotate, winner, closer, same"},
	{"L-07", "open_next_tile", "double_if_any double_if_any any any any none", domino.KnobEnum, "classic.draw", "highest_double", "forced", "any, double_if_any, highest_double"},
	{"C-03", "tile_rank", "sum_then_high sum_then_high sum_then_high sum_then_high sum_then_high none", domino.KnobEnum, "classic.draw", "high_then_low", "low", "sum_then_high, high_then_low"},
	{"L-08", "shuffler", "prev_opener prev_opener prev_opener prev_opener prev_opener prev_opener", domino.KnobEnum, "latin.pairs", "prev_opener", "loser", "prev_opener"},
	{"L-11 C-11 K-10", "draw", "none one until none until one", domino.KnobEnum, "classic.block4", "until", "two", "none, one, until"},
	{"C-11", "draw_reserve", "0 0 0 0 0 0", domino.KnobInt, "classic.draw", "2", "-1", "0 to 27"},
	{"C-11 K-10", "must_play_drawn", "true true true true true true", domino.KnobBool, "classic.draw", "false", "yes", "true, false"},
	{"G-03", "voluntary_draw", "false false false false false false", domino.KnobBool, "classic.draw", "true", "1", "true, false"},
	{"G-03", "voluntary_pass", "false false false false false false", domino.KnobBool, "classic.draw", "true", "1", "true, false"},
	{"L-09 C-08", "spinner", "none none none none none none", domino.KnobEnum, "classic.draw", "opening_double", "first_double", "none, opening_double"},
	{"K-08", "root_arms", "0 0 0 0 0 4", domino.KnobInt, "chickie", "6", "5", "4, 6, 8"},
	{"K-14 K-15", "toes", "0 0 0 0 0 3", domino.KnobInt, "chickie", "3", "0", "3"},
	{"K-03 K-04", "start_double", "none none none none none highest_unused_held", domino.KnobEnum, "chickie", "strict", "lowest", "highest_unused_held, strict"},
	{"K-05", "start_order", "none none none none none highest_unused", domino.KnobEnum, "chickie", "descending", "ascending", "highest_unused, descending"},
	{"K-06 T-35", "start_none", "none none none none none draw_in_turn", domino.KnobEnum, "chickie", "all_draw", "skip", "draw_in_turn, all_draw, redeal"},
	{"K-12", "chickie_call", "none none none none none auto", domino.KnobEnum, "chickie", "auto", "shout", "auto"},
	{"G-06 K-18", "dead_rule", "immediate immediate immediate immediate immediate immediate", domino.KnobEnum, "chickie", "exhaust", "never", "immediate, exhaust"},
	{"C-13 K-19", "score_domino", "opponents opponents opponents opponents opponents own_pips", domino.KnobEnum, "latin.pairs", "all_remaining", "own_pips", "opponents, all_remaining"},
	{"C-15 K-19", "score_block", "opponents_minus_own opponents_minus_own opponents_minus_own opponents_minus_own opponents_minus_own own_pips", domino.KnobEnum, "latin.pairs", "opponents", "own_pips", "opponents_minus_own, opponents, all_remaining"},
	{"C-14", "score_in_play", "none none none none none none", domino.KnobEnum, "classic.draw", "none", "fives", "none"},
	{"L-16 C-15", "block_winner", "side_total side_total side_total side_total side_total none", domino.KnobEnum, "latin.pairs", "individual_lowest", "highest", "side_total, individual_lowest, closer_vs_next"},
	{"L-17 L-18a L-18b C-16", "block_tie", "void void void void void none", domino.KnobEnum, "latin.pairs", "opener_side", "replay", "void, opener_side, closer_side"},
	{"L-19 C-16", "void_next_opener", "rotate rotate rotate rotate rotate none", domino.KnobEnum, "latin.pairs", "holder_66", "winner", "rotate, same, holder_66"},
	{"G-08 E-46", "double_blank_value", "0 0 0 0 0 0", domino.KnobInt, "chickie", "50", "1", "0, 50"},
	{"C-18 L-20", "target", "100 100 100 100 100 0", domino.KnobInt, "classic.draw", "150", "1e2", "0 to 10000"},
	{"K-05", "rounds", "0 0 0 0 0 7", domino.KnobInt, "classic.draw", "3", "1001", "0 to 1000"},
	{"K-20 E-47", "match_tie", "shared shared shared shared shared shared", domino.KnobEnum, "chickie", "shared", "playoff", "shared"},
}

func TestEveryKnobHasItsDefaultInEveryPreset(t *testing.T) {
	for _, row := range knobRows {
		t.Run(row.name+" "+row.rule, func(t *testing.T) {
			for i, want := range strings.Fields(row.defaults) {
				r := rules(t, domino.Presets()[i])
				if got, err := r.Knob(row.name); err != nil || got != want {
					t.Errorf("%s: %s = %q, %v; want %q", r.Preset, row.name, got, err, want)
				}
			}
		})
	}
}

func TestEveryKnobTakesWhatItListsAndNothingElse(t *testing.T) {
	for _, row := range knobRows {
		t.Run(row.name+" "+row.rule, func(t *testing.T) {
			r := rules(t, row.inPreset, row.name, row.works)
			if got, _ := r.Knob(row.name); got != row.works {
				t.Errorf("set to %q, reads %q", row.works, got)
			}
			_, err := domino.NewRules(row.inPreset, map[string]string{row.name: row.refused})
			var bad *domino.BadKnobValue
			if !errors.As(err, &bad) {
				t.Fatalf("value %q: %v, want *BadKnobValue", row.refused, err)
			}
			if got := strings.Join(bad.Allowed, ", "); got != row.allowed || bad.Knob != row.name || bad.Value != row.refused {
				t.Errorf("%+v, want allowed %q", bad, row.allowed)
			}
			if bad.Reason() != "bad_knob_value" || !strings.Contains(err.Error(), row.allowed) {
				t.Errorf("reason %q, text %q", bad.Reason(), err)
			}
		})
	}
}

func TestKnobsAreDescribedInTheOrderOfTheOneTable(t *testing.T) {
	knobs := domino.Knobs()
	if len(knobs) != len(knobRows) {
		t.Fatalf("%d knobs, want %d", len(knobs), len(knobRows))
	}
	for i, k := range knobs {
		row := knobRows[i]
		if k.Name != row.name || k.Type != row.kind || k.Meaning == "" || len(k.Rules) == 0 {
			t.Errorf("knob %d: %+v, want name %s, type %s, a meaning and rule ids", i, k, row.name, row.kind)
		}
		if ranged := len(k.Values) == 0; ranged != (k.Max > 0) {
			t.Errorf("%s: wants either values or a range: %v, %d to %d", k.Name, k.Values, k.Min, k.Max)
		}
	}
}

func TestValuesAndOverridesMakeTheSameRulesAgain(t *testing.T) {
	for _, preset := range domino.Presets() {
		seats, err := domino.PresetSeats(preset)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range seats {
			r := rules(t, preset, "seats", strconv.Itoa(n), "double_blank_value", "50")
			for _, knobs := range []map[string]string{r.Values(), r.Overrides()} {
				again, err := domino.NewRules(preset, knobs)
				if err != nil || *again != *r {
					t.Errorf("%s, %d seats: %+v, %v; want %+v", preset, n, again, err, r)
				}
			}
		}
	}
}

func TestOverridesNameOnlyWhatDiffersFromThePreset(t *testing.T) {
	cases := []struct {
		rules *domino.Rules
		want  map[string]string
	}{
		{rules(t, "latin.pairs"), map[string]string{}},
		{rules(t, "latin.pairs", "target", "100", "block_tie", "closer_side"), map[string]string{"block_tie": "closer_side"}},
		{rules(t, "classic.draw", "seats", "3"), map[string]string{"seats": "3"}},
		{rules(t, "classic.draw", "seats", "3", "hand_size", "7"), map[string]string{"seats": "3", "hand_size": "7"}},
		{rules(t, "chickie", "set_max", "9"), map[string]string{"set_max": "9"}},
		{rules(t, "chickie", "set_max", "9", "rounds", "7"), map[string]string{"set_max": "9", "rounds": "7"}},
		{rules(t, "classic.block4", "teams", "pairs"), map[string]string{"teams": "pairs"}},
	}
	for _, c := range cases {
		if got := c.rules.Overrides(); !maps.Equal(got, c.want) {
			t.Errorf("%s: overrides %v, want %v", c.rules.Preset, got, c.want)
		}
	}
}

func TestAllowedFollowsThePreset(t *testing.T) {
	cases := []struct{ preset, knob, want string }{
		{"latin.pairs", "seats", "4"}, {"latin.solo", "seats", "2 3 4"}, {"chickie", "seats", "2 3 4 5"},
		{"latin.pairs", "teams", "pairs"}, {"latin.solo", "teams", "none"}, {"classic.draw4", "teams", "none pairs"},
		{"chickie", "block_tie", "none"}, {"classic.draw", "root_arms", "0"}, {"chickie", "score_block", "own_pips"},
		{"classic.draw", "target", "0 to 10000"},
	}
	for _, c := range cases {
		got, err := rules(t, c.preset).Allowed(c.knob)
		if err != nil || strings.Join(got, " ") != c.want {
			t.Errorf("%s %s: %v, %v; want %s", c.preset, c.knob, got, err, c.want)
		}
	}
}

func TestUnknownNamesAreRefusedWithTheListOfWhatExists(t *testing.T) {
	_, err := domino.NewRules("latin.trios", nil)
	var preset *domino.UnknownPreset
	if !errors.As(err, &preset) || preset.Reason() != "unknown_preset" || preset.Name != "latin.trios" {
		t.Fatalf("%v, want *UnknownPreset", err)
	}
	want := []string{"latin.pairs", "latin.solo", "classic.draw", "classic.block4", "classic.draw4", "chickie"}
	if !slices.Equal(preset.Known, want) || !strings.Contains(err.Error(), strings.Join(want, ", ")) {
		t.Errorf("lists %v in %q", preset.Known, err)
	}
	_, err = domino.NewRules("chickie", map[string]string{"trains": "8", "seats": "nine"})
	var knob *domino.UnknownKnob
	if !errors.As(err, &knob) || knob.Reason() != "unknown_knob" || knob.Name != "trains" || len(knob.Known) != 34 {
		t.Fatalf("%v, want *UnknownKnob with 34 known", err)
	}
	if !strings.HasPrefix(err.Error(), `knob "trains" is unknown; there are set_max, seats, teams, hand_size,`) {
		t.Errorf("text %q", err)
	}
	if _, err := rules(t, "chickie").Knob("bonus"); !errors.As(err, &knob) {
		t.Errorf("Knob: %v", err)
	}
	if _, err := rules(t, "chickie").Allowed("bonus"); !errors.As(err, &knob) {
		t.Errorf("Allowed: %v", err)
	}
	if _, err := domino.PresetSeats("kozel"); !errors.As(err, &preset) {
		t.Errorf("PresetSeats: %v", err)
	}
}

func TestWhatIsNoRuleIsNoKnob(t *testing.T) {
	for name, knob := range map[string]string{
		"L-04 local names of 6-6 are labels":          "labels",
		"L-10 C-10 K-13 how a double lies is drawing": "layout.double",
		"C-08 the shape of the line is drawing":       "layout",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := domino.NewRules("latin.pairs", map[string]string{knob: "cross"})
			var unknown *domino.UnknownKnob
			if !errors.As(err, &unknown) || unknown.Name != knob {
				t.Errorf("%v, want *UnknownKnob", err)
			}
		})
	}
}

func TestRefusalsRepeatNoMoreThanTheBeginningOfALongText(t *testing.T) {
	long := strings.Repeat("x", 60_000)
	for name, c := range map[string]struct {
		preset string
		knobs  map[string]string
	}{
		"preset":     {long, nil},
		"knob":       {"chickie", map[string]string{long: "1"}},
		"knob value": {"chickie", map[string]string{"target": long}},
	} {
		_, err := domino.NewRules(c.preset, c.knobs)
		if err == nil || len(err.Error()) > 2000 || !strings.Contains(err.Error(), long[:64]) {
			t.Errorf("%s: a refusal of %d bytes", name, len(err.Error()))
		}
	}
}

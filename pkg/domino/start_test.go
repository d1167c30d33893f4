package domino_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tranca.example/pkg/domino"
)

// tiles reads "6-6 5-4".
func tiles(t testing.TB, text string) []domino.Tile {
	t.Helper()
	var out []domino.Tile
	for word := range strings.FieldsSeq(text) {
		tile, err := domino.ParseTile(word)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, tile)
	}
	return out
}

// dealt gives each seat its hand; the boneyard begins with the given tiles and
// goes on with the rest of the box.
func dealt(t *testing.T, r *domino.Rules, boneyard string, hands ...string) domino.Deal {
	t.Helper()
	d := domino.Deal{Boneyard: tiles(t, boneyard)}
	used := domino.SetOf(d.Boneyard...)
	for i, h := range hands {
		d.Hands[i] = domino.SetOf(tiles(t, h)...)
		used = used.Or(d.Hands[i])
	}
	for _, tile := range domino.FullSet(r.SetMax) {
		if !used.Has(tile) {
			d.Boneyard = append(d.Boneyard, tile)
		}
	}
	return d
}

// leads tells the tiles that the engine lets the opener lead.
func leads(t *testing.T, r *domino.Rules, d domino.Deal, start domino.RoundDealt) string {
	t.Helper()
	f, err := domino.Open(domino.NewRound(r, start), d)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, p := range f.Plays(nil) {
		out = append(out, p.Tile.String())
	}
	return strings.Join(out, " ")
}

func TestTheFirstOpenerIsFoundFromTheHands(t *testing.T) {
	noDoubles := []string{"6-3 1-0 2-0 3-0 2-1 3-1 3-2", "5-4 4-0 4-1 4-2 4-3 5-0 5-1"}
	lower := []string{"6-0 1-0 2-0 3-0 2-1 3-1 3-2", "5-4 4-0 4-1 4-2 4-3 5-0 5-1"}
	cases := []struct {
		name   string
		rules  *domino.Rules
		hands  []string
		opener domino.Seat
		leads  string
	}{
		{"L-03 the holder of 6-6 leads it", rules(t, "latin.pairs"),
			[]string{"5-5 6-5 6-4 6-3 6-2 6-1 6-0", "4-4 5-4 5-3 5-2 5-1 5-0 4-3", "6-6 4-2 4-1 4-0 3-2 3-1 3-0", "3-3 2-2 1-1 0-0 2-1 2-0 1-0"}, 2, "6-6"},
		{"L-03 open_first_tile=any frees him", rules(t, "latin.pairs", "open_first_tile", "any"),
			[]string{"5-5 6-5 6-4 6-3 6-2 6-1 6-0", "4-4 5-4 5-3 5-2 5-1 5-0 4-3", "6-6 4-2 4-1 4-0 3-2 3-1 3-0", "3-3 2-2 1-1 0-0 2-1 2-0 1-0"}, 2, "3-0 3-1 3-2 4-0 4-1 4-2 6-6"},
		{"C-04 6-6 in the boneyard: the highest double", rules(t, "classic.block4", "hand_size", "5"),
			[]string{"6-5 6-4 6-3 6-2 6-1", "4-4 5-4 5-3 5-2 5-1", "3-3 4-2 4-1 4-0 3-2", "0-0 2-1 2-0 1-0 6-0"}, 1, "4-4"},
		{"E-15 5-5 is forced where 6-6 sleeps", rules(t, "classic.draw"),
			[]string{"4-4 6-5 6-4 6-3 6-2 6-1 6-0", "5-5 5-4 5-3 5-2 5-1 5-0 4-3"}, 1, "5-5"},
		{"E-16 C-03 equal sums: the greater half", rules(t, "classic.draw"), noDoubles, 0, "6-3"},
		{"E-16 sum_then_high: 5-4 outranks 6-0", rules(t, "classic.draw"), lower, 1, "5-4"},
		{"E-16 high_then_low: 6-0 outranks 5-4", rules(t, "classic.draw", "tile_rank", "high_then_low"), lower, 0, "6-0"},
		{"T-11 the ladder has all rungs", rules(t, "classic.draw", "seats", "3"),
			[]string{"2-2 6-5 6-4 6-3 6-2 6-1", "5-5 5-4 5-3 5-2 5-1 5-0", "3-3 4-3 4-2 4-1 4-0 3-2"}, 1, "5-5"},
		{"T-11 the holder of 0-0 when it is the only double", rules(t, "classic.draw"),
			[]string{"6-5 6-4 6-3 6-2 6-1 6-0 5-4", "0-0 1-0 2-0 3-0 2-1 3-1 3-2"}, 1, "0-0"},
		{"L-03 6-6 earns the opening in a double-nine too", rules(t, "latin.pairs", "set_max", "9"),
			[]string{"9-9 9-8 9-7 9-6 9-5 9-4 9-3", "8-8 8-7 8-6 8-5 8-4 8-3 8-2", "7-7 7-6 7-5 7-4 7-3 7-2 7-1", "6-6 6-5 6-4 6-3 6-2 6-1 7-0"}, 3, "6-6"},
		{"C-03 the highest double of a double-nine", rules(t, "latin.solo", "set_max", "9", "seats", "2"),
			[]string{"6-6 9-8 9-7 9-6 9-5 9-4 9-3", "8-8 8-7 8-6 8-5 8-4 8-3 8-2"}, 1, "8-8"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d := dealt(t, c.rules, "", c.hands...)
			start, err := domino.FindStart(c.rules, domino.NewStanding(c.rules), d, nil)
			if err != nil || start.Opener != c.opener {
				t.Fatalf("opener %d, %v; want %d", start.Opener, err, c.opener)
			}
			if got := leads(t, c.rules, d, start); got != c.leads {
				t.Errorf("may lead %s, want %s", got, c.leads)
			}
			if start.HandSize != c.rules.HandSize || start.BoneyardSize != len(d.Boneyard) || start.Round != 0 {
				t.Errorf("sizes: %+v", start)
			}
		})
	}
}

func TestALotFindsTheFirstOpener(t *testing.T) {
	r := rules(t, "classic.draw", "open_first", "lot", "seats", "3")
	hands := []string{"6-6 6-5 6-4 6-3 6-2 6-1", "5-5 5-4 5-3 5-2 5-1 5-0", "3-3 4-3 4-2 4-1 4-0 3-2"}
	cases := []struct {
		name, lot string
		opener    domino.Seat
	}{
		{"C-03 the highest sum", "2-1 3-0 6-0", 2},
		{"C-03 a double gets no bonus", "3-3 6-1 0-0", 1},
		{"C-03 equal sums: the greater half", "4-4 5-3 6-2", 2},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d := dealt(t, r, "", hands...)
			start, err := domino.FindStart(r, domino.NewStanding(r), d, tiles(t, c.lot))
			if err != nil || start.Opener != c.opener || start.Opening != domino.OpenAny {
				t.Errorf("%+v, %v; want opener %d with any tile", start, err, c.opener)
			}
		})
	}
	for _, lot := range []string{"", "6-6 5-5", "6-6 5-5 4-4 3-3"} {
		_, err := domino.FindStart(r, domino.NewStanding(r), dealt(t, r, "", hands...), tiles(t, lot))
		if !errors.Is(err, domino.ErrLot) {
			t.Errorf("lot %q: %v, want ErrLot", lot, err)
		}
	}
}

// C-05: after a lot, and in later rounds, any tile may be led.
func TestC05ALotIsReadInTheFirstRoundOnly(t *testing.T) {
	r := rules(t, "classic.draw", "open_first", "lot")
	d := dealt(t, r, "", "6-6 6-5 6-4 6-3 6-2 6-1 6-0", "5-5 5-4 5-3 5-2 5-1 5-0 4-3")
	s := domino.NewStanding(r)
	s.First, s.Opener = false, 1
	start, err := domino.FindStart(r, s, d, nil)
	if err != nil || start.Opener != 1 || start.Opening != domino.OpenAny {
		t.Errorf("%+v, %v", start, err)
	}
	s.First = true
	if start, err = domino.FindStart(r, s, d, nil); err != nil || start.Opener != 1 || start.Opening != domino.OpenAny {
		t.Errorf("opener known beforehand: %+v, %v", start, err)
	}
}

func TestALaterOpenerLeadsWhatTheKnobSays(t *testing.T) {
	withDoubles := []string{"2-2 0-0 6-5 5-4 5-3 4-3 4-1", "6-6 6-4 6-3 6-2 6-1 6-0 5-5"}
	without := []string{"6-5 5-4 5-3 4-3 4-1 4-2 4-0", "6-6 6-4 6-3 6-2 6-1 6-0 5-5"}
	cases := []struct {
		name, knob string
		hands      []string
		leads      string
	}{
		{"E-17 L-07 any of his doubles", "double_if_any", withDoubles, "0-0 2-2"},
		{"E-17 L-07 any tile without a double", "double_if_any", without, "4-0 4-1 4-2 4-3 5-3 5-4 6-5"},
		{"L-07 only the highest of his doubles", "highest_double", withDoubles, "2-2"},
		{"L-07 highest_double without a double", "highest_double", without, "4-0 4-1 4-2 4-3 5-3 5-4 6-5"},
		{"C-17 any tile", "any", withDoubles, "0-0 2-2 4-1 4-3 5-3 5-4 6-5"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			r := rules(t, "latin.solo", "seats", "2", "open_next_tile", c.knob)
			s := domino.NewStanding(r)
			s.First, s.Opener, s.Played = false, 0, 1
			d := dealt(t, r, "", c.hands...)
			start, err := domino.FindStart(r, s, d, nil)
			if err != nil || start.Opener != 0 {
				t.Fatalf("%+v, %v", start, err)
			}
			if got := leads(t, r, d, start); got != c.leads {
				t.Errorf("may lead %s, want %s", got, c.leads)
			}
		})
	}
}

// L-19: after a tied block the holder of 6-6 opens, and leads it.
func TestL19AfterAVoidRoundTheHolderOfDoubleSixMayOpen(t *testing.T) {
	for _, first := range []string{"holder_66", "lot"} {
		r := rules(t, "latin.solo", "seats", "2", "void_next_opener", "holder_66", "open_first", first)
		s := domino.NewStanding(r)
		s.First, s.Opener, s.Played = false, domino.NoSeat, 1
		d := dealt(t, r, "", "5-5 0-0 6-5 5-4 5-3 4-3 4-1", "6-6 6-4 6-3 6-2 6-1 6-0 2-2")
		start, err := domino.FindStart(r, s, d, nil)
		if err != nil || start.Opener != 1 {
			t.Fatalf("open_first=%s: %+v, %v", first, start, err)
		}
		if got := leads(t, r, d, start); got != "6-6" {
			t.Errorf("open_first=%s: may lead %s, want 6-6", first, got)
		}
	}
}

// The deal of a round is never changed by looking for its opener.
func TestFindStartLeavesTheDealAlone(t *testing.T) {
	r := rules(t, "chickie", "seats", "2")
	s := domino.NewStanding(r)
	s.Eligible, s.Starter = 0b1, 1
	d := dealt(t, r, "6-5 4-2 0-0", "6-6 6-4 6-3 6-2 6-1", "5-5 5-4 5-3 5-2 5-1")
	hands, boneyard := d.Hands, slices.Clone(d.Boneyard)
	if _, err := domino.FindStart(r, s, d, nil); err != nil {
		t.Fatal(err)
	}
	if d.Hands != hands || !slices.Equal(d.Boneyard, boneyard) {
		t.Errorf("the deal changed: %v", d)
	}
}

func TestPremisesWithoutAnOpenerAreRefused(t *testing.T) {
	r := rules(t, "classic.draw")
	s := domino.NewStanding(r)
	if _, err := domino.FindStart(r, s, domino.Deal{}, nil); !errors.Is(err, domino.ErrNoStart) {
		t.Errorf("empty hands: %v, want ErrNoStart", err)
	}
	s.Opener = 2
	if _, err := domino.FindStart(r, s, domino.Deal{}, nil); !errors.Is(err, domino.ErrNoStart) {
		t.Errorf("opener 2 of two seats: %v, want ErrNoStart", err)
	}
	tree := rules(t, "chickie", "seats", "2")
	s = domino.NewStanding(tree)
	s.Starter = 9
	d := dealt(t, tree, "6-6", "6-5 6-4 6-3 6-2 6-1", "5-4 5-3 5-2 5-1 5-0")
	if start, err := domino.FindStart(tree, s, d, nil); err != nil || start.Opener != 0 {
		t.Errorf("starter unknown: %+v, %v; want seat 0", start, err)
	}
}

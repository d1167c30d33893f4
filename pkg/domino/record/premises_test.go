package record_test

import (
	"strings"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/record"
)

// tiles reads a list of tiles.
func tiles(t *testing.T, text string) (out []domino.Tile) {
	t.Helper()
	for word := range strings.FieldsSeq(text) {
		tile, err := domino.ParseTile(word)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, tile)
	}
	return out
}

// playedOut deals the tiles in order, lets every seat do the first thing that
// it may, and writes the record.
func playedOut(t *testing.T, r *domino.Rules, before domino.Standing, order string) record.Record {
	t.Helper()
	m := &match{t: t, rules: r}
	in := record.Round{ID: "made", Rules: r, Before: before}
	var err error
	in.Deal, err = domino.NewDeal(r, tiles(t, order))
	m.must(err)
	in.Dealt, err = domino.FindStart(r, before, in.Deal, nil)
	m.must(err)
	full, err := domino.Open(domino.NewRound(r, in.Dealt), in.Deal)
	m.must(err)
	for full.Turn() != domino.NoSeat {
		events, err := domino.Decide(&full, full.Default())
		m.must(err)
		for _, e := range events {
			full.Public = domino.Evolve(full.Public, e)
		}
		in.Events = append(in.Events, events...)
		full, err = domino.Open(full.Public, in.Deal)
		m.must(err)
	}
	ended, _ := full.Over()
	in.Score = domino.ScoreRound(r, before, in.Dealt.Opener, full.Board()[0].Tile, ended)
	_, rec := m.written(in)
	return rec
}

func rulesOf(t *testing.T, preset string, knobs map[string]string) *domino.Rules {
	t.Helper()
	r, err := domino.NewRules(preset, knobs)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestE44TheLastDoubleIsDrawnInTurnAndStartsTheSeventhRound(t *testing.T) {
	r := rulesOf(t, "chickie", map[string]string{"seats": "5"})
	before := domino.Standing{
		Opener: domino.NoSeat, Starter: 0, Eligible: domino.PipSet(0).With(0), Played: 6, Totals: []int{1, 2, 3, 4, 5},
	}
	rec := playedOut(t, r, before, "6-6 5-5 4-4 3-3 2-2 1-1 6-4 6-3 6-2 6-1 6-0 5-4 5-3 5-2 5-1 "+
		"5-0 4-3 4-1 4-0 3-2 3-1 3-0 2-1 2-0 1-0 6-5 4-2 0-0")
	var got []string
	for _, m := range rec.Moves[:5] {
		got = append(got, m.String())
	}
	if want := "1 + 6-5,2 + 4-2,3 + 0-0,3 0-0,4 1-0 n0"; strings.Join(got, ",") != want {
		t.Fatalf("got %s, want %s", strings.Join(got, ","), want)
	}
	v := judge(t, rec, record.Options{})
	if out := fields(t, v); !v.OK() || out["match_end"] != "true" {
		t.Fatalf("got %s", marshal(t, v))
	}
	if rec.Start != "drawn" || rec.Starter != 3 || rec.Root.String() != "0-0" || rec.Played != nil {
		t.Fatalf("got %s", marshal(t, rec))
	}
}

func TestE16NobodyHoldsADoubleSoTheHighestSumOpensAndIsForced(t *testing.T) {
	r := rulesOf(t, "classic.draw", nil)
	rec := playedOut(t, r, domino.NewStanding(r), "6-3 1-0 2-0 3-0 4-0 5-0 2-1 5-4 3-1 4-1 5-1 3-2 4-2 6-0 "+
		"0-0 1-1 2-2 3-3 4-4 5-5 6-6 6-5 6-4 6-2 6-1 5-3 5-2 4-3")
	if rec.Opener != 0 || rec.Moves[0].String() != "0 6-3" {
		t.Fatalf("got %s", marshal(t, rec))
	}
	if v := judge(t, rec, record.Options{}); !v.OK() {
		t.Fatalf("got %s", marshal(t, v))
	}
	wrong := replaced(t, rec, 1, "0 5-0")
	wantFault(t, wrong, 1, domino.MustOpenWith)
}

func TestARecordKeepsTheKnobsThatDifferAndNoOthers(t *testing.T) {
	for _, tc := range []struct {
		preset string
		knobs  map[string]string
		want   string
	}{
		{"classic.draw", map[string]string{"seats": "3"}, `null`},
		{"classic.block4", map[string]string{"teams": "pairs"}, `null`},
		{"classic.draw", map[string]string{"target": "100", "draw_reserve": "2"}, `{"draw_reserve":"2"}`},
		{"chickie", map[string]string{"dead_rule": "exhaust", "toes": "3"}, `{"dead_rule":"exhaust"}`},
	} {
		m := newMatch(t, tc.preset, tc.knobs, 9)
		_, rec := m.written(m.rounds(1)[0])
		if got := marshal(t, rec.Knobs); got != tc.want {
			t.Errorf("%s %v: got %s, want %s", tc.preset, tc.knobs, got, tc.want)
		}
	}
}

func TestTheNumberOfRoundsPlayedStandsOnlyWhereItCannotBeTold(t *testing.T) {
	for _, tc := range []struct {
		preset string
		knobs  map[string]string
		stands bool
	}{
		{"latin.pairs", nil, false},
		{"chickie", nil, false},
		{"chickie", map[string]string{"set_max": "9"}, false},
		{"classic.draw", map[string]string{"rounds": "3"}, true},
	} {
		m := newMatch(t, tc.preset, tc.knobs, 4)
		for i, in := range m.rounds(3) {
			_, rec := m.written(in)
			if (rec.Played != nil) != tc.stands || tc.stands && *rec.Played != i {
				t.Errorf("%s, round %d: got %s", tc.preset, i+1, marshal(t, rec))
			}
		}
	}
}

func TestAnOpenerFoundAgainAfterAVoidRoundIsNotStated(t *testing.T) {
	m := newMatch(t, "latin.pairs", map[string]string{"void_next_opener": "holder_66"}, 1)
	before := domino.Standing{Opener: domino.NoSeat, Starter: 2, Totals: []int{10, 20}, Played: 3}
	in, _ := m.round(4, before)
	m.judged(in)
	_, rec := m.written(in)
	if rec.Opener != domino.NoSeat || rec.Moves[0].Tile != domino.Double(6) {
		t.Fatalf("got %s", marshal(t, rec))
	}
	wantFault(t, replacedOpener(rec), 1, domino.MustOpenWith)
}

// replacedOpener leads another tile than the 6-6 that is forced.
func replacedOpener(rec record.Record) record.Record {
	first := rec.Moves[0]
	first.Tile = rec.Hands[first.Seat].Without(first.Tile).First()
	rec.Moves = append([]record.Move{first}, rec.Moves[1:]...)
	return rec
}

package record_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/record"
)

// moves parses a transcript.
func moves(t testing.TB, texts ...string) []record.Move {
	t.Helper()
	var out []record.Move
	for _, text := range texts {
		m, err := record.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, m)
	}
	return out
}

// replaced is rec with another move n, from 1.
func replaced(t testing.TB, rec record.Record, n int, text string) record.Record {
	t.Helper()
	rec.Moves = slices.Clone(rec.Moves)
	rec.Moves[n-1] = moves(t, text)[0]
	return rec
}

func TestAnIllegalMoveIsNamedWithItsReasonAndWhatWasLegal(t *testing.T) {
	rounds := golden(t)
	for name, tc := range map[string]struct {
		round  string
		move   int
		text   string
		reason domino.Reason
		legal  string
	}{
		"E-11 a pass while a tile fits":                 {"LAT-1", 2, "1 pass", domino.MustPlay, "1 6-0 R,1 6-1 R,1 6-4 R"},
		"L-05 the wrong turn":                           {"LAT-1", 2, "3 5-2 R", domino.NotYourTurn, "1 6-0 R,1 6-1 R,1 6-4 R"},
		"G-02 a tile that fits nowhere":                 {"LAT-1", 2, "1 2-2 R", domino.DoesNotFit, "1 6-0 R,1 6-1 R,1 6-4 R"},
		"a tile of another hand":                        {"LAT-1", 2, "1 6-5 R", domino.NotInHand, "1 6-0 R,1 6-1 R,1 6-4 R"},
		"a tile of a bigger box":                        {"LAT-1", 2, "1 9-6 R", domino.UnknownTile, "1 6-0 R,1 6-1 R,1 6-4 R"},
		"a node on a line":                              {"LAT-1", 2, "1 6-4 n0", domino.NoSuchSpot, "1 6-0 R,1 6-1 R,1 6-4 R"},
		"a draw without a boneyard":                     {"LAT-1", 16 - 4, "3 + 5-2", domino.CannotDraw, "3 pass"},
		"T-12 the forced opening tile left in the hand": {"BLK-1", 1, "3 4-4", domino.MustOpenWith, "3 6-6"},
		"E-17 a tile though doubles are held":           {"LAT-2", 1, "1 4-0", domino.MustOpenWith, "1 1-1"},
		"C-11 a draw while a tile fits":                 {"DRW-1", 2, "0 + 5-4", domino.MustPlay, "0 4-0 R,0 4-2 R"},
		"C-11 a pass while the boneyard has tiles":      {"DRW-1", 10, "0 pass", domino.MustDraw, "0 + 5-4"},
		"a draw out of order":                           {"DRW-1", 10, "0 + 3-3", record.DrawOrder, "0 + 5-4"},
		"E-12 another draw though the drawn tile fits":  {"DRW-2", 4, "1 + 6-0", domino.MustPlay, "1 6-1 R"},
		"K-08 a tile on a foot while the root is open":  {"CHK-1", 3, "0 4-0 n1", domino.FootFirst, "0 + 6-4"},
		"E-13 a second draw":                            {"CHK-1", 4, "0 + 6-6", domino.CannotDraw, "0 pass"},
		"E-13 a draw that does not fit without a pass":  {"CHK-1", 4, "1 6-5 n0", domino.NotYourTurn, "0 pass"},
		"E-13 a play though the drawn tile fits not":    {"CHK-1", 4, "0 6-4 n0", domino.DoesNotFit, "0 pass"},
		"a seat that is not at the table":               {"DRW-1", 2, "2 4-2", domino.UnknownSeat, "0 4-0 R,0 4-2 R"},
		"a node that does not exist":                    {"CHK-1", 2, "3 5-1 n7", domino.NoSuchSpot, "3 5-1 n0,3 5-3 n0"},
	} {
		t.Run(name, func(t *testing.T) {
			v := judge(t, replaced(t, rounds[tc.round], tc.move, tc.text), record.Options{})
			if v.Fault == nil || v.OK() {
				t.Fatalf("got %s, want a fault", marshal(t, v))
			}
			if v.Fault.Move != tc.move || v.Fault.Reason != tc.reason || strings.Join(v.Fault.Legal, ",") != tc.legal {
				t.Fatalf("got %s, want move %d, %s, legal %s", marshal(t, v), tc.move, tc.reason, tc.legal)
			}
		})
	}
}

func TestAFaultyRecordAnswersWithMoveReasonMessageAndLegal(t *testing.T) {
	v := judge(t, replaced(t, golden(t)["LAT-1"], 2, "3 5-2 R"), record.Options{})
	want := `{"id":"LAT-1","error":{"move":2,"reason":"not_your_turn","message":"\"3 5-2 R\": seat 3: ` +
		`not_your_turn: another seat is on turn; seat 1 is on turn","legal":["1 6-0 R","1 6-1 R","1 6-4 R"]}}`
	if got := marshal(t, v); got != want {
		t.Fatalf("\n got %s\nwant %s", got, want)
	}
}

func TestARecordThatStopsTooEarlyIsUnfinished(t *testing.T) {
	for name, cut := range map[string]int{"LAT-1": 1, "DRW-2": 4, "CHK-1": 3, "D3P-1": 12} {
		rec := golden(t)[name]
		rec.Moves = rec.Moves[:len(rec.Moves)-cut]
		v := judge(t, rec, record.Options{})
		if v.Fault == nil || v.Fault.Reason != record.Unfinished || v.Fault.Move != len(rec.Moves)+1 || len(v.Fault.Legal) == 0 {
			t.Errorf("%s: got %s, want unfinished at %d", name, marshal(t, v), len(rec.Moves)+1)
		}
	}
}

func TestAMissedDrawOneWithoutItsPassIsUnfinished(t *testing.T) {
	rec := golden(t)["CHK-1"]
	rec.Moves = rec.Moves[:3]
	v := judge(t, rec, record.Options{})
	if v.Fault == nil || v.Fault.Reason != record.Unfinished || marshal(t, v.Fault.Legal) != `["0 pass"]` {
		t.Fatalf("got %s", marshal(t, v))
	}
}

func TestAMoveAfterTheEndIsRefused(t *testing.T) {
	rec := golden(t)["BLK-4"]
	rec.Moves = append(slices.Clone(rec.Moves), moves(t, "1 pass")...)
	v := judge(t, rec, record.Options{})
	if v.Fault == nil || v.Fault.Reason != domino.RoundOver || v.Fault.Move != 20 || marshal(t, v.Fault.Legal) != "[]" {
		t.Fatalf("got %s", marshal(t, v))
	}
}

func TestNoSideMeansRightOnEqualEndsAndIsFreeOnTheOpener(t *testing.T) {
	rec := replaced(t, golden(t)["LAT-1"], 2, "1 6-4") // E-02: ends 6|6
	rec = replaced(t, rec, 1, "2 6-6 L")               // E-01, T-01
	rec = replaced(t, rec, 4, "3 1-0")                 // one end only
	if v := judge(t, rec, record.Options{}); !v.OK() {
		t.Fatalf("got %s", marshal(t, v))
	}
}

func TestAPlaceThatIsMissingWhereTwoFitIsNeverGuessed(t *testing.T) {
	for name, tc := range map[string]struct{ round, text, legal string }{
		"E-03 an end": {"LAT-5", "2 6-3", "2 6-3 L,2 6-3 R"},
		"E-42 a node": {"CHK-2", "1 4-2", "1 2-0 n2,1 4-2 n2,1 4-2 n4"},
	} {
		v := judge(t, replaced(t, golden(t)[tc.round], 9, tc.text), record.Options{})
		if v.Fault == nil || v.Fault.Reason != domino.AmbiguousSide || strings.Join(v.Fault.Legal, ",") != tc.legal {
			t.Errorf("%s: got %s", name, marshal(t, v))
		}
	}
}

func TestWrongOutcomesAreListedWithTheRightValueAndTheStatedOne(t *testing.T) {
	for field, tc := range map[string]struct{ round, got, want string }{
		"points":        {"BLK-4", "39", "38"},
		"total":         {"BLK-4", "[0,0,0,118]", "[0,0,0,119]"},
		"winner":        {"LAT-1", `"A"`, "null"},
		"end":           {"LAT-1", `"domino"`, `"block"`},
		"closer":        {"LAT-1", "2", "1"},
		"pips":          {"CHK-1", "[16,0,31,17]", "[16,0,31,16]"},
		"side_pips":     {"LAT-2", `{"A":7,"B":22}`, `{"A":7,"B":21}`},
		"next_opener":   {"LAT-2", "2", "0"},
		"shuffler":      {"LAT-2", "0", "1"},
		"hung":          {"LAT-5", `[]`, `[{"double":"2-2","by":2}]`},
		"capicua":       {"LAT-5", "false", "true"},
		"left":          {"LAT-5", `["","","",""]`, `["5-4","3-3 5-3 5-5","","2-2 4-3 4-4"]`},
		"boneyard_left": {"DRW-2", `"0-0"`, `""`},
		"chickies":      {"CHK-2", `["5-5","2-2"]`, `["2-2","5-5"]`},
		"match_end":     {"LAT-5", "false", "true"},
		"match_winners": {"LAT-5", `["B"]`, `["A"]`},
		"alt_tie":       {"LAT-1", `{"opener_side":"B","closer_side":"A"}`, `{"opener_side":"A","closer_side":"B"}`},
		"alt_exhaust":   {"D3P-1", `null`, `{"pips":[16,5,69],"winner":1,"points":80}`},
		"line":          {"CHK-3", `"4|4"`, `null`},
	} {
		t.Run(field, func(t *testing.T) {
			rec := golden(t)[tc.round]
			rec.Claims[field] = json.RawMessage(tc.got)
			v := judge(t, rec, record.Options{})
			want := `[{"field":"` + field + `","want":` + tc.want + `,"got":` + tc.got + `}]`
			if got := marshal(t, v.Differences); got != want || v.OK() {
				t.Fatalf("\n got %s\nwant %s", got, want)
			}
			if fields(t, v)["differences"] != want {
				t.Fatalf("the verdict does not show it: %s", marshal(t, v))
			}
		})
	}
}

func TestPremisesThatContradictTheRulesAreUnusable(t *testing.T) {
	for name, tc := range map[string]struct{ round, old, new, field, says string }{
		"an unknown preset":                   {"LAT-1", `"latin.pairs"`, `"latin.trio"`, "preset", "latin.solo"},
		"an unknown knob":                     {"LAT-1", `"first"`, `"knobs":{"hands_size":7},"first"`, "knobs", "hand_size"},
		"a knob value out of range":           {"LAT-1", `"first"`, `"knobs":{"hand_size":8},"first"`, "knobs", "hand_size"},
		"a knob that is a list":               {"LAT-1", `"first"`, `"knobs":{"hand_size":[7]},"first"`, "knobs", "want text"},
		"seats unlike the hands":              {"LAT-1", `"first"`, `"knobs":{"seats":3},"first"`, "hands", "4 hands"},
		"a number of hands nobody plays":      {"BLK-1", `"hands":[`, `"hands":["",`, "hands", "5"},
		"another rotation":                    {"LAT-1", `"ccw"`, `"cw"`, "rot", `"ccw"`},
		"another draw mode":                   {"DRW-1", `"until"`, `"one"`, "draw", `"until"`},
		"a total too few":                     {"BLK-1", `"total_before":[0,0,0,0]`, `"total_before":[0,0,0]`, "total_before", "3 totals for 4 sides"},
		"a total too many":                    {"BLK-1", `"total_before":[0,0,0,0]`, `"total_before":[0,0,0,0,0]`, "total_before", "5 totals for 4 sides"},
		"totals by seat in pairs":             {"LAT-1", `"total_before":{"A":0,"B":0},"rot":"ccw","teams":{"A":[0,2],"B":[1,3]}`, `"total_before":[0,0]`, "total_before", "A and B"},
		"sides in a game without":             {"D3P-1", `"total_before":[0,0,0]`, `"total_before":{"A":0,"B":0}`, "teams", "classic.draw"},
		"partners side by side":               {"LAT-1", `{"A":[0,2],"B":[1,3]}`, `{"A":[0,1],"B":[2,3]}`, "teams", "[0,2]"},
		"a total below zero":                  {"DRW-1", `"total_before":[0,0]`, `"total_before":[0,-1]`, "total_before", "below 0"},
		"a tile dealt twice":                  {"LAT-1", `"4-0 5-0 1-1`, `"0-0 5-0 1-1`, "hands", "tile 0-0 is dealt twice"},
		"a tile twice in one hand":            {"LAT-1", `"4-0 5-0 1-1`, `"5-0 5-0 1-1`, "hands", "tile 5-0 stands twice"},
		"a tile twice in the boneyard":        {"DRW-1", `"boneyard":"5-4 3-3`, `"boneyard":"6-0 3-3`, "boneyard", "tile 6-0 is dealt twice"},
		"a tile of a bigger box":              {"LAT-1", `"4-0 5-0 1-1`, `"9-0 5-0 1-1`, "hands", "no tile 9-0"},
		"a tile that no set can hold":         {"LAT-1", `"4-0 5-0 1-1`, `"12-0 5-0 1-1`, "hands", "halves up to 9"},
		"a tile missing from the boneyard":    {"DRW-1", `"boneyard":"5-4 `, `"boneyard":"`, "boneyard", "missing: 5-4"},
		"a hand too small":                    {"LAT-1", `"4-0 5-0 1-1`, `"5-0 1-1`, "hands", "seat 0 has 6 tiles, want 7"},
		"an opener who does not hold 6-6":     {"LAT-1", `"opener":2`, `"opener":1`, "opener", "seat 2"},
		"an opener without a seat":            {"LAT-2", `"opener":1`, `"opener":4`, "opener", "want 0 to 3"},
		"no opener":                           {"LAT-2", `"opener":1,`, ``, "opener", "who opens"},
		"no eligible doubles":                 {"CHK-1", `"eligible":[6,5,4,3,2,1,0],`, ``, "eligible", "have not started"},
		"eligible doubles of a bigger box":    {"CHK-1", `"eligible":[6,`, `"eligible":[9,`, "eligible", "doubles of the box"},
		"an eligible double twice":            {"CHK-1", `"eligible":[6,`, `"eligible":[5,`, "eligible", "once each"},
		"nothing eligible":                    {"CHK-1", `"eligible":[6,5,4,3,2,1,0]`, `"eligible":[]`, "eligible", "at least one"},
		"eligible doubles of a line":          {"BLK-1", `"opener"`, `"eligible":[6],"opener"`, "eligible", "no starting doubles"},
		"another root":                        {"CHK-1", `"root":"5-5"`, `"root":"4-4"`, "root", "5-5"},
		"another starter":                     {"CHK-1", `"starter":2`, `"starter":3`, "starter", "seat 2"},
		"a start that was not drawn":          {"CHK-1", `"held"`, `"drawn"`, "start", "held"},
		"a start draw of a line":              {"BLK-1", `"opener"`, `"start":"held","opener"`, "start", "no start draws"},
		"a root of a line":                    {"BLK-1", `"opener"`, `"root":"6-6","opener"`, "root", "no starting double"},
		"a starter of a line":                 {"BLK-1", `"opener"`, `"starter":1,"opener"`, "starter", "opener"},
		"a round played before the first":     {"BLK-1", `"opener"`, `"played":1,"opener"`, "played", "want 0"},
		"rounds played before the first":      {"BLK-1", `"opener"`, `"played":2,"opener"`, "played", "want 0"},
		"a chickie opener who does not start": {"CHK-1", `"starter":2`, `"opener":3`, "opener", "seat 2"},
		"fewer than no rounds played":         {"BLK-2", `"rot"`, `"played":-1,"rot"`, "played", "never less"},
		"teams against the knob":              {"LAT-1", `"first"`, `"knobs":{"teams":"none"},"first"`, "teams", "pairs"},
		"teams that the preset lacks":         {"BLK-1", `"first"`, `"knobs":{"teams":"pairs"},"first"`, "total_before", "A and B"},
		"rounds to play, none told":           {"BLK-2", `"rot"`, `"knobs":{"rounds":5},"rot"`, "played", "fixed number"},
	} {
		t.Run(name, func(t *testing.T) {
			text := marshal(t, golden(t)[tc.round])
			if !strings.Contains(text, tc.old) {
				t.Fatalf("%s has no %s", text, tc.old)
			}
			rec, err := record.Parse([]byte(strings.Replace(text, tc.old, tc.new, 1)))
			if err == nil {
				_, err = record.Judge(rec, record.Options{})
			}
			var e *record.InputError
			if !errors.As(err, &e) || e.Field != tc.field || !strings.Contains(err.Error(), tc.says) || e.ID != tc.round {
				t.Fatalf("got %v, want field %s and %q", err, tc.field, tc.says)
			}
		})
	}
}

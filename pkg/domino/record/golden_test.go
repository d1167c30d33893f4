package record_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tranca.example/pkg/domino/record"
)

// golden reads every golden round by its id.
func golden(t testing.TB) map[string]record.Record {
	t.Helper()
	files, err := filepath.Glob("../testdata/golden/*.jsonl")
	if err != nil || len(files) != 4 {
		t.Fatalf("golden files: %v, %v", files, err)
	}
	out := map[string]record.Record{}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		for rec, err := range record.Scan(f) {
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			out[rec.ID] = rec
		}
		f.Close()
	}
	return out
}

func TestGoldenRoundsAreJudgedEqualInEveryFieldThatTheyState(t *testing.T) {
	rounds := golden(t)
	if len(rounds) != 16 {
		t.Fatalf("%d golden rounds, want 16", len(rounds))
	}
	for proves, name := range map[string]string{
		"L-03 L-05 L-15 L-17 L-19 E-30 T-03 a tied block is void and the opening rotates counter-clockwise": "LAT-1",
		"L-06 L-07 L-14 E-18 E-23 T-19 partner's pips are not counted, the opener rotates whoever won":      "LAT-2",
		"L-12 E-17 an opener without a double leads anything, a double is hung":                             "LAT-5",
		"C-04 C-05 C-06 the forced 6-6 and clockwise turns":                                                 "BLK-1",
		"C-13 C-17 a later opener leads any tile":                                                           "BLK-2",
		"C-15 C-18 E-24 a block is worth opponents minus own, and 119 ends the match":                       "BLK-4",
		"C-03 C-11 the highest held double opens, and a seat draws until a tile fits":                       "DRW-1",
		"E-09 the boneyard runs dry and the seat passes":                                                    "DRW-2",
		"G-06 a block with an empty boneyard":                                                               "DRW-3",
		"C-11 C-13 a drawn tile that fits is played at once":                                                "DRW-5",
		"C-02 E-08 T-37 dead at once with tiles in the boneyard, and with it exhausted":                     "D3P-1",
		"C-02 C-03 six seats hold four tiles each":                                                          "D6P-1",
		"K-04 K-08 K-12 K-19 E-46 nobody holds 6-6, so 5-5 starts":                                          "CHK-1",
		"K-05 a 6-6 that was skipped comes back":                                                            "CHK-2",
		"K-18 E-40 a round ends on a double without toes":                                                   "CHK-3",
		"K-10 K-17 draw one, play it or pass":                                                               "CHK-6",
	} {
		t.Run(proves, func(t *testing.T) {
			rec, ok := rounds[name]
			if !ok {
				t.Fatal("no such golden round")
			}
			v, err := record.Judge(rec, record.Options{})
			if err != nil || !v.OK() {
				t.Fatalf("got %s, %v", marshal(t, v), err)
			}
		})
	}
}

func TestTheMatchEndAndItsWinnersFollowFromTheTotals(t *testing.T) {
	rounds := golden(t)
	for name, want := range map[string]string{
		"LAT-1": `false []`, "LAT-5": `true ["A"]`, "BLK-2": `false []`, "BLK-4": `true [3]`, "CHK-6": `false []`,
	} {
		got := fields(t, judge(t, rounds[name], record.Options{}))
		if text := got["match_end"] + " " + got["match_winners"]; text != want {
			t.Errorf("%s: got %s, want %s", name, text, want)
		}
	}
}

func TestOutcomesThatAFamilyHasAreAlwaysTold(t *testing.T) {
	rounds := golden(t)
	for name, want := range map[string]string{
		"LAT-2": "id end closer line left boneyard_left pips side_pips winner points total next_opener shuffler hung capicua match_end match_winners alt_points differences",
		"BLK-1": "id end closer line left boneyard_left pips winner points total next_opener shuffler hung capicua match_end match_winners differences",
		"CHK-1": "id end closer left boneyard_left chickies pips total match_end match_winners alt_double_blank_50 differences",
	} {
		if got := keys(t, judge(t, rounds[name], record.Options{})); got != want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
	}
}

func TestAlternativesAreToldOnRequestWhereTheyCouldDiffer(t *testing.T) {
	rounds := golden(t)
	for name, want := range map[string]map[string]string{
		"LAT-1": {"alt_tie": `{"opener_side":"A","closer_side":"B"}`},
		"LAT-2": {"alt_points": `{"opponents":21,"all_remaining":28}`, "alt_double_blank_50": `[7,9,0,62]`},
		"BLK-4": {"alt_points": `{"opponents_minus_own":38,"opponents":52,"all_remaining":66}`},
		"D3P-1": {"alt_points": `{"opponents_minus_own":35,"opponents":40,"all_remaining":45}`,
			"alt_exhaust": `{"pips":[16,5,69],"winner":1,"points":80}`},
		"DRW-3": {"alt_points": `{"opponents_minus_own":10,"opponents":12,"all_remaining":14}`,
			"alt_double_blank_50": `[52,12]`},
		"CHK-3": {},
		"CHK-6": {"alt_double_blank_50": `[31,19,57,0]`},
	} {
		rec := rounds[name]
		rec.Claims = nil
		got := map[string]string{}
		for field, raw := range fields(t, judge(t, rec, record.Options{Alternatives: true})) {
			if strings.HasPrefix(field, "alt_") {
				got[field] = raw
			}
		}
		if marshal(t, got) != marshal(t, want) {
			t.Errorf("%s:\n got %v\nwant %v", name, got, want)
		}
		if slices.Contains(strings.Fields(keys(t, judge(t, rec, record.Options{}))), "differences") {
			t.Errorf("%s: differences told though nothing was stated", name)
		}
	}
}

func TestGoldenRoundsKeepEveryValueWhenTheyAreWrittenAgain(t *testing.T) {
	for name, rec := range golden(t) {
		again, err := record.Parse([]byte(marshal(t, rec)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if marshal(t, again) != marshal(t, rec) {
			t.Errorf("%s: written twice, the lines differ", name)
		}
		again.Line = rec.Line
		if v := judge(t, again, record.Options{}); !v.OK() {
			t.Errorf("%s: got %s", name, marshal(t, v))
		}
	}
}

func judge(t *testing.T, rec record.Record, opts record.Options) record.Verdict {
	t.Helper()
	v, err := record.Judge(rec, opts)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func marshal(t testing.TB, value any) string {
	t.Helper()
	raw, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func fields(t testing.TB, v record.Verdict) map[string]string {
	t.Helper()
	var raw map[string]json.RawMessage
	if err := json.Unmarshal([]byte(marshal(t, v)), &raw); err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for name, value := range raw {
		out[name] = string(value)
	}
	return out
}

// keys lists the fields of the verdict in the order in which they stand.
func keys(t testing.TB, v record.Verdict) string {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(marshal(t, v)))
	var out []string
	if _, err := dec.Token(); err != nil {
		t.Fatal(err)
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			t.Fatal(err)
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			t.Fatal(err)
		}
		out = append(out, name.(string))
	}
	return strings.Join(out, " ")
}

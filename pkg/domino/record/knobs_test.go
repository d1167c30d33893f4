package record_test

import (
	"encoding/json"
	"maps"
	"strconv"
	"strings"
	"testing"

	"tranca.example/pkg/domino/record"
)

// under is the verdict on a golden round whose record names other knobs and
// claims nothing, and what its outcomes are then, as "field=value" words.
type under struct {
	rules, round string
	knobs        string // "knob=value …"
	before       string // "": as in the record; else "12 34"
	pairs        bool   // makes sides of a round that was played by seats
	want         string // "field=value …"
}

var unders = []under{
	{"L-17 C-16", "LAT-1", "", "", false, `winner=null points=0 total={"A":0,"B":0} next_opener=1 shuffler=2 match_end=false match_winners=[]`},
	{"L-18a E-30", "LAT-1", "block_tie=opener_side", "", false, `winner="A" points=0 total={"A":0,"B":0} next_opener=1`},
	{"L-18b E-30", "LAT-1", "block_tie=closer_side", "", false, `winner="B" points=0 total={"A":0,"B":0} next_opener=1`},
	{"L-18a L-20", "LAT-1", "block_tie=opener_side score_block=opponents", "", false, `winner="A" points=31 total={"A":31,"B":0}`},
	{"L-18b L-20", "LAT-1", "block_tie=closer_side score_block=all_remaining", "", false, `winner="B" points=62 total={"A":0,"B":62}`},
	{"L-18b C-18", "LAT-1", "block_tie=closer_side score_block=all_remaining target=62", "", false, `match_end=true match_winners=["B"]`},
	{"L-18b C-18", "LAT-1", "block_tie=closer_side score_block=all_remaining target=63", "", false, `match_end=false match_winners=[]`},
	{"L-19", "LAT-1", "void_next_opener=same", "", false, `next_opener=2 winner=null`},
	{"L-19", "LAT-1", "void_next_opener=holder_66", "", false, `next_opener=null winner=null`},
	{"L-19 L-06", "LAT-1", "open_next=closer", "", false, `next_opener=1 winner=null`},
	{"L-16", "LAT-1", "block_winner=individual_lowest score_block=opponents", "", false, `winner="B" points=31 next_opener=1 side_pips={"A":31,"B":31}`},
	{"L-16 L-06", "LAT-1", "block_winner=closer_vs_next open_next=same", "", false, `winner="B" points=0 next_opener=2`},
	{"K-20 C-16", "LAT-1", "target=0 rounds=1", "", false, `winner=null match_end=true match_winners=["A","B"]`},
	{"C-14 C-16", "LAT-1", "rounds=2", "", false, `match_end=false match_winners=[]`},

	{"L-14 C-13", "LAT-2", "score_domino=all_remaining", "", false, `winner="A" points=28 total={"A":28,"B":0} next_opener=0`},
	{"L-06 T-19", "LAT-2", "open_next=winner", "", false, `next_opener=2 shuffler=1`},
	{"L-06", "LAT-2", "open_next=same", "", false, `next_opener=1`},
	{"L-06", "LAT-2", "open_next=closer", "", false, `next_opener=2`},
	{"L-07", "LAT-2", "open_next_tile=highest_double", "", false, `winner="A" points=21`},
	{"G-08 E-46", "LAT-2", "double_blank_value=50", "", false, `pips=[7,9,0,62] side_pips={"A":7,"B":71} points=71 total={"A":71,"B":0}`},
	{"G-08 C-18", "LAT-2", "double_blank_value=50", "30 99", false, `total={"A":101,"B":99} match_end=true match_winners=["A"]`},
	{"C-18", "LAT-2", "", "79 99", false, `total={"A":100,"B":99} match_end=true match_winners=["A"]`},
	{"C-18 E-28", "LAT-2", "", "78 99", false, `total={"A":99,"B":99} match_end=false match_winners=[]`},
	{"C-18 L-20", "LAT-5", "target=105", "", false, `total={"A":104,"B":0} match_end=false`},
	{"C-18 L-20", "LAT-5", "target=105 score_domino=all_remaining", "", false, `points=52 total={"A":113,"B":0} match_end=true match_winners=["A"] capicua=true`},

	{"C-15", "BLK-4", "score_block=opponents", "", false, `winner=3 points=52 total=[0,0,0,133] next_opener=3`},
	{"C-15", "BLK-4", "score_block=all_remaining", "", false, `winner=3 points=66 total=[0,0,0,147]`},
	{"C-18", "BLK-4", "target=120", "", false, `total=[0,0,0,119] match_end=false`},
	{"L-16", "BLK-4", "block_winner=closer_vs_next", "", false, `winner=1 points=36 total=[0,36,0,81] match_end=false`},
	{"L-06 L-15", "BLK-4", "open_next=closer", "", false, `closer=0 next_opener=0`},
	{"L-06", "BLK-4", "open_next=winner", "", false, `next_opener=3`},
	{"L-06", "BLK-4", "open_next=same", "", false, `next_opener=2`},
	{"C-01 C-15", "BLK-4", "", "0 81", true, `side_pips={"A":37,"B":29} winner="B" points=8 total={"A":0,"B":89} match_end=false`},
	{"C-01 L-16", "BLK-4", "block_winner=individual_lowest score_block=opponents", "0 81", true, `winner="B" points=37 total={"A":0,"B":118} match_winners=["B"]`},
	{"C-01 C-13", "BLK-1", "", "0 0", true, `side_pips={"A":25,"B":19} winner="B" points=25 total={"A":0,"B":25} next_opener=0`},
	{"C-01 C-13", "BLK-1", "score_domino=all_remaining", "0 0", true, `winner="B" points=44 total={"A":0,"B":44}`},
	{"C-12 L-06", "BLK-1", "open_next=winner", "", false, `winner=3 next_opener=3 shuffler=3`},
	{"K-20", "BLK-1", "target=0 rounds=1", "", false, `match_end=true match_winners=[3]`},

	{"G-08 C-15", "DRW-3", "double_blank_value=50", "", false, `pips=[52,12] winner=1 points=40 total=[58,55] next_opener=0`},
	{"C-15", "DRW-3", "score_block=opponents", "", false, `winner=0 points=12 total=[70,15]`},
	{"C-15 C-18", "DRW-3", "score_block=all_remaining target=72", "", false, `winner=0 points=14 total=[72,15] match_end=true match_winners=[0]`},
	{"G-06", "DRW-3", "dead_rule=exhaust", "", false, `end="block" boneyard_left="" pips=[2,12]`},
	{"C-15 E-21", "D3P-1", "score_block=opponents", "", false, `winner=1 points=40 total=[0,40,0]`},
	{"L-16", "D3P-1", "block_winner=closer_vs_next", "", false, `winner=1 points=35 next_opener=1`},
	{"L-06 L-15", "D3P-1", "open_next=closer", "", false, `closer=1 next_opener=1`},
	{"E-10 C-11", "D3P-1", "draw_reserve=9", "", false, `end="block" winner=1 points=35`},
	{"C-12", "D6P-1", "score_domino=all_remaining open_next=winner", "", false, `winner=2 points=44 next_opener=2`},
	{"C-18", "D6P-1", "target=44", "", false, `match_end=true match_winners=[2]`},
	{"C-18", "DRW-5", "target=96", "", false, `total=[96,15] match_end=true match_winners=[0] next_opener=0`},

	{"K-19 G-08", "CHK-1", "double_blank_value=50", "", false, `pips=[66,0,31,16] total=[66,0,31,16]`},
	{"G-08 E-46", "CHK-1", "double_blank_value=50", "", false, `alt_double_blank_50=[66,0,31,16]`},
	{"K-20", "CHK-1", "rounds=1", "", false, `match_end=true match_winners=[1]`},
	{"K-20 E-47", "CHK-1", "rounds=1", "0 16 0 0", false, `total=[16,16,31,16] match_end=true match_winners=[0,1,3]`},
	{"K-05", "CHK-1", "rounds=2", "", false, `match_end=false match_winners=[]`},
	{"K-05", "CHK-6", "rounds=6", "", false, `total=[102,89,72,53] match_end=true match_winners=[3]`},
	{"K-18", "CHK-3", "dead_rule=exhaust", "", false, `end="domino" total=[47,25,55,18]`},
}

func TestTheSameMovesAreWorthWhatTheKnobsSay(t *testing.T) {
	rounds := golden(t)
	for _, row := range unders {
		t.Run(row.rules+" "+row.round+" "+row.knobs, func(t *testing.T) {
			got := fields(t, judge(t, row.record(t, rounds[row.round]), record.Options{Alternatives: true}))
			for word := range strings.FieldsSeq(row.want) {
				field, want, _ := strings.Cut(word, "=")
				if got[field] != want {
					t.Errorf("%s: got %s, want %s", field, got[field], want)
				}
			}
		})
	}
}

// record is rec with the row's premises and without any claim.
func (row under) record(t *testing.T, rec record.Record) record.Record {
	t.Helper()
	rec.Claims, rec.Knobs = nil, map[string]string{}
	for word := range strings.FieldsSeq(row.knobs) {
		knob, value, _ := strings.Cut(word, "=")
		rec.Knobs[knob] = value
	}
	if row.pairs {
		rec.Pairs = true
	}
	if row.before != "" {
		rec.Before = nil
		for word := range strings.FieldsSeq(row.before) {
			n, err := strconv.Atoi(word)
			if err != nil {
				t.Fatal(err)
			}
			rec.Before = append(rec.Before, n)
		}
	}
	return rec
}

// A knob under which the moves are not legal, or not all, is a fault at the
// move that shows it.
func TestTheSameMovesAreFaultyUnderKnobsThatForbidThem(t *testing.T) {
	rounds := golden(t)
	for _, row := range []struct {
		rules, round, knobs string
		move                int
		reason              string
		legal               string
	}{
		{"G-06 E-08", "D3P-1", "dead_rule=exhaust", 13, "unfinished", `["2 + 3-0"]`},
		{"L-05", "BLK-1", "rotation=ccw", 2, "not_your_turn", `["2 6-0 R"]`},
		{"E-13 C-11", "DRW-2", "draw=one", 3, "cannot_draw", `["1 pass"]`},
		{"C-11", "DRW-1", "draw=none", 10, "cannot_draw", `["0 pass"]`},
		{"E-10", "DRW-1", "draw_reserve=14", 10, "boneyard_empty", `["0 pass"]`},
		{"K-08", "CHK-1", "root_arms=6", 12, "foot_first", `["2 + 5-2"]`},
		{"K-10", "CHK-1", "draw=none", 3, "cannot_draw", `["0 pass"]`},
		{"K-10", "CHK-1", "draw=until", 4, "must_draw", `["0 + 6-6"]`},
	} {
		t.Run(row.rules+" "+row.round+" "+row.knobs, func(t *testing.T) {
			rec := under{knobs: row.knobs}.record(t, rounds[row.round])
			rec.Rot, rec.Draw = "", ""
			v := judge(t, rec, record.Options{})
			if v.Fault == nil {
				t.Fatalf("got %s, want a fault", marshal(t, v))
			}
			if v.Fault.Move != row.move || string(v.Fault.Reason) != row.reason || marshal(t, v.Fault.Legal) != row.legal {
				t.Errorf("got %s, want %s at %d, legal %s", marshal(t, v), row.reason, row.move, row.legal)
			}
			if v.Outcomes != nil || v.OK() {
				t.Error("a faulty record has outcomes")
			}
		})
	}
}

// Every outcome that a golden record states is compared: said otherwise, it is
// the one difference, and the right value stands beside it.
func TestEveryStatedOutcomeOfEveryGoldenRoundIsCompared(t *testing.T) {
	stated := 0
	for name, rec := range golden(t) {
		claims := rec.Claims
		for field, right := range claims {
			stated++
			rec.Claims = maps.Clone(claims)
			wrong := otherwise(string(right))
			rec.Claims[field] = json.RawMessage(wrong)
			v := judge(t, rec, record.Options{})
			if len(v.Differences) != 1 || v.OK() {
				t.Errorf("%s %s: %s gives %d differences", name, field, wrong, len(v.Differences))
				continue
			}
			d := v.Differences[0]
			if d.Field != field || string(d.Got) != wrong || !sameValue(t, d.Want, right) {
				t.Errorf("%s %s: want %s, got %+v", name, field, right, d)
			}
		}
	}
	if stated < 16*8 {
		t.Errorf("only %d outcomes are stated", stated)
	}
}

// otherwise is a JSON value of another meaning.
func otherwise(value string) string {
	if value == "null" {
		return "0"
	}
	return `[` + value + `]`
}

func sameValue(t *testing.T, a, b json.RawMessage) bool {
	t.Helper()
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		t.Fatalf("no JSON: %s, %s", a, b)
	}
	return marshal(t, x) == marshal(t, y)
}

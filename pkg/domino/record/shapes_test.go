package record_test

import (
	"errors"
	"strings"
	"testing"

	"tranca.example/pkg/domino/record"
)

// shapes gives every premise a value that it takes, and some that it does not.
var shapes = []struct{ field, takes, refuses string }{
	{"id", `"x"`, `null 1 true [] {}`},
	{"preset", `"latin.pairs"`, `null 1 true [] {}`},
	{"knobs", `{"target":"50"}`, `null 1 "x" true [] {"target":null} {"target":[50]} {"target":{}} {"target":1,"target":1}`},
	{"first", `true`, `null 1 "true" [] {}`},
	{"total_before", `[0,0]`, `null 1 "0" true {} {"A":1} {"A":1,"B":null} {"A":1,"A":2} {"A":"1","B":2} [1,null] [1.5] ["1"] [[1]] [1e999]`},
	{"teams", `{"A":[0,2],"B":[1,3]}`, `null 1 [] {} {"A":[0,2]} {"A":[0,1],"B":[2,3]} {"A":[1,3],"B":[0,2]} {"A":[2,0],"B":[1,3]} {"A":[0,2],"B":[1,3],"C":[]}`},
	{"played", `3`, `null "3" 1.5 true [] {} 99999999999999999999`},
	{"rot", `"cw"`, `null 1 true [] {}`},
	{"draw", `"none"`, `null 1 true [] {}`},
	{"opener", `9`, `null -1 10 1.0 1e0 "1" true [] {}`},
	{"eligible", `[6,0]`, `null 6 "6" [6,6] [-1] [19] [null] [6.5] ["6"] {}`},
	{"start", `"held"`, `null 1 true [] {}`},
	{"root", `"6-6"`, `null 6 "6" "6:6" "19-0" "06-6" "6-6-6" "" [] {}`},
	{"starter", `0`, `null -1 10 "0" 0.5 true [] {}`},
	{"hands", `["6-6","5-5"]`, `null "6-6" [6] [null] ["6-6,5-5"] ["6-66"] ["6-6_6-6"] ["_6-6"] ["6-6_"] ["10-0"] {}`},
	{"boneyard", `"6-6"`, `null 6 ["6-6"] "6-6,5-5" "6-6__5-5" "_6-6" "6-6_" {}`},
	{"moves", `["0_6-6"]`, `null "0_6-6" [0] [null] ["0"] ["0_6-6_X"] ["0_6-6_"] ["10_pass"] ["-1_pass"] ["0_+"] ["0_pass_L"] ["0__pass"] ["VOID"] ["0_+_19-0"] {}`},
	{"deal", `{"match_id":"m","round":1,"seed":"S","commit":"S","tip":"S","clients":[],"beacon":""}`,
		`null 1 [] {} "S" {"match_id":"m","round":1,"seed":"S","commit":"S","tip":"S","clients":[],"beacon":"","more":1} {"match_id":"m","round":-1,"seed":"S","commit":"S","tip":"S","clients":[],"beacon":""} ` +
			`{"match_id":"m","round":1,"seed":"00","commit":"S","tip":"S","clients":[],"beacon":""} {"match_id":"m","round":1,"seed":"S","commit":"zz","tip":"S","clients":[],"beacon":""} ` +
			`{"match_id":"m","round":1,"seed":"S","commit":"S","tip":"1","clients":[],"beacon":""} {"match_id":"m","round":1,"seed":"S","commit":"S","tip":"S","clients":["x"],"beacon":""} ` +
			`{"match_id":"m","round":1,"seed":"S","commit":"S","tip":"S","clients":[],"beacon":"0"}`},
}

// spelled writes the blanks and the hexadecimal numbers that the table leaves
// out.
func spelled(value string) string {
	return strings.NewReplacer(`"S"`, `"`+strings.Repeat("0a", 32)+`"`, "_", " ").Replace(value)
}

func TestEveryPremiseTakesItsOwnShapeAlone(t *testing.T) {
	for _, shape := range shapes {
		t.Run(shape.field, func(t *testing.T) {
			e := parseField(t, shape.field, spelledDeal(shape.field, shape.takes))
			if !errors.Is(e, record.ErrMissing) {
				t.Errorf("%s is refused: %v", shape.takes, e)
			}
			for value := range strings.FieldsSeq(shape.refuses) {
				e := parseField(t, shape.field, spelledDeal(shape.field, value))
				if !errors.Is(e, record.ErrSyntax) || e.Field != shape.field {
					t.Errorf("%s: got %v, want a complaint about the field", value, e)
				}
			}
		})
	}
}

// spelledDeal keeps the underscore of match_id.
func spelledDeal(field, value string) string {
	if field == "deal" {
		return strings.ReplaceAll(spelled(value), "match id", "match_id")
	}
	if field == "knobs" || field == "total_before" {
		return value
	}
	return spelled(value)
}

// parseField reads a record that has only one field; some other is missing at
// least.
func parseField(t *testing.T, field, value string) *record.InputError {
	t.Helper()
	_, err := record.Parse([]byte(`{"` + field + `":` + value + `}`))
	e, ok := errors.AsType[*record.InputError](err)
	if !ok {
		t.Fatalf("%s=%s: got %v, want *InputError", field, value, err)
	}
	return e
}

func TestEveryPremiseStandsOnce(t *testing.T) {
	for _, shape := range shapes {
		value := spelledDeal(shape.field, shape.takes)
		_, err := record.Parse([]byte(`{"` + shape.field + `":` + value + `,"` + shape.field + `":` + value + `}`))
		e, ok := errors.AsType[*record.InputError](err)
		if !ok || e.Field != shape.field || !errors.Is(err, record.ErrSyntax) || !strings.Contains(err.Error(), "stands twice") {
			t.Errorf("%s twice: %v", shape.field, err)
		}
	}
}

func TestEveryPremiseThatARoundNeedsIsMissed(t *testing.T) {
	rec := marshal(t, golden(t)["BLK-1"])
	for field, from := range map[string]string{
		"preset": `"preset":"classic.block4",`, "first": `"first":true,`, "total_before": `"total_before":[0,0,0,0],`,
	} {
		if !strings.Contains(rec, from) {
			t.Fatalf("%s has no %s", rec, from)
		}
		_, err := record.Parse([]byte(strings.Replace(rec, from, "", 1)))
		e, ok := errors.AsType[*record.InputError](err)
		if !ok || !errors.Is(e, record.ErrMissing) || e.Field != field || e.ID != "BLK-1" {
			t.Errorf("without %s: %v", field, err)
		}
	}
	for _, field := range []string{"hands", "moves"} {
		_, err := record.Parse([]byte(withoutList(t, rec, field)))
		if e, ok := errors.AsType[*record.InputError](err); !ok || !errors.Is(e, record.ErrMissing) || e.Field != field {
			t.Errorf("without %s: %v", field, err)
		}
	}
}

// withoutList takes a list of texts out of a record.
func withoutList(t *testing.T, rec, field string) string {
	t.Helper()
	before, rest, ok := strings.Cut(rec, `"`+field+`":[`)
	_, after, closed := strings.Cut(rest, `],`)
	if !ok || !closed {
		t.Fatalf("%s has no %s", rec, field)
	}
	return before + after
}

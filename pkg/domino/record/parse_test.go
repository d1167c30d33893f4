package record_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"tranca.example/pkg/domino/record"
)

var zeros = strings.Repeat("0", 64)

func TestALineThatIsNoRecordIsRefusedWithTheReason(t *testing.T) {
	for name, tc := range map[string]struct {
		line string
		kind error
		says string
	}{
		"garbage":              {`hello`, record.ErrSyntax, "not valid JSON"},
		"half a line":          {`{"id":"x"`, record.ErrSyntax, "not valid JSON"},
		"a list":               {`[]`, record.ErrSyntax, "want one JSON object"},
		"two objects":          {`{} {}`, record.ErrSyntax, "not valid JSON"},
		"bytes, not text":      {"{\"id\":\"\xff\"}", record.ErrSyntax, "not UTF-8"},
		"an unknown field":     {`{"id":"x","jokers":2}`, record.ErrUnknownField, `field "jokers"`},
		"an unknown alt":       {`{"id":"x","alt_moon":2}`, record.ErrUnknownField, `field "alt_moon"`},
		"a field twice":        {`{"id":"x","id":"y"}`, record.ErrSyntax, "stands twice"},
		"null for a premise":   {`{"hands":null}`, record.ErrSyntax, "null"},
		"a wrong shape":        {`{"first":"yes"}`, record.ErrSyntax, `field "first"`},
		"a seat of text":       {`{"opener":"2"}`, record.ErrSyntax, `want 0 to 9`},
		"a seat too high":      {`{"opener":10}`, record.ErrSyntax, `want 0 to 9`},
		"no tile":              {`{"root":"6:6"}`, record.ErrSyntax, "6-4"},
		"tiles with commas":    {`{"boneyard":"6-6,5-5"}`, record.ErrSyntax, "tile"},
		"two blanks":           {`{"boneyard":"6-6  5-5"}`, record.ErrSyntax, "tile"},
		"three sides":          {`{"total_before":{"A":1,"B":2,"C":3}}`, record.ErrSyntax, `side "C"`},
		"one side":             {`{"total_before":{"A":1}}`, record.ErrSyntax, "the sides A and B"},
		"null for a total":     {`{"total_before":[1,null]}`, record.ErrSyntax, "whole numbers"},
		"half a point":         {`{"total_before":[1,0.5]}`, record.ErrSyntax, "total_before"},
		"null for a double":    {`{"eligible":[null]}`, record.ErrSyntax, "whole numbers"},
		"a knob twice":         {`{"knobs":{"draw":"one","draw":"one"}}`, record.ErrSyntax, "stands twice"},
		"a move without tile":  {`{"moves":["2"]}`, record.ErrSyntax, "move 1"},
		"a move of a ghost":    {`{"moves":["2 6-6","x 6-6"]}`, record.ErrSyntax, "move 2"},
		"a move to nowhere":    {`{"moves":["2 6-6 U"]}`, record.ErrSyntax, `spot "U"`},
		"a trailing blank":     {`{"moves":["2 6-6 "]}`, record.ErrSyntax, "spot"},
		"a blank too many":     {`{"moves":["2  6-6 L"]}`, record.ErrSyntax, "move 1"},
		"a seed too short":     {`{"deal":{"match_id":"m","round":1,"seed":"00"}}`, record.ErrSyntax, "seed: "},
		"a deal with more":     {`{"deal":{"hands":1}}`, record.ErrSyntax, `unknown field "hands"`},
		"a knob without name":  {`{"knobs":["draw"]}`, record.ErrSyntax, "want one JSON object"},
		"a knob of null":       {`{"knobs":{"draw":null}}`, record.ErrSyntax, "want text, a number"},
		"a tile of a number":   {`{"root":66}`, record.ErrSyntax, `field "root"`},
		"a boneyard as a list": {`{"boneyard":["6-6"]}`, record.ErrSyntax, `field "boneyard"`},
		"hands as one text":    {`{"hands":"6-6"}`, record.ErrSyntax, `field "hands"`},
		"moves as one text":    {`{"moves":"2 6-6"}`, record.ErrSyntax, `field "moves"`},
		"teams as a list":      {`{"teams":[[0,2],[1,3]]}`, record.ErrSyntax, `field "teams"`},
		"eligible as text":     {`{"eligible":"6 5"}`, record.ErrSyntax, `field "eligible"`},
		"a side twice":         {`{"total_before":{"A":1,"A":2}}`, record.ErrSyntax, "once each"},
		"a client seed of z":   {`{"deal":{"seed":"` + zeros + `","commit":"` + zeros + `","tip":"` + zeros + `","clients":["zz"]}}`, record.ErrSyntax, "client seed of seat 0"},
		"a beacon of z":        {`{"deal":{"seed":"` + zeros + `","commit":"` + zeros + `","tip":"` + zeros + `","beacon":"zz"}}`, record.ErrSyntax, "beacon"},
		"a tip too short":      {`{"deal":{"seed":"` + zeros + `","commit":"` + zeros + `","tip":"0"}}`, record.ErrSyntax, "tip"},
		"no preset":            {`{"id":"x"}`, record.ErrMissing, `field "preset"`},
		"no moves":             {`{"preset":"x","first":true,"total_before":[],"hands":[]}`, record.ErrMissing, `field "moves"`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := record.Parse([]byte(tc.line))
			var e *record.InputError
			if !errors.Is(err, tc.kind) || !errors.As(err, &e) || !strings.Contains(err.Error(), tc.says) {
				t.Fatalf("got %v, want %v with %q", err, tc.kind, tc.says)
			}
		})
	}
}

func TestAScanGoesOnAfterABadLineAndNumbersTheLines(t *testing.T) {
	file := "\n" + marshal(t, golden(t)["BLK-1"]) + "\n  \nnonsense\r\n" + marshal(t, golden(t)["CHK-1"])
	var got []string
	for rec, err := range record.Scan(strings.NewReader(file)) {
		text := rec.ID
		if err != nil {
			text = err.Error()
		}
		got = append(got, text)
		if rec.ID == "CHK-1" && rec.Line != 5 {
			t.Errorf("CHK-1 on line %d, want 5", rec.Line)
		}
	}
	if want := "BLK-1; line 4: not a record: not valid JSON; CHK-1"; strings.Join(got, "; ") != want {
		t.Fatalf("\n got %s\nwant %s", strings.Join(got, "; "), want)
	}
}

func TestAScanEndsAtALineThatIsTooLongOrAReaderThatFails(t *testing.T) {
	broken := errors.New("disk on fire")
	for name, tc := range map[string]struct {
		in   io.Reader
		want error
		says string
	}{
		"too long": {strings.NewReader(strings.Repeat("x", record.MaxLine+2)), record.ErrSyntax, "line 1: "},
		"broken":   {iotest.ErrReader(broken), broken, "line 1: "},
	} {
		n := 0
		for _, err := range record.Scan(tc.in) {
			n++
			if !errors.Is(err, tc.want) || !strings.Contains(err.Error(), tc.says) {
				t.Errorf("%s: got %v", name, err)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d results, want 1", name, n)
		}
	}
	for range record.Scan(strings.NewReader("x\ny\n")) {
		break // stops without a panic
	}
}

func TestKnobsMayBeTextNumbersOrTruthValues(t *testing.T) {
	text := strings.Replace(marshal(t, golden(t)["DRW-2"]), `"first"`,
		`"knobs":{"target":250,"voluntary_pass":false,"tile_rank":"high_then_low"},"first"`, 1)
	rec, err := record.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if v := judge(t, rec, record.Options{}); !v.OK() {
		t.Fatalf("got %s", marshal(t, v))
	}
	if !strings.Contains(marshal(t, rec), `"knobs":{"target":"250","tile_rank":"high_then_low","voluntary_pass":"false"}`) {
		t.Fatalf("got %s", marshal(t, rec))
	}
}

func TestAWriterThatFailsIsReported(t *testing.T) {
	broken := errors.New("disk full")
	err := record.Write(failing{broken}, golden(t)["LAT-1"])
	if !errors.Is(err, broken) || !strings.Contains(err.Error(), "LAT-1") {
		t.Fatalf("got %v", err)
	}
	var out bytes.Buffer
	rec := golden(t)["LAT-1"]
	rec.ID = "<a> & b"
	if err := record.Write(&out, rec); err != nil || !strings.HasPrefix(out.String(), `{"id":"<a> & b",`) {
		t.Fatalf("got %s, %v", out.String(), err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// FuzzParse: no line makes the parser or the judge panic, and what was parsed
// is the same after it was written and read again.
func FuzzParse(f *testing.F) {
	for _, rec := range golden(f) {
		f.Add([]byte(marshal(f, rec)))
	}
	f.Add([]byte(`{"id":"x","preset":"chickie","knobs":{"a":1},"first":true,"total_before":[null],"hands":[],"moves":["void"]}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		rec, err := record.Parse(line)
		if err != nil {
			if _, ok := errors.AsType[*record.InputError](err); !ok {
				t.Fatalf("untyped error %v", err)
			}
			return
		}
		written := marshal(t, rec)
		again, err := record.Parse([]byte(written))
		if err != nil || marshal(t, again) != written {
			t.Fatalf("\nwrote %s\n then %s\n err %v", written, marshal(t, again), err)
		}
		first, err1 := record.Judge(rec, record.Options{Alternatives: true})
		second, err2 := record.Judge(again, record.Options{Alternatives: true})
		if (err1 == nil) != (err2 == nil) || err1 == nil && marshal(t, first) != marshal(t, second) {
			t.Fatalf("judged differently: %v, %v", err1, err2)
		}
	})
}

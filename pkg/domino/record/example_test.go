package record_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"tranca.example/pkg/domino/record"
)

// A record is judged by playing it again: every outcome that it states is
// recomputed.
func ExampleJudge() {
	file, err := os.Open("../testdata/golden/classic-block.jsonl")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer file.Close()
	for rec, err := range record.Scan(file) {
		if err != nil {
			fmt.Println(err)
			return
		}
		verdict, err := record.Judge(rec, record.Options{})
		if err != nil {
			fmt.Println(err)
			return
		}
		out := verdict.Outcomes
		fmt.Println(verdict.ID, verdict.OK(), out.End, out.Pips, "side", out.Winner, "wins", out.Points)
	}
	// Output:
	// BLK-1 true domino [9 19 16 0] side 3 wins 44
	// BLK-2 true domino [12 6 19 0] side 3 wins 37
	// BLK-4 true block [19 15 18 14] side 3 wins 38
}

// A wrong outcome is no error: the verdict lists it beside the right one.
func ExampleJudge_difference() {
	text, _ := os.ReadFile("../testdata/golden/classic-block.jsonl")
	line, _, _ := strings.Cut(string(text), "\n")
	rec, _ := record.Parse([]byte(strings.Replace(line, `"points":44`, `"points":45`, 1)))
	verdict, err := record.Judge(rec, record.Options{})
	fmt.Println(verdict.OK(), err)
	for _, d := range verdict.Differences {
		fmt.Printf("%s: the record says %s, the rules say %s\n", d.Field, d.Got, d.Want)
	}
	// Output:
	// false <nil>
	// points: the record says 45, the rules say 44
}

// An illegal move ends the judging: the fault names it and what was legal.
func ExampleJudge_fault() {
	text, _ := os.ReadFile("../testdata/golden/classic-block.jsonl")
	line, _, _ := strings.Cut(string(text), "\n")
	rec, _ := record.Parse([]byte(line))
	rec.Moves[0] = record.Move{Kind: record.MovePass, Seat: rec.Moves[0].Seat}
	verdict, _ := record.Judge(rec, record.Options{})
	shown, _ := json.Marshal(verdict)
	fmt.Println(string(shown))
	// Output:
	// {"id":"BLK-1","error":{"move":1,"reason":"must_play","message":"\"3 pass\": seat 3: must_play: a tile of the hand fits and must be played","legal":["3 6-6"]}}
}

// A line that cannot be judged at all is an *InputError with its place.
func ExampleParse() {
	_, err := record.Parse([]byte(`{"id":"mine","preset":"latin.pairs","jokers":2}`))
	fmt.Println(err)
	_, err = record.Parse([]byte(`{"id":"mine","preset":"latin.pairs","first":true}`))
	fmt.Println(err)
	// Output:
	// record "mine": field "jokers": unknown field: no record has it
	// record "mine": field "total_before": missing field: every record has it
}

package doctor

import "fmt"

// Verdict is how a check ended.
type Verdict string

// The verdicts, from the best to the worst.
const (
	OK   Verdict = "ok"
	Warn Verdict = "warn" // it works; somebody should look
	Fail Verdict = "fail" // something is wrong, or soon will be
)

// Check is one thing that was found. Where nothing is wrong with a thing there is
// one check that says so.
type Check struct {
	Name    string  `json:"check"`
	Verdict Verdict `json:"verdict"`
	Text    string  `json:"text"`         // one sentence
	Do      string  `json:"do,omitempty"` // what a human does about it; "" when nothing
}

// Worst is the worst verdict of all.
func Worst(checks []Check) Verdict {
	worst := OK
	for _, c := range checks {
		if c.Verdict == Fail || c.Verdict == Warn && worst == OK {
			worst = c.Verdict
		}
	}
	return worst
}

// findings collect what is wrong with one thing.
type findings struct {
	name string
	all  []Check
}

func (f *findings) add(verdict Verdict, do, text string) {
	f.all = append(f.all, Check{Name: f.name, Verdict: verdict, Text: text, Do: do})
}

// or is what was found, or else the one check that nothing is wrong.
func (f *findings) or(fine string) []Check {
	if len(f.all) == 0 {
		return []Check{{Name: f.name, Verdict: OK, Text: fine}}
	}
	return f.all
}

// plural is a number with what it counts: "1 letter waits", "2 letters wait".
func plural[N int | int64 | uint64](n N, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d %s", n, many)
}

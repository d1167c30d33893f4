package pipeline

import "time"

// What the tests look at from outside.
var (
	Percentile = percentile
	LagOf      = lag
	Longest    = longest
	Middle     = middle
	ParseStat  = parseStat
	Kilobytes  = kilobytes
	ShortOf    = short
)

// Judge compares a report with what is aimed at.
func (r *Report) Judge() []Target { return r.targets() }

// Marks are moments, each followed by the sequence that was reached then.
func Marks(all ...any) (marks []mark) {
	for i := 0; i < len(all); i += 2 {
		marks = append(marks, mark{all[i].(time.Time), uint64(all[i+1].(int))})
	}
	return marks
}

// Behind is behind.
func Behind(wanted, reached []mark) []time.Duration { return behind(wanted, reached) }

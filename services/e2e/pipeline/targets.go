package pipeline

import (
	"fmt"
	"math"
	"slices"
)

// Target is a figure that is aimed at, and what came of it.
type Target struct {
	What     string  `json:"what"`
	AtLeast  bool    `json:"at_least"` // else at most
	Limit    float64 `json:"limit"`
	Got      float64 `json:"got"`
	Measured bool    `json:"measured"`
	Reached  bool    `json:"reached"`
}

// String is a line for people.
func (t Target) String() string {
	word, bound := "missed ", "at most"
	if t.AtLeast {
		bound = "at least"
	}
	switch {
	case !t.Measured:
		return fmt.Sprintf("not measured  %s: %s %s", t.What, bound, short(t.Limit))
	case t.Reached:
		word = "reached"
	}
	return fmt.Sprintf("%s %8s  %s: %s %s", word, short(t.Got), t.What, bound, short(t.Limit))
}

func target(what string, atLeast bool, limit, got float64, measured bool) Target {
	reached := got <= limit
	if atLeast {
		reached = got >= limit
	}
	return Target{What: what, AtLeast: atLeast, Limit: limit, Got: got, Measured: measured, Reached: measured && reached}
}

// targets compares the report with what is aimed at.
func (r *Report) targets() []Target {
	var all []Target
	door := func(setup string, tables int, door string) (Moves, bool) {
		c, found := r.cell(setup, tables)
		m := c.Doors[door]
		return m, found && m.Count > 0
	}
	for _, setup := range []string{SetupR1, SetupAlways} {
		m, found := door(setup, 1, OverNATS)
		all = append(all, target("median of a move at one table, by request + publish, "+setup, false, 1.2, m.OfLeast, found))
	}
	for setup, limit := range sorted(map[string]float64{SetupR1: 0.5, SetupAlways: 0.6}) {
		m, found := door(setup, 64, OverNATS)
		all = append(all, target("moves at 64 tables, by synchronous publishes, "+setup, true, limit, m.OfPublish, found))
	}
	for _, setup := range []string{SetupR1, SetupOne} {
		m, found := door(setup, 64, OverHTTP)
		all = append(all, target("durable moves in a server's processor second, 64 tables with viewers, "+setup, true, 3000, m.PerCPU, found))
	}
	of, rebuilt := r.slowest()
	return append(all,
		target("longest stall of a table after a kill, ms", false, 600, r.Stall.Max, len(r.Stall.Kills) > 0),
		target("heap of a table that a replica of rules keeps, bytes", false, 4096, r.Memory.Heap, r.Memory.Tables > 0),
		target("slowest projection from the longest log, by an ordered consumer", true, 0.4, of, rebuilt),
	)
}

// slowest is the worst projection of the longest log.
func (r *Report) slowest() (of float64, found bool) {
	if len(r.Rebuilds) == 0 {
		return 0, false
	}
	of = math.Inf(1)
	for _, p := range slices.MaxFunc(r.Rebuilds, func(a, b Rebuild) int { return int(a.Events - b.Events) }).Projections {
		of, found = min(of, p.Of), true
	}
	return of, found
}

// short writes a figure with about three digits.
func short(f float64) string {
	switch size := math.Abs(f); {
	case size == 0:
		return "0"
	case size >= 100:
		return fmt.Sprintf("%.0f", f)
	case size >= 10:
		return fmt.Sprintf("%.1f", f)
	}
	return fmt.Sprintf("%.2f", f)
}

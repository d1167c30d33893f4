package domino_test

import (
	"fmt"
	"testing"
)

// judged is a rule as a table row: given a position under some rules, when
// these commands are sent, then these events follow and this may be played.
type judged struct {
	name  string
	rules []string // preset, then knobs and values
	given where
	when  []string
	then  []string
	ends  string   // of the line afterwards; "": not asked
	legal []string // plays of the seat on turn afterwards; nil: not asked
}

func runJudged(t *testing.T, rows []judged) {
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			g := at(t, rules(t, row.rules[0], row.rules[1:]...), row.given)
			same(t, "events", g.play(row.when...), row.then)
			if left, right, _ := g.full.Ends(); row.ends != "" && fmt.Sprintf("%d|%d", left, right) != row.ends {
				t.Errorf("ends %d|%d, want %s", left, right, row.ends)
			}
			if row.legal != nil {
				same(t, "legal plays", plays(&g.full), row.legal)
			}
		})
	}
}

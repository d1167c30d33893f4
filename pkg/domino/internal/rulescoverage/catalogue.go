package rulescoverage

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed rules.tsv
var rulesFile string

// Rule is one line of the catalogue.
type Rule struct {
	ID       string // like "E-17" or "L-18a"
	Meaning  string
	Deferred string // why no test is asked for yet; empty when one is
}

// Catalogue is the list of all rules, in the order of the file.
type Catalogue struct {
	rules []Rule
	known map[string]bool
}

// Rules is the catalogue of this engine.
func Rules() (Catalogue, error) { return Parse(rulesFile) }

// Parse reads lines of id, meaning and reason of deferral, separated by tabs.
// Lines that begin with # are left out. An error names the line and its fault.
func Parse(text string) (Catalogue, error) {
	c := Catalogue{known: map[string]bool{}}
	for i, line := range strings.Split(text, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 3 || fields[1] == "" {
			return Catalogue{}, fmt.Errorf("line %d: want id, meaning and reason separated by tabs: %q", i+1, line)
		}
		id := fields[0]
		if !strings.Contains(id, "-") || idIn.FindString(id) != id {
			return Catalogue{}, fmt.Errorf("line %d: %q is no rule id; they look like E-17 or L-18a", i+1, id)
		}
		if c.known[id] {
			return Catalogue{}, fmt.Errorf("line %d: %s stands twice", i+1, id)
		}
		c.known[id] = true
		c.rules = append(c.rules, Rule{ID: id, Meaning: fields[1], Deferred: fields[2]})
	}
	return c, nil
}

// resolve turns an id as written in a test into the id of the catalogue: where
// a lettered part is not listed on its own, it stands for the whole rule.
func (c Catalogue) resolve(id string) (string, bool) {
	if whole := strings.TrimRight(id, "abcdefgh"); !c.known[id] && c.known[whole] {
		return whole, true
	}
	return id, c.known[id]
}

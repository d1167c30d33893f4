package checker

import (
	"fmt"
	"strings"
)

// The rules.
const (
	RuleContiguous   = "the log has every sequence"
	RuleSameLog      = "every server holds the same log"
	RuleChain        = "every append names the commit that it follows"
	RuleVersions     = "versions count the commits of a table"
	RuleWriter       = "only the owner of a phase writes"
	RuleOnce         = "no command is in the log twice"
	RuleTimely       = "no clock rings early, and no time bank is below nothing"
	RuleAcknowledged = "every acknowledged command is in the log"
	RuleLegal        = "every round is legal and worth what the log says"
	RuleDeals        = "every deal follows from its seed"
	RuleTotals       = "points add up"
	RuleFinished     = "every match finished"
	RuleSeen         = "no client saw a version go backwards"
	RuleHidden       = "no viewer saw a hidden tile"
	RuleProjected    = "projections hold the last of every table"
)

// shown is how many complaints a verdict keeps.
const shown = 5

// Verdict is what came of one rule.
type Verdict struct {
	Rule string `json:"rule"`
	// Checked is how many things the rule was applied to. A rule that was applied
	// to nothing has not been kept.
	Checked    int      `json:"checked"`
	Violations int      `json:"violations"`
	Complaints []string `json:"complaints,omitempty"` // the first ones
}

// NewVerdict is a verdict on nothing yet.
func NewVerdict(rule string) *Verdict { return &Verdict{Rule: rule} }

// OK tells whether the rule was kept.
func (v *Verdict) OK() bool { return v.Violations == 0 && v.Checked > 0 }

// Check notes that the rule was applied once, and complains if it does not hold.
func (v *Verdict) Check(holds bool, format string, args ...any) {
	v.Checked++
	if holds {
		return
	}
	v.Violations++
	if len(v.Complaints) < shown {
		v.Complaints = append(v.Complaints, fmt.Sprintf(format, args...))
	}
}

// String is the verdict's line, and its complaints on lines of their own.
func (v *Verdict) String() string {
	var b strings.Builder
	switch {
	case v.Violations > 0:
		fmt.Fprintf(&b, "BROKEN  %s: %d of %d", v.Rule, v.Violations, v.Checked)
	case v.Checked == 0:
		fmt.Fprintf(&b, "EMPTY   %s: nothing was there to check", v.Rule)
	default:
		fmt.Fprintf(&b, "kept    %s: %d", v.Rule, v.Checked)
	}
	for _, c := range v.Complaints {
		b.WriteString("\n          " + c)
	}
	return b.String()
}

// OK tells whether all rules were kept.
func OK(all []*Verdict) bool {
	for _, v := range all {
		if !v.OK() {
			return false
		}
	}
	return len(all) > 0
}

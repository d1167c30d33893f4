package record

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"tranca.example/pkg/domino"
)

// dealt is a record whose premises hold: the round can be replayed.
type dealt struct {
	rec    Record
	rules  *domino.Rules
	before domino.Standing
	deal   domino.Deal
	start  domino.RoundDealt
}

// open checks what was dealt under the rule set of rec, proves it where the
// record carries its deal, and finds the start.
func open(rec Record) (*dealt, error) {
	r, err := rules(rec)
	if err != nil {
		return nil, err
	}
	d := &dealt{rec: rec, rules: r}
	for _, check := range []func() error{d.checkNames, d.checkSides, d.checkTiles, d.checkDoubles} {
		if err := check(); err != nil {
			return nil, err
		}
	}
	if err := d.split(); err != nil {
		return nil, err
	}
	if err := Verify(rec); err != nil {
		return nil, err
	}
	return d, d.findStart()
}

// rules is the rule set of a record: seats and teams follow from its hands and
// its sides.
func rules(rec Record) (*domino.Rules, error) {
	knobs := map[string]string{}
	maps.Copy(knobs, rec.Knobs)
	seats := strconv.Itoa(len(rec.Hands))
	if asked, ok := knobs["seats"]; ok && asked != seats {
		return nil, premise("hands", "%s hands, but the knob seats is %s", seats, asked)
	}
	knobs["seats"] = seats
	if rec.Pairs && knobs["teams"] == "" {
		knobs["teams"] = "pairs"
	}
	r, err := domino.NewRules(rec.Preset, knobs)
	if err != nil {
		return nil, rulesError(err)
	}
	return r, nil
}

// rulesError finds the field that made the rule set impossible.
func rulesError(err error) error {
	field := "knobs"
	var preset *domino.UnknownPreset
	var value *domino.BadKnobValue
	switch {
	case errors.As(err, &preset):
		field = "preset"
	case errors.As(err, &value) && value.Knob == "seats":
		field = "hands"
	case errors.As(err, &value) && value.Knob == "teams":
		field = "teams"
	}
	return premise(field, "%w", err)
}

// checkNames compares the knobs that a record repeats.
func (d *dealt) checkNames() error {
	for _, said := range []struct{ field, value, knob string }{
		{"rot", d.rec.Rot, "rotation"}, {"draw", d.rec.Draw, "draw"},
	} {
		if said.value == "" {
			continue
		}
		want, err := d.rules.Knob(said.knob)
		if err != nil {
			return fmt.Errorf("check %s: %w", said.field, err)
		}
		if said.value != want {
			return premise(said.field, "got %q, the rule set says %q", said.value, want)
		}
	}
	return nil
}

func (d *dealt) checkSides() error {
	if pairs := d.rules.Teams == domino.TeamsPairs; pairs != d.rec.Pairs {
		return premise("total_before", "totals for the sides A and B are wanted in pairs, else a list by seat")
	}
	if len(d.rec.Before) != d.rules.Sides() {
		return premise("total_before", "%d totals for %d sides", len(d.rec.Before), d.rules.Sides())
	}
	if slices.Min(d.rec.Before) < 0 {
		return premise("total_before", "a total is below 0")
	}
	return nil
}

// checkTiles wants the whole box dealt, each tile once, hands of one size.
func (d *dealt) checkTiles() error {
	box, seen := domino.SetOf(domino.FullSet(d.rules.SetMax)...), domino.Set(0)
	take := func(field, whose string, t domino.Tile) error {
		switch {
		case int(t) >= d.rules.Tiles():
			return premise(field, "%s: the box has no tile %v", whose, t)
		case seen.Has(t):
			return premise(field, "%s: tile %v is dealt twice", whose, t)
		}
		seen = seen.With(t)
		return nil
	}
	for seat, hand := range d.rec.Hands {
		if hand.Len() != d.rules.HandSize {
			return premise("hands", "seat %d has %d tiles, want %d", seat, hand.Len(), d.rules.HandSize)
		}
		for t := range hand.All() {
			if err := take("hands", fmt.Sprintf("seat %d", seat), t); err != nil {
				return err
			}
		}
	}
	for _, t := range d.rec.Boneyard {
		if err := take("boneyard", "boneyard", t); err != nil {
			return err
		}
	}
	if missing := box.Minus(seen); !missing.Empty() {
		return premise("boneyard", "tiles are missing: %s", handText(missing))
	}
	return nil
}

func (d *dealt) checkDoubles() error {
	switch eligible := d.rec.Eligible; {
	case !d.rules.StartsWithDouble() && eligible != nil:
		return premise("eligible", "the preset has no starting doubles")
	case !d.rules.StartsWithDouble():
		return nil
	case eligible == nil:
		return missing("eligible", "a tree game needs the doubles that have not started a round")
	case *eligible == 0 || *eligible&^d.rules.Doubles() != 0:
		return premise("eligible", "got %v, want doubles of the box, at least one", pipList(*eligible))
	}
	return nil
}

// split lays the tiles out as the dealer did.
func (d *dealt) split() (err error) {
	var order []domino.Tile
	for _, hand := range d.rec.Hands {
		order = append(order, hand.Tiles()...)
	}
	if d.deal, err = domino.NewDeal(d.rules, append(order, d.rec.Boneyard...)); err != nil {
		return premise("hands", "%w", err)
	}
	return nil
}

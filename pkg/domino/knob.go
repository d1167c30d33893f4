package domino

import (
	"fmt"
	"slices"
	"strconv"
)

// KnobType is the form of a knob's values.
type KnobType string

// The forms: one word of a list, a whole number, true or false.
const (
	KnobEnum KnobType = "enum"
	KnobInt  KnobType = "int"
	KnobBool KnobType = "bool"
)

// Knob describes one parameter of a rule set. The values are exactly those
// that some preset can be played with; which of them a given rule set takes is
// told by Rules.Allowed.
type Knob struct {
	Name     string
	Type     KnobType
	Values   []string // in full; empty for a number with a range
	Min, Max int      // of a number with a range, both included
	Meaning  string
	Rules    []string // ids of the rules that it stands for
	Deferred []string // values that the rules know and that cannot be played yet
}

// family tells line games from those that start with a double, whose board is
// always a tree; a knob or value may belong to one
// of them or to both.
type family uint8

const (
	inLine family = 1 << iota
	inTree
	inBoth = inLine | inTree
)

// option is a value by name; in says where it may be chosen.
type option struct {
	name  string
	value int
	in    family
}

// knobDef joins the description of a knob with its field in Rules.
type knobDef struct {
	Knob
	in      family
	options []option
	get     func(*Rules) int
	set     func(*Rules, int)
}

type number interface{ ~uint8 | ~int }

// newKnob describes a knob that is stored in the given field.
func newKnob[T number](k Knob, in family, field func(*Rules) *T, options ...option) knobDef {
	for _, o := range options {
		k.Values = append(k.Values, o.name)
	}
	return knobDef{
		Knob: k, in: in, options: options,
		get: func(r *Rules) int { return int(*field(r)) },
		set: func(r *Rules, v int) { *field(r) = T(v) },
	}
}

// newSwitch describes a knob that is true or false.
func newSwitch(k Knob, in family, field func(*Rules) *bool) knobDef {
	k.Type, k.Values = KnobBool, []string{"true", "false"}
	return knobDef{
		Knob: k, in: in, options: []option{{"true", 1, in}, {"false", 0, in}},
		get: func(r *Rules) int {
			if *field(r) {
				return 1
			}
			return 0
		},
		set: func(r *Rules, v int) { *field(r) = v == 1 },
	}
}

// notApplicable is what a knob of the other family of games shows and takes.
func (k knobDef) notApplicable() string {
	if k.Type == KnobInt {
		return "0"
	}
	return "none"
}

// text writes the value that the knob has in r.
func (k knobDef) text(r *Rules) string {
	if k.in&r.family() == 0 {
		return k.notApplicable()
	}
	v := k.get(r)
	for _, o := range k.options {
		if o.value == v && o.in&r.family() != 0 {
			return o.name
		}
	}
	return strconv.Itoa(v)
}

// allowed lists the values that the knob takes in p, or its one range.
func (k knobDef) allowed(p preset) []string {
	if k.in&p.family() == 0 {
		return []string{k.notApplicable()}
	}
	if own := p.restricts(k.Name); own != nil {
		return own
	}
	if len(k.options) == 0 {
		return []string{fmt.Sprintf("%d to %d", k.Min, k.Max)}
	}
	var out []string
	for _, o := range k.options {
		if o.in&p.family() != 0 {
			out = append(out, o.name)
		}
	}
	return out
}

// apply sets the knob of r to the value, if p allows it.
func (k knobDef) apply(p preset, r *Rules, value string) error {
	refused := &BadKnobValue{Preset: p.name, Knob: k.Name, Value: value, Allowed: k.allowed(p)}
	if k.in&p.family() == 0 {
		if value != k.notApplicable() {
			refused.Why = "it has no meaning in this family of games"
			return refused
		}
		return nil
	}
	v, ok := k.parse(p, value)
	if !ok {
		if slices.Contains(k.Deferred, value) {
			refused.Why = "not playable yet"
		}
		return refused
	}
	k.set(r, v)
	return nil
}

func (k knobDef) parse(p preset, value string) (int, bool) {
	if own := p.restricts(k.Name); own != nil && !slices.Contains(own, value) {
		return 0, false
	}
	for _, o := range k.options {
		if o.name == value {
			return o.value, o.in&p.family() != 0
		}
	}
	if len(k.options) > 0 {
		return 0, false
	}
	v, err := strconv.Atoi(value)
	return v, err == nil && v >= k.Min && v <= k.Max && strconv.Itoa(v) == value
}

package domino

import (
	"fmt"
	"strings"
)

// The texts below repeat at most 64 characters of what was asked for.

// UnknownPreset says that no preset has the name; Known lists those that exist.
type UnknownPreset struct {
	Name  string
	Known []string
}

// Error names what was asked for and what exists.
func (e *UnknownPreset) Error() string {
	return fmt.Sprintf("preset %.64q is unknown; there are %s", e.Name, strings.Join(e.Known, ", "))
}

// Reason is the stable code of the error.
func (*UnknownPreset) Reason() string { return "unknown_preset" }

// UnknownKnob says that no knob has the name; Known lists those that exist.
type UnknownKnob struct {
	Name  string
	Known []string
}

// Error names what was asked for and what exists.
func (e *UnknownKnob) Error() string {
	return fmt.Sprintf("knob %.64q is unknown; there are %s", e.Name, strings.Join(e.Known, ", "))
}

// Reason is the stable code of the error.
func (*UnknownKnob) Reason() string { return "unknown_knob" }

// BadKnobValue says that a knob does not take a value in this preset, or not
// together with the other knobs. Allowed lists the values that work, or holds
// one range such as "1 to 27".
type BadKnobValue struct {
	Preset  string
	Knob    string
	Value   string
	Allowed []string
	Why     string // what it collides with; empty when the value itself is unknown
}

// Error names the knob, the value, why it is refused and what is allowed.
func (e *BadKnobValue) Error() string {
	why := ""
	if e.Why != "" {
		why = " (" + e.Why + ")"
	}
	return fmt.Sprintf("preset %s: knob %s does not take %.64q%s; it takes %s",
		e.Preset, e.Knob, e.Value, why, strings.Join(e.Allowed, ", "))
}

// Reason is the stable code of the error.
func (*BadKnobValue) Reason() string { return "bad_knob_value" }

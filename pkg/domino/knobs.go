package domino

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
)

// Presets lists the names of all presets.
func Presets() []string {
	var out []string
	for _, p := range presets() {
		out = append(out, p.name)
	}
	return out
}

// PresetSeats lists the numbers of seats that a preset can be played with, in
// ascending order. The error is *UnknownPreset.
func PresetSeats(name string) ([]int, error) {
	p, err := findPreset(name)
	if err != nil {
		return nil, err
	}
	return slices.Sorted(slices.Values(p.seats)), nil
}

// Knobs describes every knob, in the order of the one table of knobs.
func Knobs() []Knob {
	var out []Knob
	for _, k := range knobTable() {
		out = append(out, k.Knob)
	}
	return out
}

// NewRules makes the rule set of a preset with some knobs set to other values.
// Defaults that hang on the number of seats or on the box (hand_size, rounds)
// follow those two knobs. The error is *UnknownPreset, *UnknownKnob or
// *BadKnobValue and lists what exists.
func NewRules(presetName string, knobs map[string]string) (*Rules, error) {
	p, err := findPreset(presetName)
	if err != nil {
		return nil, err
	}
	table := knobTable()
	if err := knownNames(table, knobs); err != nil {
		return nil, err
	}
	r := p.base(p.seats[0], p.rules.SetMax)
	if err := setKnobs(table, p, r, knobs, isFrame); err != nil {
		return nil, err
	}
	r = p.base(r.Seats, r.SetMax)
	if err := setKnobs(table, p, r, knobs, func(name string) bool { return !isFrame(name) }); err != nil {
		return nil, err
	}
	if err := r.collisions(); err != nil {
		return nil, err
	}
	return r, nil
}

// isFrame names the knobs that defaults of other knobs hang on.
func isFrame(name string) bool { return name == "seats" || name == "set_max" }

func setKnobs(table []knobDef, p preset, r *Rules, knobs map[string]string, which func(string) bool) error {
	for _, k := range table {
		value, asked := knobs[k.Name]
		if !asked || !which(k.Name) {
			continue
		}
		if err := k.apply(p, r, value); err != nil {
			return err
		}
	}
	return nil
}

func knownNames(table []knobDef, knobs map[string]string) error {
	for _, name := range slices.Sorted(maps.Keys(knobs)) {
		if _, err := findKnob(table, name); err != nil {
			return err
		}
	}
	return nil
}

func findKnob(table []knobDef, name string) (knobDef, error) {
	var names []string
	for _, k := range table {
		if k.Name == name {
			return k, nil
		}
		names = append(names, k.Name)
	}
	return knobDef{}, &UnknownKnob{Name: name, Known: names}
}

// collisions finds knobs that cannot be played together.
func (r *Rules) collisions() error {
	refuse := func(knob, allowed, why string, args ...any) error {
		value, _ := r.Knob(knob)
		return &BadKnobValue{Preset: r.Preset, Knob: knob, Value: value,
			Allowed: []string{allowed}, Why: fmt.Sprintf(why, args...)}
	}
	dealable := r.Tiles()
	if r.StartsWithDouble() {
		dealable-- // whoever holds no starting double must be able to draw one (K-02, E-45)
	}
	switch {
	case r.Teams == TeamsPairs && r.Seats != 4:
		return refuse("teams", "none", "pairs need 4 seats, not %d", r.Seats)
	case r.Seats*r.HandSize > dealable:
		return refuse("hand_size", "1 to "+strconv.Itoa(dealable/r.Seats),
			"%d seats × %d tiles = %d > %d", r.Seats, r.HandSize, r.Seats*r.HandSize, dealable)
	case r.VoidNextOpener == VoidHolder66 && r.OpenFirst == OpenFirstHighestDouble && r.SetMax > 6:
		return refuse("void_next_opener", "rotate, same", "open_first says that another double earns the opening")
	case r.RootArms > int(r.SetMax):
		return refuse("root_arms", "4, 6", "a double has only %d companions", r.SetMax)
	case r.StartsWithDouble() && r.Rounds > int(r.SetMax)+1:
		return refuse("rounds", "0 to "+strconv.Itoa(int(r.SetMax)+1), "each double starts one round")
	case !r.StartsWithDouble() && r.Target == 0 && r.Rounds == 0:
		return refuse("target", "1 to 10000", "with rounds 0 the match would never end")
	}
	return nil
}

// Knob tells the value of one knob. The error is *UnknownKnob.
func (r *Rules) Knob(name string) (string, error) {
	k, err := findKnob(knobTable(), name)
	if err != nil {
		return "", err
	}
	return k.text(r), nil
}

// Allowed lists the values that a knob takes in the preset of the rule set, or
// its one range, such as "1 to 27". The error is *UnknownKnob.
func (r *Rules) Allowed(name string) ([]string, error) {
	k, err := findKnob(knobTable(), name)
	if err != nil {
		return nil, err
	}
	p, err := findPreset(r.Preset)
	if err != nil {
		return nil, err
	}
	return k.allowed(p), nil
}

// Values tells the value of every knob. A knob that has no meaning in the
// family of games is "none" or 0. NewRules makes the same rule set of them.
func (r *Rules) Values() map[string]string {
	out := make(map[string]string)
	for _, k := range knobTable() {
		out[k.Name] = k.text(r)
	}
	return out
}

// Overrides tells the knobs that differ from what the preset says for the same
// number of seats and the same box, and these two where they differ from its
// default. NewRules makes the same rule set of them.
func (r *Rules) Overrides() map[string]string {
	out := make(map[string]string)
	p, err := findPreset(r.Preset)
	if err != nil {
		return r.Values()
	}
	frame, base := p.base(p.seats[0], p.rules.SetMax), p.base(r.Seats, r.SetMax)
	for _, k := range knobTable() {
		def := base
		if isFrame(k.Name) {
			def = frame
		}
		if v := k.text(r); v != k.text(def) {
			out[k.Name] = v
		}
	}
	return out
}

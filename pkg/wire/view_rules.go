package wire

import (
	"fmt"

	"tranca.example/pkg/domino"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// PresetView describes the game that a rule set is.
func PresetView(r *domino.Rules) *apiv1.Preset {
	m := &apiv1.Preset{
		Name: r.Preset, Seats: uint32(r.Seats), MaxPip: uint32(r.SetMax),
		HandSize: uint32(r.HandSize),
		Pairs:    r.Teams == domino.TeamsPairs, Tree: r.Tree(),
	}
	if seats, err := domino.PresetSeats(r.Preset); err == nil {
		m.SeatsAllowed = countNumbers(seats)
	}
	return m
}

// PresetViews describes all games.
func PresetViews() ([]*apiv1.Preset, error) {
	var out []*apiv1.Preset
	for _, name := range domino.Presets() {
		r, err := domino.NewRules(name, nil)
		if err != nil {
			return nil, fmt.Errorf("preset %s: %w", name, err)
		}
		out = append(out, PresetView(r))
	}
	return out, nil
}

// KnobViews tells every knob of a rule set.
func KnobViews(r *domino.Rules) ([]*apiv1.Knob, error) {
	var out []*apiv1.Knob
	for _, k := range domino.Knobs() {
		value, err := r.Knob(k.Name)
		if err != nil {
			return nil, fmt.Errorf("knob %s: %w", k.Name, err)
		}
		allowed, err := r.Allowed(k.Name)
		if err != nil {
			return nil, fmt.Errorf("knob %s: %w", k.Name, err)
		}
		out = append(out, &apiv1.Knob{
			Name: k.Name, Value: value, Meaning: k.Meaning, Type: string(k.Type), Allowed: allowed, Rules: k.Rules,
		})
	}
	return out, nil
}

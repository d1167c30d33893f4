package domino

import (
	"slices"
	"strconv"
)

// preset is a named rule set: defaults for every knob, and what may be asked
// of the table around them.
type preset struct {
	name  string
	seats []int    // that can be asked for; the first is the default
	teams []string // that can be asked for; the first is the default
	hands []int    // hand size for each entry of seats
	rules Rules    // all other defaults
}

// presets lists them in the order of the table of presets.
func presets() []preset {
	return []preset{
		{name: "latin.pairs", seats: []int{4}, teams: []string{"pairs"}, hands: []int{7},
			rules: latin(OpenHolder66, DrawNone)},
		{name: "latin.solo", seats: []int{4, 3, 2}, teams: []string{"none"}, hands: []int{7, 7, 7},
			rules: latin(OpenFirstHighestDouble, DrawOne)},
		{name: "classic.draw", seats: []int{2, 3, 5, 6}, teams: []string{"none"}, hands: []int{7, 6, 5, 4},
			rules: classic(OpenFirstHighestDouble, DrawUntil)},
		{name: "classic.block4", seats: []int{4}, teams: []string{"none", "pairs"}, hands: []int{7},
			rules: classic(OpenHolder66, DrawNone)},
		{name: "classic.draw4", seats: []int{4}, teams: []string{"none", "pairs"}, hands: []int{5},
			rules: classic(OpenFirstHighestDouble, DrawUntil)},
		{name: "chickie", seats: []int{4, 2, 3, 5}, teams: []string{"none"}, hands: []int{5, 5, 5, 5},
			rules: chickie()},
	}
}

// latin is S0's game (L-01 to L-20).
func latin(first OpenFirst, draw DrawMode) Rules {
	r := classic(first, draw)
	r.Rotation = CounterClockwise
	r.OpenNextTile = OpeningTileDoubleIfAny
	return r
}

// classic is S1's game (C-01 to C-19).
func classic(first OpenFirst, draw DrawMode) Rules {
	return Rules{
		SetMax: 6, Rotation: Clockwise,
		OpenFirst: first, OpenFirstTile: OpeningTileForced,
		OpenNext: OpenNextRotate, OpenNextTile: OpeningTileAny,
		Draw: draw, MustPlayDrawn: true,
		ScoreDomino: ScoreOpponents, ScoreBlock: ScoreOpponentsMinusOwn,
		Target: 100,
	}
}

// chickie is the game of S2 and S4 (K-01 to K-22).
func chickie() Rules {
	return Rules{
		SetMax: 6, Rotation: Clockwise,
		OpenFirst: OpenFirstStartDouble, OpenFirstTile: OpeningTileForced, OpenNext: OpenNextStartDouble,
		Draw: DrawOne, MustPlayDrawn: true,
		RootArms: 4, Toes: 3, StartDouble: StartHighestUnusedHeld,
		ScoreDomino: ScoreOwnPips, ScoreBlock: ScoreOwnPips,
	}
}

func findPreset(name string) (preset, error) {
	all := presets()
	i := slices.IndexFunc(all, func(p preset) bool { return p.name == name })
	if i < 0 {
		return preset{}, &UnknownPreset{Name: name, Known: Presets()}
	}
	return all[i], nil
}

func (p preset) family() family { return p.rules.family() }

// restricts lists what the preset takes for a knob of the table around the
// game; nil leaves the knob to its own list.
func (p preset) restricts(knob string) []string {
	switch knob {
	case "teams":
		return p.teams
	case "seats":
		var out []string
		for _, n := range slices.Sorted(slices.Values(p.seats)) {
			out = append(out, strconv.Itoa(n))
		}
		return out
	}
	return nil
}

// base is the rule set of the preset for a number of seats and a box, with no
// other knob set.
func (p preset) base(seats int, top Pip) *Rules {
	r := p.rules
	r.Preset, r.Seats, r.SetMax = p.name, seats, top
	r.HandSize = p.hands[max(0, slices.Index(p.seats, seats))]
	if p.teams[0] == "pairs" {
		r.Teams = TeamsPairs
	}
	if r.StartsWithDouble() {
		r.Rounds = int(top) + 1
	}
	return &r
}

func (r *Rules) family() family {
	if r.StartsWithDouble() {
		return inTree
	}
	return inLine
}

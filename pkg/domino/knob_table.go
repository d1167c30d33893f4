package domino

import "strconv"

// knobTable is the one table of knobs, in its order.
func knobTable() []knobDef {
	var all []knobDef
	for _, part := range [][]knobDef{tableKnobs(), openingKnobs(), drawKnobs(), treeKnobs(), scoreKnobs(), matchKnobs()} {
		all = append(all, part...)
	}
	return all
}

func words(in family, names ...string) []option {
	var out []option
	for i, name := range names {
		out = append(out, option{name, i, in})
	}
	return out
}

func numbers(in family, values ...int) []option {
	var out []option
	for _, v := range values {
		out = append(out, option{strconv.Itoa(v), v, in})
	}
	return out
}

func tableKnobs() []knobDef {
	return []knobDef{
		newKnob(Knob{Name: "set_max", Type: KnobInt, Rules: []string{"G-01"},
			Meaning:  "highest half of the box: double-six has 28 tiles, double-nine 55",
			Deferred: []string{"12", "15", "18"}},
			inBoth, func(r *Rules) *Pip { return &r.SetMax }, numbers(inBoth, 6, 9)...),
		newKnob(Knob{Name: "seats", Type: KnobInt, Min: 2, Max: 6, Rules: []string{"C-01", "K-02"},
			Meaning: "number of players; each preset has its own list"},
			inBoth, func(r *Rules) *int { return &r.Seats }),
		newKnob(Knob{Name: "teams", Type: KnobEnum, Rules: []string{"L-01", "C-01"},
			Meaning: "who plays together; pairs are the even seats against the odd ones"},
			inBoth, func(r *Rules) *Teams { return &r.Teams }, words(inBoth, "none", "pairs")...),
		newKnob(Knob{Name: "hand_size", Type: KnobInt, Min: 1, Max: 27, Rules: []string{"L-02", "C-02", "K-02"},
			Meaning: "tiles dealt to each seat; the rest is the boneyard"},
			inBoth, func(r *Rules) *int { return &r.HandSize }),
		newKnob(Knob{Name: "rotation", Type: KnobEnum, Rules: []string{"L-05", "C-06", "K-07"},
			Meaning: "direction of turns: cw goes to the left, ccw to the right"},
			inBoth, func(r *Rules) *Rotation { return &r.Rotation }, words(inBoth, "cw", "ccw")...),
	}
}

func openingKnobs() []knobDef {
	return []knobDef{
		newKnob(Knob{Name: "open_first", Type: KnobEnum, Rules: []string{"L-03", "C-03", "C-04"},
			Meaning: "who opens the first round: the holder of 6-6 (else as highest_double), the holder of the highest double (else of the highest tile), or who drew the highest tile by lot"},
			inLine, func(r *Rules) *OpenFirst { return &r.OpenFirst }, words(inLine, "holder_66", "highest_double", "lot")...),
		newKnob(Knob{Name: "open_first_tile", Type: KnobEnum, Rules: []string{"L-03", "C-05"},
			Meaning: "what the first opener leads: the tile that earned him the opening (any tile after a lot), or any tile"},
			inLine, func(r *Rules) *OpeningTile { return &r.OpenFirstTile }, words(inLine, "any", "forced")...),
		newKnob(Knob{Name: "open_next", Type: KnobEnum, Rules: []string{"L-06", "C-17"},
			Meaning: "who opens the next round: the seat after the opener, the winner, who placed the last tile, or the opener again"},
			inLine, func(r *Rules) *OpenNext { return &r.OpenNext }, words(inLine, "rotate", "winner", "closer", "same")...),
		newKnob(Knob{Name: "open_next_tile", Type: KnobEnum, Rules: []string{"L-07", "C-17"},
			Meaning: "what a later opener leads: any tile, a double if he holds one, or his highest double if he holds one"},
			inLine, func(r *Rules) *OpeningTile { return &r.OpenNextTile },
			option{"any", int(OpeningTileAny), inLine}, option{"double_if_any", int(OpeningTileDoubleIfAny), inLine},
			option{"highest_double", int(OpeningTileHighestDouble), inLine}),
		newKnob(Knob{Name: "tile_rank", Type: KnobEnum, Rules: []string{"C-03"},
			Meaning: "which tile is the highest where no double decides: by sum, then by the high half; or by the high half, then by the low one"},
			inLine, func(r *Rules) *TileRank { return &r.TileRank }, words(inLine, "sum_then_high", "high_then_low")...),
		newKnob(Knob{Name: "shuffler", Type: KnobEnum, Rules: []string{"L-08"},
			Meaning: "who mixes for the next round; informational"},
			inBoth, func(r *Rules) *Shuffler { return &r.Shuffler }, words(inBoth, "prev_opener")...),
	}
}

func drawKnobs() []knobDef {
	return []knobDef{
		newKnob(Knob{Name: "draw", Type: KnobEnum, Rules: []string{"L-11", "C-11", "K-10"},
			Meaning: "what a seat that cannot play does: pass, draw one tile and pass if it does not fit, or draw until one fits"},
			inBoth, func(r *Rules) *DrawMode { return &r.Draw }, words(inBoth, "none", "one", "until")...),
		newKnob(Knob{Name: "draw_reserve", Type: KnobInt, Min: 0, Max: 27, Rules: []string{"C-11"},
			Meaning: "tiles of the boneyard that may not be drawn"},
			inBoth, func(r *Rules) *int { return &r.DrawReserve }),
		newSwitch(Knob{Name: "must_play_drawn", Rules: []string{"C-11", "K-10"},
			Meaning: "a drawn tile that fits is played in the same turn"},
			inBoth, func(r *Rules) *bool { return &r.MustPlayDrawn }),
		newSwitch(Knob{Name: "voluntary_draw", Rules: []string{"G-03"},
			Meaning: "a seat that can play may draw"},
			inBoth, func(r *Rules) *bool { return &r.VoluntaryDraw }),
		newSwitch(Knob{Name: "voluntary_pass", Rules: []string{"G-03"},
			Meaning: "a seat that can play may pass"},
			inBoth, func(r *Rules) *bool { return &r.VoluntaryPass }),
	}
}

func treeKnobs() []knobDef {
	return []knobDef{
		newKnob(Knob{Name: "spinner", Type: KnobEnum, Rules: []string{"L-09", "C-08"},
			Meaning:  "which double of a line takes tiles on four sides: none, or the opening tile if it is a double; the board is then a tree, whose tiles are attached to nodes",
			Deferred: []string{"first_double", "all_doubles"}},
			inLine, func(r *Rules) *Spinner { return &r.Spinner }, words(inLine, "none", "opening_double")...),
		newKnob(Knob{Name: "root_arms", Type: KnobInt, Rules: []string{"K-08"},
			Meaning: "sides of the starting double, all of which are filled first"},
			inTree, func(r *Rules) *int { return &r.RootArms }, numbers(inTree, 4, 6, 8)...),
		newKnob(Knob{Name: "toes", Type: KnobInt, Rules: []string{"K-14", "K-15"},
			Meaning: "tiles that complete the foot of a double"},
			inTree, func(r *Rules) *int { return &r.Toes }, numbers(inTree, 3)...),
		newKnob(Knob{Name: "start_double", Type: KnobEnum, Rules: []string{"K-03", "K-04"},
			Meaning: "which double starts a round: the highest unused one that somebody holds, or strictly the highest unused one"},
			inTree, func(r *Rules) *StartDouble { return &r.StartDouble },
			option{"highest_unused_held", int(StartHighestUnusedHeld), inTree}, option{"strict", int(StartStrict), inTree}),
		newKnob(Knob{Name: "start_order", Type: KnobEnum, Rules: []string{"K-05"},
			Meaning: "whether a double that was skipped comes back, or only lower ones start later rounds"},
			inTree, func(r *Rules) *StartOrder { return &r.StartOrder }, words(inTree, "highest_unused", "descending")...),
		newKnob(Knob{Name: "start_none", Type: KnobEnum, Rules: []string{"K-06"},
			Meaning: "what happens when nobody holds a starting double: each draws in turn until one is drawn, all draw one together until one is drawn, or a new deal"},
			inTree, func(r *Rules) *StartNone { return &r.StartNone }, words(inTree, "draw_in_turn", "all_draw", "redeal")...),
		newKnob(Knob{Name: "chickie_call", Type: KnobEnum, Rules: []string{"K-12"},
			Meaning: "how a double on a leaf is announced"},
			inTree, func(r *Rules) *ChickieCall { return &r.ChickieCall }, words(inTree, "auto")...),
	}
}

func scoreKnobs() []knobDef {
	return []knobDef{
		newKnob(Knob{Name: "dead_rule", Type: KnobEnum, Rules: []string{"G-06", "K-18"},
			Meaning: "a dead position ends the round at once, or after the boneyard is drawn out"},
			inBoth, func(r *Rules) *DeadRule { return &r.DeadRule }, words(inBoth, "immediate", "exhaust")...),
		newKnob(Knob{Name: "score_domino", Type: KnobEnum, Rules: []string{"C-13", "K-19"},
			Meaning: "points when a hand is empty: the opponents' pips, all pips left, or everybody his own pips"},
			inBoth, func(r *Rules) *Scoring { return &r.ScoreDomino },
			option{"opponents", int(ScoreOpponents), inLine}, option{"all_remaining", int(ScoreAllRemaining), inLine},
			option{"own_pips", int(ScoreOwnPips), inTree}),
		newKnob(Knob{Name: "score_block", Type: KnobEnum, Rules: []string{"C-15", "K-19"},
			Meaning: "points when the round is blocked: the opponents' pips less the own side's, the opponents', all pips left, or everybody his own pips"},
			inBoth, func(r *Rules) *Scoring { return &r.ScoreBlock },
			option{"opponents_minus_own", int(ScoreOpponentsMinusOwn), inLine}, option{"opponents", int(ScoreOpponents), inLine},
			option{"all_remaining", int(ScoreAllRemaining), inLine}, option{"own_pips", int(ScoreOwnPips), inTree}),
		newKnob(Knob{Name: "score_in_play", Type: KnobEnum, Rules: []string{"C-14"},
			Meaning:  "points during play",
			Deferred: []string{"fives", "threes_and_fives", "bergen"}},
			inBoth, func(r *Rules) *ScoreInPlay { return &r.ScoreInPlay }, words(inBoth, "none")...),
		newKnob(Knob{Name: "block_winner", Type: KnobEnum, Rules: []string{"L-16", "C-15"},
			Meaning: "who wins a block: the side with the fewest pips, the side of the lowest hand, or the lower of the closer and the seat after him"},
			inLine, func(r *Rules) *BlockWinner { return &r.BlockWinner }, words(inLine, "side_total", "individual_lowest", "closer_vs_next")...),
		newKnob(Knob{Name: "block_tie", Type: KnobEnum, Rules: []string{"L-17", "L-18a", "L-18b", "C-16"},
			Meaning: "who wins a tied block: nobody, the tied side nearest to the opener in turn order, or the closer's side if it is tied"},
			inLine, func(r *Rules) *BlockTie { return &r.BlockTie }, words(inLine, "void", "opener_side", "closer_side")...),
		newKnob(Knob{Name: "void_next_opener", Type: KnobEnum, Rules: []string{"L-19", "C-16"},
			Meaning: "who opens after a block that nobody won: the seat after the opener, the opener again, or the holder of 6-6"},
			inLine, func(r *Rules) *VoidNextOpener { return &r.VoidNextOpener }, words(inLine, "rotate", "same", "holder_66")...),
		newKnob(Knob{Name: "double_blank_value", Type: KnobInt, Rules: []string{"G-08"},
			Meaning: "pips of 0-0 left in a hand"},
			inBoth, func(r *Rules) *int { return &r.DoubleBlankValue }, numbers(inBoth, 0, 50)...),
	}
}

func matchKnobs() []knobDef {
	return []knobDef{
		newKnob(Knob{Name: "target", Type: KnobInt, Min: 0, Max: 10000, Rules: []string{"C-18", "L-20"},
			Meaning: "points that end the match when a side reaches or exceeds them; 0 is no target"},
			inBoth, func(r *Rules) *int { return &r.Target }),
		newKnob(Knob{Name: "rounds", Type: KnobInt, Min: 0, Max: 1000, Rules: []string{"K-05"},
			Meaning: "rounds that end the match; 0 is no fixed number (a game that starts with a double always ends when every double has started one)"},
			inBoth, func(r *Rules) *int { return &r.Rounds }),
		newKnob(Knob{Name: "match_tie", Type: KnobEnum, Rules: []string{"K-20"},
			Meaning: "equal totals at the end of the match: all tied sides win"},
			inBoth, func(r *Rules) *MatchTie { return &r.MatchTie }, words(inBoth, "shared")...),
	}
}

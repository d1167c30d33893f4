package record

import (
	"encoding/json"
	"fmt"
	"slices"

	"tranca.example/pkg/domino"
)

// alternativeNames lists the alt_* outcomes: what another knob value would
// have made of the same round.
func alternativeNames() []string {
	return []string{"alt_tie", "alt_points", "alt_exhaust", "alt_double_blank_50"}
}

func isAlternative(name string) bool { return slices.Contains(alternativeNames(), name) }

// alternatives works out those that the record states, or all that could
// differ.
func (p *replay) alternatives(all bool) (map[string]json.RawMessage, error) {
	out := map[string]json.RawMessage{}
	for _, name := range alternativeNames() {
		if _, claimed := p.rec.Claims[name]; !claimed && !(all && p.matters(name)) {
			continue
		}
		raw, err := p.alternative(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		out[name] = raw
	}
	return out, nil
}

// matters tells whether the other knob value can change anything.
func (p *replay) matters(name string) bool {
	e, s := p.score(p.rules)
	blocked, ownPips := e.End == domino.EndBlocked, p.rules.ScoreDomino == domino.ScoreOwnPips
	switch name {
	case "alt_tie":
		return blocked && !ownPips && s.Winner == domino.NoSide
	case "alt_points":
		return !ownPips && s.Winner != domino.NoSide
	case "alt_exhaust":
		return blocked && p.full.Drawable() > 0
	}
	return slices.ContainsFunc(e.Hands, func(h domino.Set) bool { return h.Has(domino.Double(0)) })
}

func (p *replay) alternative(name string) (json.RawMessage, error) {
	var o object
	switch name {
	case "alt_tie":
		p.tie(&o)
	case "alt_points":
		p.points(&o)
	case "alt_exhaust":
		if err := p.exhausted(&o); err != nil {
			return nil, err
		}
	default:
		return encode(p.blank())
	}
	return o.bytes()
}

// under scores the round by the rule set with something changed.
func (p *replay) under(change func(*domino.Rules)) domino.RoundScore {
	r := *p.rules
	change(&r)
	_, s := p.score(&r)
	return s
}

// tie is who would win under the other ways to settle a tied block (L-18a,
// L-18b, E-30).
func (p *replay) tie(o *object) {
	opener := p.under(func(r *domino.Rules) { r.BlockTie = domino.BlockTieOpenerSide })
	closer := p.under(func(r *domino.Rules) { r.BlockTie = domino.BlockTieCloserSide })
	o.put("opener_side", sideName(p.rec.Pairs, opener.Winner))
	o.put("closer_side", sideName(p.rec.Pairs, closer.Winner))
}

// points is what the same winner would get under the other formulas (C-13,
// C-15).
func (p *replay) points(o *object) {
	e, _ := p.full.Over()
	by := func(formula domino.Scoring) int {
		return p.under(func(r *domino.Rules) { r.ScoreDomino, r.ScoreBlock = formula, formula }).Points
	}
	o.putIf(e.End == domino.EndBlocked, "opponents_minus_own", by(domino.ScoreOpponentsMinusOwn))
	o.put("opponents", by(domino.ScoreOpponents))
	o.put("all_remaining", by(domino.ScoreAllRemaining))
}

// exhausted plays the round on under dead_rule=exhaust: nobody can choose
// anything any more, so everybody draws and passes to the end (E-08, E-37).
func (p *replay) exhausted(o *object) error {
	d, r := *p.dealt, *p.rules
	r.DeadRule, d.rules = domino.DeadExhaust, &r
	other, err := d.replay()
	for err == nil && other.full.Turn() != domino.NoSeat {
		var events []domino.Event
		if events, err = domino.Decide(&other.full, other.full.Default()); err == nil {
			err = other.fold(events)
		}
	}
	if err != nil {
		return err
	}
	e, s := other.score(&r)
	o.put("pips", e.Pips)
	o.putIf(r.ScoreDomino != domino.ScoreOwnPips, "winner", sideName(p.rec.Pairs, s.Winner))
	o.putIf(r.ScoreDomino != domino.ScoreOwnPips, "points", s.Points)
	return nil
}

// blank is the pips with 50 for 0-0 (G-08, E-46).
func (p *replay) blank() []int {
	const blankValue = 50
	e, _ := p.full.Over()
	pips := make([]int, len(e.Hands))
	for seat, hand := range e.Hands {
		if pips[seat] = hand.Pips(); hand.Has(domino.Double(0)) {
			pips[seat] += blankValue
		}
	}
	return pips
}

package record

import (
	"tranca.example/pkg/domino"
)

// findStart finds who opens and compares what the record says about it.
func (d *dealt) findStart() (err error) {
	if d.before, err = d.standing(); err != nil {
		return err
	}
	lot, err := d.lot()
	if err != nil {
		return err
	}
	if d.start, err = domino.FindStart(d.rules, d.before, d.deal, lot); err != nil {
		return premise("hands", "%w", err)
	}
	if d.rec.Deal != nil {
		d.start.Round = d.rec.Deal.Round
	}
	if d.rules.StartsWithDouble() {
		return d.checkStartDouble()
	}
	if d.rec.Opener != domino.NoSeat && d.rec.Opener != d.start.Opener {
		return premise("opener", "got seat %d, the hands make it seat %d", d.rec.Opener, d.start.Opener)
	}
	return d.checkOpener()
}

// standing is what the match brought into the round.
func (d *dealt) standing() (domino.Standing, error) {
	s := domino.Standing{
		First: d.rec.First, Opener: domino.NoSeat, Starter: domino.NoSeat, Totals: d.rec.Before,
	}
	if int(d.rec.Opener) >= d.rules.Seats {
		return s, premise("opener", "seat %d: want 0 to %d", d.rec.Opener, d.rules.Seats-1)
	}
	if d.rules.StartsWithDouble() {
		s.Eligible = *d.rec.Eligible
		s.Starter = d.lastStarter()
		s.Played = derivedPlayed(d.rules, s.Eligible)
	} else if err := d.lineStanding(&s); err != nil {
		return s, err
	}
	if d.rec.Played != nil {
		s.Played = *d.rec.Played
	}
	if s.Played < 0 || s.First && s.Played != 0 {
		return s, premise("played", "got %d; want 0 in the first round, never less", s.Played)
	}
	return s, nil
}

// lineStanding takes the opener from the record where the round does not tell
// it: in later rounds, and after a lot. Only void_next_opener=holder_66 leaves
// a later opener to the hands.
func (d *dealt) lineStanding(s *domino.Standing) error {
	found := s.First && d.rules.OpenFirst != domino.OpenLot
	if !found {
		s.Opener = d.rec.Opener
	}
	switch {
	case d.rec.Opener == domino.NoSeat && (s.First || d.rules.VoidNextOpener != domino.VoidHolder66):
		return missing("opener", "a line game needs who opens")
	case d.rec.Played == nil && d.rules.Rounds > 0 && !s.First:
		return missing("played", "a fixed number of rounds needs how many were played before")
	}
	return nil
}

// derivedPlayed is how many rounds a match has had whose rounds each start
// with a double of their own (K-05).
func derivedPlayed(r *domino.Rules, eligible domino.PipSet) int {
	return len(pipList(r.Doubles())) - len(pipList(eligible))
}

// lastStarter is the seat on whose left the start draws began (K-06).
func (d *dealt) lastStarter() domino.Seat {
	if d.rec.First || len(d.rec.Moves) == 0 || d.rec.Moves[0].Kind != MoveDraw {
		return domino.NoSeat
	}
	for s := range domino.Seat(d.rules.Seats) {
		if d.rules.Next(s) == d.rec.Moves[0].Seat {
			return s
		}
	}
	return domino.NoSeat
}

// lot is recomputed from the deal; without one the record's opener is believed.
func (d *dealt) lot() ([]domino.Tile, error) {
	if d.rec.Deal == nil || !d.rec.First || d.rules.StartsWithDouble() || d.rules.OpenFirst != domino.OpenLot {
		return nil, nil
	}
	lot, err := d.params().Lot(d.rec.Deal.Seed)
	if err != nil {
		return nil, premise("deal", "%w", err)
	}
	d.before.Opener = domino.NoSeat
	return lot, nil
}

func (d *dealt) checkStartDouble() error {
	how, root := "held", d.root()
	if len(d.start.StartDraws) > 0 {
		how = "drawn"
	}
	switch {
	case d.rec.Start != "" && d.rec.Start != how:
		return premise("start", "got %q, the hands make it %q", d.rec.Start, how)
	case d.rec.Starter != domino.NoSeat && d.rec.Starter != d.start.Opener:
		return premise("starter", "got seat %d, the hands make it seat %d", d.rec.Starter, d.start.Opener)
	case d.rec.Opener != domino.NoSeat && d.rec.Opener != d.start.Opener:
		return premise("opener", "got seat %d, the hands make it seat %d", d.rec.Opener, d.start.Opener)
	case d.rec.Root != nil && *d.rec.Root != root:
		return premise("root", "got %v, the hands make it %v", *d.rec.Root, root)
	}
	return nil
}

// root is the starting double: the highest eligible one of the opener (K-03).
func (d *dealt) root() domino.Tile {
	hand := d.deal.Hands[d.start.Opener]
	for i, s := range d.start.StartDraws {
		if s == d.start.Opener {
			hand = hand.With(d.deal.Boneyard[i])
		}
	}
	for _, p := range pipList(d.start.Eligible) {
		if t := domino.Double(domino.Pip(p)); hand.Has(t) {
			return t
		}
	}
	return 0
}

// checkOpener refuses what only a game that starts with a double has.
func (d *dealt) checkOpener() error {
	switch {
	case d.rec.Start != "":
		return premise("start", "the preset has no start draws")
	case d.rec.Root != nil:
		return premise("root", "the preset has no starting double")
	case d.rec.Starter != domino.NoSeat:
		return premise("starter", "the preset has an opener")
	}
	return nil
}

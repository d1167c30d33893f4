package domino

// Evolve folds one event into the public state. It decides nothing, consults
// no hand and never fails: what is in the log happened.
func Evolve(p Public, e Event) Public {
	EvolveInto(&p, e)
	return p
}

// EvolveInto is Evolve in place, as OpenInto is Open in place.
func EvolveInto(p *Public, e Event) {
	switch e := e.(type) {
	case TilePlayed:
		if p.seated(e.Seat) && p.count < maxTiles {
			p.place(e.Seat, e.Tile, e.Spot, e.Next)
		}
	case TileDrawn:
		if p.seated(e.Seat) && p.draws < maxTiles {
			p.take(e.Seat)
		}
	case TurnPassed:
		if p.seated(e.Seat) {
			p.pass(e.Seat, e.Next)
		}
	case RoundEnded:
		p.turn, p.end, p.over = NoSeat, e.End, &e
	case ChickieCalled, FootCompleted, DoubleHung: // follow from the placement
	}
}

// place, take and pass are the only transitions: the fold, live judging and
// simulation all go through them.
func (p *Public) place(s Seat, t Tile, at Spot, next Seat) {
	if !p.tree {
		p.extend(t, at)
	} else {
		p.grow(t, at)
	}
	n := p.count
	b := &p.board[n]
	b.Tile, b.Seat, b.Spot = t, s, at
	p.count = n + 1
	p.played = p.played.With(t)
	p.held[s]--
	p.closer, p.turn, p.drew = s, next, 0
}

func (p *Public) take(s Seat) {
	known := p.void[s]
	if p.drew > 0 {
		known = 0 // the tile drawn before stays in the hand
	}
	known |= p.OpenPips() // neither that tile nor the rest of the hand fits
	if p.rules.VoluntaryDraw {
		known = 0 // a draw shows no need
	}
	p.void[s] = known
	p.drawOrder[p.draws] = s
	p.draws++
	p.drew++
	p.held[s]++
}

func (p *Public) pass(s, next Seat) {
	free := p.rules.VoluntaryPass || (p.drew > 0 && !p.rules.MustPlayDrawn)
	switch {
	case p.drew > 0 && free:
		p.void[s] = 0
	case p.drew > 0:
		p.void[s] = p.OpenPips()
	case !free:
		p.void[s] |= p.OpenPips()
	}
	p.turn, p.drew = next, 0
}

// Place plays a move of Legal for the seat on turn, in place, and tells
// whether the round ended. It checks nothing: Decide does.
func (f *Full) Place(m Move) (ended bool) {
	s := f.turn
	hand := f.Hands[s].Without(m.Tile)
	f.Hands[s] = hand
	f.place(s, m.Tile, m.Spot, f.rules.Next(s))
	if !f.tree {
		f.fits = fitting(f.ends[0], f.ends[1])
	} else {
		f.fits = f.branches()
	}
	switch {
	case hand.Empty(): // before the dead test (G-05, E-05)
		f.finish(EndDomino)
	case f.Dead() && f.deadEnds():
		f.finish(EndBlocked)
	default:
		return false
	}
	return true
}

// Draw takes the next boneyard tile for the seat on turn, in place, and tells
// whether the round ended. MayDraw must hold. Under draw=one a tile that leaves nothing to play
// is followed by the pass at once: no choice is left (T-17, E-13).
func (f *Full) Draw() (ended bool) {
	s := f.turn
	f.Hands[s] = f.Hands[s].With(f.boneyard[f.draws])
	f.take(s)
	if f.rules.DeadRule == DeadExhaust && f.Dead() && f.deadEnds() {
		f.finish(EndBlocked)
		return true
	}
	if f.rules.Draw == DrawOne && f.Legal().Empty() {
		f.Pass()
	}
	return false
}

// Pass gives the turn of the seat on turn away, in place.
func (f *Full) Pass() { f.pass(f.turn, f.rules.Next(f.turn)) }

// deadEnds tells whether a dead position ends the round now (G-06).
func (f *Full) deadEnds() bool {
	return f.rules.DeadRule == DeadImmediate || f.Drawable() == 0
}

// Dead tells whether no tile in any hand or drawable fits. It means nothing
// before the opening.
func (f *Full) Dead() bool { return f.live&^f.played&f.fits.Tiles() == 0 }

func (f *Full) finish(e Ending) { f.turn, f.end = NoSeat, e }

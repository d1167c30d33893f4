package domino

// Decide judges a command: the events that it makes, or an *Illegal that says
// why not. It changes nothing; it is a pure function of its arguments. The
// events of one decision belong together: TilePlayed, ChickieCalled,
// FootCompleted, DoubleHung, RoundEnded, in that order.
func Decide(f *Full, c Command) ([]Event, error) {
	switch c := c.(type) {
	case Play:
		return f.decidePlay(c)
	case Draw:
		return f.decideDraw(c)
	case Pass:
		return f.decidePass(c)
	case Annul:
		if f.turn < 0 {
			return nil, f.reject(NoSeat, RoundOver)
		}
		return []Event{f.reveal(RoundEnded{End: EndVoid, Forfeits: NoSeat, Reason: c.Reason})}, nil
	case Forfeit:
		if why := f.alive(c.Seat); why != "" {
			return nil, f.reject(c.Seat, why)
		}
		return []Event{f.reveal(RoundEnded{End: EndForfeit, Forfeits: c.Seat})}, nil
	}
	return nil, f.reject(NoSeat, UnknownCommand)
}

// alive tells why nothing can be done for a seat at all; "" when it can.
func (f *Full) alive(s Seat) Reason {
	switch {
	case !f.seated(s):
		return UnknownSeat
	case f.turn < 0:
		return RoundOver
	}
	return ""
}

// onTurn tells why s may not act now; "" when it may (T-40).
func (f *Full) onTurn(s Seat) Reason {
	if why := f.alive(s); why != "" {
		return why
	}
	if s != f.turn {
		return NotYourTurn
	}
	return ""
}

func (f *Full) decidePlay(c Play) ([]Event, error) {
	at, why := f.judge(c)
	if why != "" {
		e := f.reject(c.Seat, why)
		e.Tile, e.Spot = c.Tile, c.Spot
		return nil, e
	}
	after := *f
	ended := after.Place(Move{c.Tile, at})
	events := make([]Event, 1, 2)
	events[0] = TilePlayed{c.Seat, c.Tile, at, after.turn}
	if f.rules.StartsWithDouble() {
		events = f.appendTreeFacts(events, c, &after)
	} else {
		events = f.appendHung(events, c, &after)
	}
	if ended {
		events = append(events, after.reveal(RoundEnded{End: after.end, Forfeits: NoSeat}))
	}
	return events, nil
}

// appendTreeFacts adds what a placement means in a game that starts with a
// double (K-12, K-17).
func (f *Full) appendTreeFacts(events []Event, c Play, after *Full) []Event {
	if f.count > 0 && c.Tile.IsDouble() {
		events = append(events, ChickieCalled{c.Seat, c.Tile})
	}
	if f.pending > Node(0) && after.pending == Unnamed {
		events = append(events, FootCompleted{c.Seat, f.pending})
	}
	return events
}

// appendHung adds the double that the placement hung, if any: that of the half
// that touches, as the other half is an open end now (L-12).
func (f *Full) appendHung(events []Event, c Play, after *Full) []Event {
	for _, v := range [2]Pip{c.Tile.Hi(), c.Tile.Lo()} {
		if !c.Tile.IsDouble() && after.hangs(v) {
			events = append(events, DoubleHung{Double(v), c.Seat})
		}
	}
	return events
}

func (f *Full) decideDraw(c Draw) ([]Event, error) {
	why := f.onTurn(c.Seat)
	switch {
	case why != "":
	case !f.rules.VoluntaryDraw && !f.Legal().Empty(), f.count == 0:
		why = MustPlay
	case f.rules.Draw == DrawNone, f.rules.Draw == DrawOne && f.drew > 0:
		why = CannotDraw
	case f.Drawable() == 0:
		why = BoneyardEmpty
	}
	if why != "" {
		return nil, f.reject(c.Seat, why)
	}
	after := *f
	ended := after.Draw()
	events := make([]Event, 1, 2)
	events[0] = TileDrawn{c.Seat, after.BoneyardLeft()}
	switch {
	case ended:
		events = append(events, after.reveal(RoundEnded{End: after.end, Forfeits: NoSeat}))
	case after.turn != c.Seat || after.drew == 0:
		events = append(events, TurnPassed{c.Seat, after.turn})
	}
	return events, nil
}

func (f *Full) decidePass(c Pass) ([]Event, error) {
	why := f.onTurn(c.Seat)
	switch {
	case why != "":
	case f.MayPass():
		return []Event{TurnPassed{c.Seat, f.rules.Next(c.Seat)}}, nil
	case !f.Legal().Empty():
		why = MustPlay
	default:
		why = MustDraw
	}
	return nil, f.reject(c.Seat, why)
}

// judge names the spot of a play, or tells why it is not legal.
func (f *Full) judge(c Play) (Spot, Reason) {
	switch why := f.onTurn(c.Seat); {
	case why != "":
		return Unnamed, why
	case int(c.Tile) >= f.rules.Tiles():
		return Unnamed, UnknownTile
	case !f.Hands[c.Seat].Has(c.Tile):
		return Unnamed, NotInHand
	case f.count == 0:
		return f.judgeOpening(c)
	case f.tree:
		return f.judgeNode(c)
	}
	return f.judgeEnd(c)
}

// judgeOpening accepts a side and drops it: an empty line has none (T-01).
func (f *Full) judgeOpening(c Play) (Spot, Reason) {
	if c.Spot > Right || (c.Spot != Unnamed && f.tree) {
		return Unnamed, NoSuchSpot
	}
	if !f.Legal().First.Has(c.Tile) {
		return Unnamed, MustOpenWith
	}
	return Unnamed, ""
}

func (f *Full) judgeEnd(c Play) (Spot, Reason) {
	left, right := c.Tile.Has(f.ends[0]), c.Tile.Has(f.ends[1])
	switch {
	case c.Spot > Right:
		return Unnamed, NoSuchSpot
	case c.Spot == Left && left, c.Spot == Right && right:
		return c.Spot, ""
	case c.Spot != Unnamed || !left && !right:
		return Unnamed, DoesNotFit
	case left && right && f.ends[0] != f.ends[1]:
		return Unnamed, AmbiguousSide // E-03: never guessed
	case right:
		return Right, ""
	}
	return Left, ""
}

func (f *Full) judgeNode(c Play) (Spot, Reason) {
	if c.Spot == Unnamed {
		return f.onlyNode(c.Tile)
	}
	k, ok := c.Spot.NodeNumber()
	switch {
	case !ok || k >= int(f.count):
		return Unnamed, NoSuchSpot
	case f.pending != Unnamed && f.pending != c.Spot:
		return Unnamed, FootFirst
	case !f.takes(c.Spot, c.Tile):
		return Unnamed, DoesNotFit
	}
	return c.Spot, ""
}

// onlyNode finds the node of a tile that fits in one place only (E-42).
func (f *Full) onlyNode(t Tile) (Spot, Reason) {
	found := Unnamed
	for k := range int(f.count) {
		if !f.takes(Node(k), t) {
			continue
		}
		if found != Unnamed {
			return Unnamed, AmbiguousSide
		}
		found = Node(k)
	}
	if found == Unnamed {
		return Unnamed, DoesNotFit
	}
	return found, ""
}

func (f *Full) reject(s Seat, why Reason) *Illegal {
	e := &Illegal{Seat: s, Why: why}
	if s == f.turn && s != NoSeat {
		e.Legal, e.MayDraw, e.MayPass = f.Plays(nil), f.MayDraw(), f.MayPass()
	}
	return e
}

// reveal fills in who closed, what every seat held and what nobody drew.
func (f *Full) reveal(e RoundEnded) RoundEnded {
	e.Closer, e.Boneyard = f.closer, f.Boneyard()
	e.Hands = append(e.Hands, f.Hands[:f.rules.Seats]...)
	for s := range f.rules.Seats {
		e.Pips = append(e.Pips, f.Pips(Seat(s)))
	}
	return e
}

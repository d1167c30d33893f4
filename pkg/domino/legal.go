package domino

// Move is a placement by the seat on turn. The Spot is Unnamed for the opening
// and named for everything else.
type Move struct {
	Tile Tile
	Spot Spot
}

// Moves is every distinct placement of the seat on turn as two masks. On a
// line First goes on the left end and Second on the right one; equal ends count
// once, as Second (E-02), and an opening tile as First (E-01). On a tree First
// are tiles that can touch with the high half and Second tiles that can touch
// with the low half; leaves of one value count once (E-42).
type Moves struct{ First, Second Set }

// Tiles is the tiles that may be played.
func (m Moves) Tiles() Set { return m.First | m.Second }

// Empty tells whether nothing may be played.
func (m Moves) Empty() bool { return m.First|m.Second == 0 }

// Len is the number of distinct placements.
func (m Moves) Len() int { return m.First.Len() + m.Second.Len() }

// Legal is what the seat on turn may play.
func (f *Full) Legal() (m Moves) {
	if s := uint8(f.turn); s < MaxSeats { // NoSeat is not
		m.First, m.Second = f.Hands[s]&f.fits.First, f.Hands[s]&f.fits.Second
	}
	return m
}

// fit makes fits anew, for a state that did not come from Place.
func (f *Full) fit() {
	switch {
	case f.count == 0 && f.turn >= 0:
		f.fits = Moves{First: f.leads(f.Hands[f.turn])}
	case f.tree:
		f.fits = f.branches()
	case f.count > 0:
		f.fits = fitting(f.ends[0], f.ends[1])
	default:
		f.fits = Moves{}
	}
}

// branches is the tiles of any box that fit a tree.
func (p *Public) branches() (m Moves) {
	for open := p.open; open != 0; open &= open - 1 {
		v := open.first() & 31
		m.First |= highHalf[v]
		m.Second |= lowHalf[v]
	}
	return m
}

// leads is the tiles of hand that the opener may lead.
func (p *Public) leads(hand Set) Set {
	twins := hand & doubles
	switch {
	case p.rules.StartsWithDouble():
		return startingDouble(p.eligible, hand)
	case p.opening == OpenForced:
		return SetOf(earning(p.rules, hand))
	case p.opening == OpenDoubleIfAny && twins != 0:
		return twins
	case p.opening == OpenHighestDouble && twins != 0:
		return SetOf(twins.highest())
	}
	return hand
}

// startingDouble is the highest double of hand whose value is wanted (K-03,
// K-05); empty when there is none.
func startingDouble(wanted PipSet, hand Set) Set {
	for twins := hand & doubles; twins != 0; twins = twins.Without(twins.highest()) {
		if t := twins.highest(); wanted.Has(t.Hi()) {
			return SetOf(t)
		}
	}
	return 0
}

// earning is the tile that earned the opening: 6-6 where open_first looks for
// it, else the highest double, else the highest tile (L-03, C-03, E-16).
func earning(r *Rules, hand Set) Tile {
	if six := Double(6); r.OpenFirst != OpenFirstHighestDouble && hand.Has(six) {
		return six
	}
	if twins := hand & doubles; twins != 0 {
		return twins.highest()
	}
	best := hand.First()
	for t := range hand.All() {
		if outranks(r.TileRank, t, best) {
			best = t
		}
	}
	return best
}

// outranks orders tiles that are not doubles (C-03).
func outranks(by TileRank, a, b Tile) bool {
	if by == SumThenHigh && a.Sum() != b.Sum() {
		return a.Sum() > b.Sum()
	}
	return a > b // by high half, then low
}

// Pick is the k-th placement of m, k from 0 to m.Len()-1: the masks need not
// be expanded to choose one.
func (p *Public) Pick(m Moves, k int) Move {
	n := m.First.Len()
	second := (n - 1 - k) >> 63 // all bits or none: a branch here is a coin toss
	set := m.First ^ (m.First^m.Second)&Set(second)
	at := Left + Spot(second&1)
	t := set.nth(k - n&second)
	if p.tree || p.count == 0 {
		at = p.spotOf(t, at == Right)
	}
	return Move{t, at}
}

// spotOf names the spot of a placement from one of the masks.
func (p *Public) spotOf(t Tile, second bool) Spot {
	switch {
	case p.count == 0:
		return Unnamed
	case !p.tree && second:
		return Right
	case !p.tree:
		return Left
	case second:
		return p.nodeFor(t.Lo())
	}
	return p.nodeFor(t.Hi())
}

// Plays appends every legal placement to dst, by tile, then left before right
// or by node. Equal ends of a line give one play, on the right.
func (f *Full) Plays(dst []Play) []Play { return f.expand(f.Legal(), dst) }

func (p *Public) expand(m Moves, dst []Play) []Play {
	first, tree := Left, p.tree
	if p.count == 0 {
		first, tree = Unnamed, false
	}
	for rest := m.Tiles(); rest != 0; rest &= rest - 1 {
		t := rest.First()
		if tree {
			dst = p.expandNodes(t, dst)
			continue
		}
		if m.First.Has(t) {
			dst = append(dst, Play{p.turn, t, first})
		}
		if m.Second.Has(t) {
			dst = append(dst, Play{p.turn, t, Right})
		}
	}
	return dst
}

func (p *Public) expandNodes(t Tile, dst []Play) []Play {
	for k := range int(p.count) {
		if at := Node(k); p.takes(at, t) {
			dst = append(dst, Play{p.turn, t, at})
		}
	}
	return dst
}

// takes tells whether node at accepts t now.
func (p *Public) takes(at Spot, t Tile) bool {
	k, ok := at.NodeNumber()
	if !ok || k >= int(p.count) || (p.pending != Unnamed && p.pending != at) {
		return false
	}
	return p.board[k].opens(t.Hi()) || p.board[k].opens(t.Lo())
}

// MayDraw tells whether the seat on turn may draw now.
func (f *Full) MayDraw() bool {
	return f.canDraw() && (f.rules.VoluntaryDraw || f.Legal().Empty())
}

// canDraw tells whether the draw mode still gives a tile in this turn.
func (p *Public) canDraw() bool {
	return p.turn >= 0 && p.count > 0 && p.Drawable() > 0 && !(p.rules.Draw == DrawOne && p.drew > 0)
}

// MayPass tells whether the seat on turn may pass now (G-03).
func (f *Full) MayPass() bool {
	switch {
	case f.turn < 0 || f.count == 0:
		return false
	case f.rules.VoluntaryPass, f.drew > 0 && !f.rules.MustPlayDrawn:
		return true
	}
	return !f.canDraw() && f.Legal().Empty()
}

// Default is what the table does for a seat that lets its time run out: the
// first legal placement (the forced one, where one is forced), else a draw,
// else a pass. It is nil when the round is over.
func (f *Full) Default() Command {
	m := f.Legal()
	switch {
	case f.turn < 0:
		return nil
	case !m.Empty():
		t := m.Tiles().First()
		return Play{f.turn, t, f.spotOf(t, !m.First.Has(t))}
	case f.canDraw():
		return Draw{f.turn}
	}
	return Pass{f.turn}
}

package domino

// Placed is one tile on the board, in order of placement: number 0 is the
// opening. On a tree it is node n<number>.
type Placed struct {
	Tile  Tile
	Seat  Seat
	Spot  Spot  // where it was attached; Unnamed for the opening
	Outer Pip   // tree: the value that faces away; of an opening tile that is no double, an open half
	Free  uint8 // tree: sides that can still take a tile
}

// Public is what everybody at the table may know of a round: the fold of its
// events alone. It is a plain value, small enough to be stored after every
// commit; two equal folds are equal under reflect.DeepEqual. It holds no tile
// that is not on the board until the round is over.
type Public struct {
	rules *Rules
	over  *RoundEnded

	played         Set
	round          uint32
	eligible       PipSet
	open           PipSet // tree: values that may be played now
	leafy          PipSet // tree: values with a leaf
	void           [MaxSeats]PipSet
	ends           [2]Pip // line: left and right
	turn           Seat
	opener, closer Seat
	opening        Opening
	end            Ending
	pending        Spot  // tree: the node that must be filled first
	drew           uint8 // tiles drawn in this turn
	tree           bool  // the board is a tree
	count          uint8 // tiles on the board
	draws          uint8 // tiles drawn in the round, before the start included
	startDraws     uint8
	handSize       uint8
	bones          uint8 // tiles in the boneyard before any draw
	held           [MaxSeats]uint8
	leaves         [16]uint8 // tree: nodes with a free side, by value
	board          [maxTiles + 1]Placed
	drawOrder      [maxTiles + 1]Seat
}

// NewRound is the state before the opening placement.
func NewRound(r *Rules, d RoundDealt) (p Public) {
	NewRoundInto(&p, r, &d)
	return p
}

// NewRoundInto is NewRound in place, as OpenInto is Open in place.
func NewRoundInto(p *Public, r *Rules, d *RoundDealt) {
	*p = Public{}
	p.rules, p.tree, p.round, p.eligible, p.opening = r, r.Tree(), d.Round, d.Eligible, d.Opening
	p.turn, p.opener, p.closer = d.Opener, d.Opener, NoSeat
	p.handSize, p.bones = uint8(d.HandSize), uint8(d.BoneyardSize)
	for s := range min(r.Seats, MaxSeats) {
		p.held[s] = p.handSize
	}
	for _, s := range d.StartDraws {
		if p.seated(s) && p.draws < maxTiles {
			p.take(s)
		}
	}
	p.startDraws, p.drew = p.draws, 0
}

// Rules is the rule set of the round.
func (p *Public) Rules() *Rules { return p.rules }

// Round is the number of the round.
func (p *Public) Round() uint32 { return p.round }

// Turn is the seat that must act; NoSeat when the round is over.
func (p *Public) Turn() Seat { return p.turn }

// Opener is the seat that plays or played the first tile.
func (p *Public) Opener() Seat { return p.opener }

// Opening says what the opener may lead.
func (p *Public) Opening() Opening { return p.opening }

// Eligible is, in games that start with a double, those that had not started a round when
// this one was dealt (K-05).
func (p *Public) Eligible() PipSet { return p.eligible }

// Closer is the seat that placed the last tile so far; NoSeat before the
// opening (L-15).
func (p *Public) Closer() Seat { return p.closer }

// HandSize is the number of tiles that s holds; 0 for an unknown seat.
func (p *Public) HandSize(s Seat) int {
	if !p.seated(s) {
		return 0
	}
	return int(p.held[s])
}

// BoneyardLeft is the number of tiles in the boneyard, reserve included.
func (p *Public) BoneyardLeft() int { return int(p.bones) - int(p.draws) }

// Drawable is the number of boneyard tiles that can still be drawn under the
// draw mode and the reserve (E-10, C-19).
func (p *Public) Drawable() int {
	if p.rules.Draw == DrawNone {
		return 0
	}
	return max(0, p.BoneyardLeft()-p.rules.DrawReserve)
}

// Played is the tiles on the board.
func (p *Public) Played() Set { return p.played }

// Ends are the two open ends of a line; ok is false for an empty board and for
// a tree.
func (p *Public) Ends() (left, right Pip, ok bool) {
	if p.count == 0 || p.tree {
		return 0, 0, false
	}
	return p.ends[0], p.ends[1], true
}

// Board lists the tiles on the board in order of placement.
func (p *Public) Board() []Placed { return append([]Placed(nil), p.board[:p.count]...) }

// DrawOrder is the seat of each tile drawn from the boneyard, in order; the
// first StartDraws of them were drawn before the start (K-06).
func (p *Public) DrawOrder() []Seat { return append([]Seat(nil), p.drawOrder[:p.draws]...) }

// StartDraws is how many tiles were drawn before the start (K-06).
func (p *Public) StartDraws() int { return int(p.startDraws) }

// Drew is the number of tiles drawn in the turn that runs.
func (p *Public) Drew() int { return int(p.drew) }

// Over is how the round ended, with every tile revealed; ok is false while it
// runs.
func (p *Public) Over() (e RoundEnded, ok bool) {
	if p.over == nil {
		return RoundEnded{}, false
	}
	return *p.over, true
}

// OpenPips is the values that may be played now; empty before the opening.
func (p *Public) OpenPips() PipSet {
	if p.count == 0 || p.tree {
		return p.open
	}
	return PipSet(0).With(p.ends[0]).With(p.ends[1])
}

// Void is the values that s is publicly known not to hold: it drew or passed
// where they were open and has taken in no unknown tile since. A drawn tile
// that is played at once leaves the knowledge as it was.
func (p *Public) Void(s Seat) PipSet {
	if !p.seated(s) || p.drew > 0 && p.drawOrder[p.draws-1] == s {
		return 0 // the tile just drawn may be anything
	}
	return p.void[s]
}

func (p *Public) seated(s Seat) bool { return s >= 0 && int(s) < p.rules.Seats && s < MaxSeats }

package domino

import "fmt"

// Full is the whole truth of a running round: the public state and the hands.
// It is a plain value: copying it makes an independent position, which is how
// searches branch. Place, Draw and Pass alone move it on; after an Evolve of
// its Public it must be opened anew. It must not leave the process that judges
// or plays it.
type Full struct {
	Public
	Hands [MaxSeats]Set

	boneyard []Tile // as dealt; shared by copies, never written
	live     Set    // hands and drawable tiles when it was opened

	// fits is the tiles that fit the board now, whoever holds them; before the
	// opening, those that may lead. Kept here, it makes Legal two ANDs.
	fits Moves
}

// Open joins the public state and the deal that it came from. It works on
// every prefix of the log (E-49). The error is ErrBadDeal when they do not
// belong together; it never names a tile.
func Open(p Public, d Deal) (f Full, err error) {
	if err := OpenInto(&f, &p, &d); err != nil {
		return Full{}, err
	}
	return f, nil
}

// OpenInto is Open in place, for callers that open many deals: whatever f was,
// it is overwritten. P may be the state in f itself. After an error f means
// nothing.
func OpenInto(f *Full, p *Public, d *Deal) error {
	if p != &f.Public {
		f.Public = *p
	}
	f.Hands, f.boneyard = d.Hands, d.Boneyard
	if len(d.Boneyard) != int(p.bones) || int(p.draws) > len(d.Boneyard) {
		return p.mismatch("the boneyard has another size")
	}
	for i, s := range p.drawOrder[:p.draws] {
		f.Hands[s] = f.Hands[s].With(d.Boneyard[i])
	}
	for i := range p.board[:p.count] {
		b := &p.board[i]
		if !f.Hands[b.Seat].Has(b.Tile) {
			return p.mismatch("a seat played a tile that it was not dealt")
		}
		f.Hands[b.Seat] = f.Hands[b.Seat].Without(b.Tile)
	}
	f.live = f.drawable()
	for s := range p.rules.Seats {
		if f.Hands[s].Len() != int(p.held[s]) {
			return p.mismatch("a hand has another size")
		}
		f.live |= f.Hands[s]
	}
	f.fit()
	if p.count == 0 && p.turn != NoSeat && f.Legal().Empty() {
		return p.mismatch("the opener holds no tile to start with")
	}
	return nil
}

func (p *Public) mismatch(what string) error {
	return fmt.Errorf("open round %d: %w: %s", p.round, ErrBadDeal, what)
}

// drawable is the boneyard tiles that may still come into play. The reserve
// sleeps, and so does all when nobody draws (C-19, E-10).
func (f *Full) drawable() Set {
	return SetOf(f.boneyard[f.draws : int(f.draws)+f.Drawable()]...)
}

// Boneyard lists what is left of the boneyard in drawing order.
func (f *Full) Boneyard() []Tile { return append([]Tile(nil), f.boneyard[f.draws:]...) }

// Pips is the value of the hand of s at the end of a round (G-08, E-46).
func (f *Full) Pips(s Seat) int {
	n := f.Hands[s].Pips()
	if f.Hands[s].Has(Double(0)) {
		n += f.rules.DoubleBlankValue
	}
	return n
}

// Ended tells how the round ended; EndNone while it runs.
func (p *Public) Ended() Ending { return p.end }

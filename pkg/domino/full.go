package domino

import "fmt"

// Full is the whole truth of a running round: the public state and the hands.
// It is a plain value: copying it makes an independent position, which is how
// searches branch. It must not leave the process that judges or plays it.
type Full struct {
	Public
	Hands [MaxSeats]Set

	boneyard []Tile // as dealt; shared by copies, never written
	live     Set    // every tile but those that sleep in the boneyard
}

// Open joins the public state and the deal that it came from. It works on
// every prefix of the log (E-49). The error is ErrBadDeal when they do not
// belong together; it never names a tile.
func Open(p Public, d Deal) (Full, error) {
	f := Full{Public: p, Hands: d.Hands, boneyard: d.Boneyard}
	if len(d.Boneyard) != int(p.bones) || int(p.draws) > len(d.Boneyard) {
		return Full{}, p.mismatch("the boneyard has another size")
	}
	for i, s := range p.drawOrder[:p.draws] {
		f.Hands[s] = f.Hands[s].With(d.Boneyard[i])
	}
	for _, b := range p.board[:p.count] {
		if !f.Hands[b.Seat].Has(b.Tile) {
			return Full{}, p.mismatch("a seat played a tile that it was not dealt")
		}
		f.Hands[b.Seat] = f.Hands[b.Seat].Without(b.Tile)
	}
	for s := range p.rules.Seats {
		if f.Hands[s].Len() != int(p.held[s]) {
			return Full{}, p.mismatch("a hand has another size")
		}
	}
	f.live = box(p.rules.SetMax) &^ f.asleep()
	if p.count == 0 && p.turn != NoSeat && f.Legal().Empty() {
		return Full{}, p.mismatch("the opener holds no tile to start with")
	}
	return f, nil
}

func (p *Public) mismatch(what string) error {
	return fmt.Errorf("open round %d: %w: %s", p.round, ErrBadDeal, what)
}

// asleep is the tiles that can never come into play: all of the boneyard when
// nobody draws, else the reserve at its end (C-19, E-10).
func (f *Full) asleep() Set {
	return SetOf(f.boneyard[int(f.draws)+f.Drawable():]...)
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

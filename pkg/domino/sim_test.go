package domino_test

import (
	"math/rand/v2"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/internal/kernel"
)

// simulator plays whole random rounds in place through the public API: the
// same transitions as Decide and Evolve, no allocation but the deal's.
type simulator struct {
	rules *domino.Rules
	dealt domino.RoundDealt
	word  uint64
	order [kernel.Tiles]domino.Tile
}

func newSimulator(t testing.TB, preset string, pairs ...string) *simulator {
	r := rules(t, preset, pairs...)
	return &simulator{rules: r, word: 1, dealt: domino.RoundDealt{
		Opening: domino.OpenForced, Eligible: r.Doubles(),
		HandSize: r.HandSize, BoneyardSize: r.Tiles() - r.Seats*r.HandSize,
	}}
}

// start shuffles, deals and opens a round with the holder of the highest
// double, else of the highest tile.
func (s *simulator) start(t testing.TB, f *domino.Full) {
	s.word = kernel.Shuffle(&s.order, s.word)
	for s.rules.Tree() && !holdsDouble(domino.SetOf(s.order[:s.rules.Seats*s.rules.HandSize]...), 6) {
		s.word = kernel.Shuffle(&s.order, s.word)
	}
	s.open(t, f)
}

// open deals s.order.
func (s *simulator) open(t testing.TB, f *domino.Full) {
	d, err := domino.NewDeal(s.rules, s.order[:])
	if err != nil {
		t.Fatal(err)
	}
	dealt := s.dealt
	dealt.Opener = strongest(&d, s.rules.Seats)
	p := domino.NewRound(s.rules, dealt)
	if err := domino.OpenInto(f, &p, &d); err != nil {
		t.Fatal(err)
	}
}

func strongest(d *domino.Deal, seats int) domino.Seat {
	for v := range domino.Pip(10) {
		v = 9 - v
		for s := range seats {
			if d.Hands[s].Has(domino.Double(v)) {
				return domino.Seat(s)
			}
		}
	}
	rank := func(t domino.Tile) int {
		return t.Sum()*20 + int(t.Hi())
	}
	best, who := -1, domino.Seat(0)
	for s := range seats {
		for set := d.Hands[s]; !set.Empty(); set = set.Without(set.First()) {
			if n := rank(set.First()); n > best {
				best, who = n, domino.Seat(s)
			}
		}
	}
	return who
}

// finish plays random legal moves to the end of the round.
func (s *simulator) finish(f *domino.Full) (placed, drawn int) {
	word := s.word
	for ended := false; !ended; {
		m := f.Legal()
		switch n := m.Len(); {
		case n > 0:
			k := 0
			if placed > 0 {
				word = kernel.Step(word)
				k = kernel.Choose(word, n)
			}
			ended = f.Place(f.Pick(m, k))
			placed++
		case f.Drawable() > 0:
			ended = f.Draw()
			drawn++
		default:
			f.Pass()
		}
	}
	s.word = word
	return placed, drawn
}

func shuffled(r *domino.Rules, rng *rand.Rand) []domino.Tile {
	order := domino.FullSet(r.SetMax)
	rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}

func TestTheEngineAndTheFixedRuleKernelPlayTheSameRounds(t *testing.T) {
	for _, c := range []struct {
		preset string
		play   func(*[kernel.Tiles]uint8, uint64) kernel.Result
		want   string
	}{
		{"latin.pairs", kernel.Block, ""},
		{"classic.draw", kernel.Draw, ""},
	} {
		t.Run(c.preset, func(t *testing.T) {
			s := newSimulator(t, c.preset)
			for range 20000 {
				var order [kernel.Tiles]uint8
				s.word = kernel.Shuffle(&order, s.word)
				for i, n := range order {
					s.order[i] = domino.Tile(n)
				}
				want := c.play(&order, s.word)
				var f domino.Full
				s.open(t, &f)
				placed, drawn := s.finish(&f)
				got := kernel.Result{
					Domino: f.Ended() == domino.EndDomino, Closer: int(f.Closer()), Placed: placed, Drawn: drawn,
				}
				for i := range s.rules.Seats {
					got.Pips[i] = f.Pips(domino.Seat(i))
				}
				if got != want {
					t.Fatalf("order %v: engine %+v, kernel %+v", order, got, want)
				}
			}
		})
	}
}

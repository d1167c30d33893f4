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
	rules    *domino.Rules
	standing domino.Standing
	word     uint64
	order    [kernel.Tiles]domino.Tile
}

func newSimulator(t testing.TB, preset string, pairs ...string) *simulator {
	r := rules(t, preset, pairs...)
	return &simulator{rules: r, word: 1, standing: domino.Standing{
		Opener: domino.NoSeat, Starter: domino.NoSeat, Eligible: r.Doubles(),
	}}
}

// start shuffles, deals and opens a round with the holder of the highest
// double, else of the highest tile.
func (s *simulator) start(t testing.TB, f *domino.Full) {
	s.word = kernel.Shuffle(&s.order, s.word)
	for s.rules.StartsWithDouble() && !holdsDouble(domino.SetOf(s.order[:s.rules.Seats*s.rules.HandSize]...), 6) {
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
	dealt, err := domino.FindStart(s.rules, s.standing, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	domino.NewRoundInto(&f.Public, s.rules, &dealt)
	if err := domino.OpenInto(f, &f.Public, &d); err != nil {
		t.Fatal(err)
	}
}

// finish plays random legal moves to the end of the round.
func (s *simulator) finish(f *domino.Full) (placed, drawn int) {
	word := s.word
	placed = 1
	for ended := f.Place(f.Pick(f.Legal(), 0)); !ended; {
		m := f.Legal()
		switch n := m.Len(); {
		case n > 0:
			word = kernel.Step(word)
			ended = f.Place(f.Pick(m, kernel.Choose(word, n)))
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
		play   fixedRules
	}{
		{"latin.pairs", kernel.Block},
		{"classic.draw", kernel.Draw},
	} {
		t.Run(c.preset, func(t *testing.T) {
			s := newSimulator(t, c.preset)
			for range 20000 {
				var order [kernel.Tiles]uint8
				s.word = kernel.Shuffle(&order, s.word)
				for i, n := range order {
					s.order[i] = domino.Tile(n)
				}
				want, word := c.play(&order, s.word)
				var f domino.Full
				s.open(t, &f)
				placed, drawn := s.finish(&f)
				got := kernel.Result{
					Domino: f.Ended() == domino.EndDomino, Closer: int(f.Closer()), Placed: placed, Drawn: drawn,
				}
				for i := range s.rules.Seats {
					got.Pips[i] = f.Pips(domino.Seat(i))
				}
				if got != want || s.word != word {
					t.Fatalf("order %v: engine %+v, kernel %+v", order, got, want)
				}
			}
		})
	}
}

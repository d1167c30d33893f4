package domino_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"tranca.example/pkg/domino"
)

// families are the rule sets that the properties are checked under.
var families = []struct {
	name  string
	rules []string
}{
	{"latin.pairs", []string{"latin.pairs"}},
	{"latin.solo for 3", []string{"latin.solo", "seats", "3"}},
	{"classic.draw for 2", []string{"classic.draw"}},
	{"classic.draw for 6", []string{"classic.draw", "seats", "6"}},
	{"classic.draw with a reserve", []string{"classic.draw", "draw_reserve", "2"}},
	{"classic.draw to exhaustion", []string{"classic.draw", "seats", "3", "dead_rule", "exhaust"}},
	{"classic.block4", []string{"classic.block4"}},
	{"classic.block4 with sleepers", []string{"classic.block4", "hand_size", "5"}},
	{"classic.draw4", []string{"classic.draw4"}},
	{"double-nine, draw one", []string{"classic.draw4", "set_max", "9", "draw", "one"}},
	{"classic.draw at will", []string{"classic.draw", "voluntary_draw", "true", "voluntary_pass", "true"}},
	{"classic.draw4, drawn tiles kept", []string{"classic.draw4", "must_play_drawn", "false"}},
	{"C-08 latin.pairs, four arms", []string{"latin.pairs", "spinner", "opening_double"}},
	{"C-08 latin.solo for 3, four arms", []string{"latin.solo", "seats", "3", "spinner", "opening_double"}},
	{"C-08 classic.draw, four arms", []string{"classic.draw", "spinner", "opening_double"}},
	{"C-08 classic.draw at will, four arms", []string{"classic.draw", "spinner", "opening_double", "voluntary_draw", "true", "voluntary_pass", "true"}},
	{"C-08 classic.block4, four arms", []string{"classic.block4", "spinner", "opening_double"}},
	{"C-08 classic.draw4 to exhaustion, four arms", []string{"classic.draw4", "spinner", "opening_double", "dead_rule", "exhaust"}},
	{"C-08 double-nine, four arms", []string{"classic.block4", "set_max", "9", "spinner", "opening_double"}},
	{"chickie for 4", []string{"chickie"}},
	{"chickie for 2", []string{"chickie", "seats", "2"}},
	{"chickie to exhaustion", []string{"chickie", "dead_rule", "exhaust"}},
	{"chickie, double-nine, six arms", []string{"chickie", "set_max", "9", "root_arms", "6"}},
}

// deal starts a random round. Where rounds start with a double some doubles
// have started before, so that seats draw for the start (K-06); else the opening is as asked.
func deal(t testing.TB, r *domino.Rules, rng *rand.Rand, opening domino.Opening) *game {
	t.Helper()
	d, err := domino.NewDeal(r, shuffled(r, rng))
	if err != nil {
		t.Fatal(err)
	}
	standing := domino.NewStanding(r)
	if standing.Eligible &= domino.PipSet(rng.Uint32()); r.StartsWithDouble() && standing.Eligible == 0 {
		standing.Eligible = domino.PipSet(0).With(0)
	}
	g := &game{t: t, deal: d}
	if g.dealt, err = domino.FindStart(r, standing, d, nil); err != nil {
		t.Fatal(err)
	}
	if g.dealt.Round = 3; !r.StartsWithDouble() {
		g.dealt.Opening = opening
	}
	g.begin(domino.NewRound(r, g.dealt))
	return g
}

func holdsDouble(hand domino.Set, top domino.Pip) bool {
	for v := range top + 1 {
		if hand.Has(domino.Double(v)) {
			return true
		}
	}
	return false
}

// choose is a random legal command.
func choose(f *domino.Full, rng *rand.Rand) domino.Command {
	plays := f.Plays(nil)
	switch s := f.Turn(); {
	case f.MayPass() && rng.IntN(4) == 0:
		return domino.Pass{Seat: s}
	case f.MayDraw() && (len(plays) == 0 || rng.IntN(4) == 0):
		return domino.Draw{Seat: s}
	case len(plays) > 0:
		return plays[rng.IntN(len(plays))]
	}
	return f.Default()
}

func TestRandomRoundsKeepEveryInvariantAndEndOnce(t *testing.T) {
	for i, c := range families {
		t.Run(c.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(7, uint64(i)))
			r := rules(t, c.rules[0], c.rules[1:]...)
			for range 100 {
				g := deal(t, r, rng, domino.Opening(rng.IntN(4)))
				for over := false; !over; _, over = g.full.Over() {
					if _, err := g.do(choose(&g.full, rng)); err != nil {
						t.Fatal(err)
					}
				}
				checkEnd(t, g)
			}
		})
	}
}

// checkEnd checks the ending against the position: E-33, L-12 and G-05 hold.
func checkEnd(t *testing.T, g *game) {
	t.Helper()
	e, _ := g.full.Over()
	empty := 0
	for s, hand := range e.Hands {
		if hand != g.full.Hands[s] {
			t.Fatalf("seat %d is said to hold %v, holds %v", s, hand, g.full.Hands[s])
		}
		if hand.Empty() {
			empty++
		}
	}
	if (e.End == domino.EndDomino) != (empty == 1) || empty > 1 || e.End == domino.EndBlocked && !g.full.Dead() {
		t.Fatalf("ended %d with %d empty hands", e.End, empty)
	}
	left, right, line := g.full.Ends()
	even := g.full.Rules().SetMax%2 == 0
	if line && even && e.End == domino.EndBlocked && len(e.Boneyard) == 0 {
		if left != right || suit(g.full.Rules(), left).Minus(g.full.Played()) != 0 {
			t.Fatalf("E-33: blocked at %d|%d with %v left of the suit", left, right, suit(g.full.Rules(), left).Minus(g.full.Played()))
		}
	}
	if e.End == domino.EndBlocked && len(e.Boneyard) == 0 {
		for v := range g.full.Rules().SetMax + 1 {
			if left := suit(g.full.Rules(), v).Minus(g.full.Played()); g.full.OpenPips().Has(v) && left != 0 {
				t.Fatalf("G-06: blocked with %d open and %v left of the suit", v, left)
			}
		}
	}
	checkHungDoubles(t, g)
}

func suit(r *domino.Rules, v domino.Pip) (s domino.Set) {
	for w := range r.SetMax + 1 {
		s = s.With(domino.NewTile(v, w))
	}
	return s
}

// checkHungDoubles checks L-12: events and state name the same doubles, each
// once, and a suit that is down but for its double shows on 0 or 2 ends.
func checkHungDoubles(t *testing.T, g *game) {
	t.Helper()
	var told domino.PipSet
	for _, e := range g.log {
		if h, ok := e.(domino.DoubleHung); ok {
			if told.Has(h.Double.Hi()) {
				t.Fatalf("%v is hung twice", h.Double)
			}
			told = told.With(h.Double.Hi())
		}
	}
	if told != g.full.Hung() {
		t.Fatalf("told %b hung, are %b", told, g.full.Hung())
	}
	left, right, line := g.full.Ends()
	for v := range g.full.Rules().SetMax + 1 {
		missing := suit(g.full.Rules(), v).Minus(g.full.Played())
		even := g.full.Rules().SetMax%2 == 0 // an odd number of other tiles always ends the suit on one end
		if line && even && missing == domino.SetOf(domino.Double(v)) && (left == v) != (right == v) {
			t.Fatalf("L-12: only %v is left of its suit, ends %d|%d", missing, left, right)
		}
	}
}

func TestEveryPrefixOfALogFoldsRestoresAndOpensToTheLiveStateE49(t *testing.T) {
	for i, c := range families {
		t.Run(c.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(49, uint64(i)))
			r := rules(t, c.rules[0], c.rules[1:]...)
			for range 40 {
				g := deal(t, r, rng, domino.Opening(rng.IntN(4)))
				for over := false; !over; _, over = g.full.Over() {
					if _, err := g.do(choose(&g.full, rng)); err != nil {
						t.Fatal(err)
					}
				}
				checkReplay(t, g)
			}
		})
	}
}

// checkReplay folds the log again and lays every prefix open and together.
func checkReplay(t *testing.T, g *game) {
	t.Helper()
	p := domino.NewRound(g.full.Rules(), g.dealt)
	for _, e := range g.log {
		p = domino.Evolve(p, e)
		again, err := domino.Restore(p.Rules(), p.Snapshot())
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(again, p) {
			t.Fatalf("after %s the snapshot gives\n%+v, want\n%+v", tell(e), again, p)
		}
		if _, err := domino.Open(p, g.deal); err != nil {
			t.Fatalf("after %s: %v", tell(e), err)
		}
	}
	if !reflect.DeepEqual(p, g.full.Public) {
		t.Fatalf("the fold gives\n%+v, live\n%+v", p, g.full.Public)
	}
}

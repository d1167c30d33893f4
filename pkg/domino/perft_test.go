package domino_test

import (
	"math/rand/v2"
	"testing"

	"tranca.example/pkg/domino"
)

// perft counts the lines of play to a depth: every distinct move, draw and
// pass is one step, an ended round is one line.
func perft(f *domino.Full, depth int) int {
	if depth == 0 || f.Turn() == domino.NoSeat {
		return 1
	}
	m := f.Legal()
	if m.Empty() {
		after := *f
		if f.MayDraw() {
			after.Draw()
		} else {
			after.Pass()
		}
		return perft(&after, depth-1)
	}
	lines := 0
	for k := range m.Len() {
		after := *f
		after.Place(f.Pick(m, k))
		lines += perft(&after, depth-1)
	}
	return lines
}

// slowPerft counts the same by commands: Decide, Evolve and Open. Leaves of
// one value and equal ends count once, as they do in the masks.
func slowPerft(t *testing.T, f *domino.Full, d domino.Deal, depth int) int {
	if depth == 0 || f.Turn() == domino.NoSeat {
		return 1
	}
	lines := 0
	for _, c := range distinct(f) {
		events, err := domino.Decide(f, c)
		if err != nil {
			t.Fatal(err)
		}
		p := f.Public
		for _, e := range events {
			p = domino.Evolve(p, e)
		}
		after, err := domino.Open(p, d)
		if err != nil {
			t.Fatal(err)
		}
		lines += slowPerft(t, &after, d, depth-1)
	}
	return lines
}

func distinct(f *domino.Full) (out []domino.Command) {
	type key struct {
		tile domino.Tile
		pip  domino.Pip
	}
	seen := map[key]bool{}
	nodes := f.Nodes()
	for _, p := range f.Plays(nil) {
		k := key{tile: p.Tile, pip: domino.Pip(p.Spot)}
		if n, ok := p.Spot.NodeNumber(); ok {
			k.pip = nodes[n].Outer
		}
		if !seen[k] {
			seen[k] = true
			out = append(out, p)
		}
	}
	if len(out) == 0 {
		out = append(out, f.Default())
	}
	return out
}

func TestPerft(t *testing.T) {
	for i, c := range []struct {
		name  string
		rules []string
		want  [3]int // lines of 6, 10 and 14 steps
	}{
		{"latin.pairs", []string{"latin.pairs"}, [3]int{96, 3259, 57985}},
		{"latin.solo", []string{"latin.solo", "seats", "3"}, [3]int{92, 1691, 12789}},
		{"classic.draw", []string{"classic.draw"}, [3]int{46, 193, 399}},
		{"classic.block4", []string{"classic.block4"}, [3]int{152, 5505, 97202}},
		{"classic.draw4", []string{"classic.draw4"}, [3]int{12, 57, 175}},
		{"chickie", []string{"chickie"}, [3]int{7, 92, 224}},
		{"C-08 classic.draw4, four arms", []string{"classic.draw4", "spinner", "opening_double"}, [3]int{52, 1996, 27442}},
		{"C-08 classic.draw, four arms", []string{"classic.draw", "spinner", "opening_double"}, [3]int{1, 288, 33902}},
	} {
		t.Run(c.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(2026, uint64(i)))
			g := deal(t, rules(t, c.rules[0], c.rules[1:]...), rng, domino.OpenForced)
			for j, depth := range [3]int{6, 10, 14} {
				if got := perft(&g.full, depth); got != c.want[j] {
					t.Errorf("%d steps: %d lines, want %d", depth, got, c.want[j])
				}
			}
			if slow, fast := slowPerft(t, &g.full, g.deal, 10), perft(&g.full, 10); slow != fast {
				t.Errorf("by commands %d lines, in place %d", slow, fast)
			}
		})
	}
}

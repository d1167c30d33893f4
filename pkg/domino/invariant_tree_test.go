package domino_test

import (
	"testing"

	"tranca.example/pkg/domino"
)

// checkTree checks a tree: a tile touches its parent with an equal half that
// was open, a node has as many free sides as it has not filled, only one double
// is unfinished, and what is open is what the free sides show.
func checkTree(t testing.TB, f *domino.Full) {
	t.Helper()
	nodes := f.Nodes()
	if len(nodes) == 0 {
		return
	}
	sides := openSides(t, f.Rules(), nodes)
	pending, waits := f.Pending()
	unfinished := 0
	var open domino.PipSet
	for k, n := range nodes {
		must := n.Tile.IsDouble() && f.Rules().StartsWithDouble() // be filled at once
		if len(sides[k]) != int(n.Free) {
			t.Fatalf("node %d: %d free sides, want %v", k, n.Free, sides[k])
		}
		if must && n.Free > 0 && f.Rules().Toes > 1 {
			if unfinished++; pending != domino.Node(k) {
				t.Fatalf("node %d is unfinished, pending is %v", k, pending)
			}
		}
		if waits && pending != domino.Node(k) {
			continue
		}
		for _, v := range sides[k] {
			open = open.With(v)
		}
	}
	if unfinished > 1 || waits != (unfinished == 1) || open != f.OpenPips() {
		t.Fatalf("%d unfinished feet, pending %v, open %b, want %b", unfinished, pending, f.OpenPips(), open)
	}
	checkTreeJoints(t, f.Rules(), nodes, sides)
}

// openSides works out the values of the free sides of every node from the
// tiles and their parents alone.
func openSides(t testing.TB, r *domino.Rules, nodes []domino.Placed) [][]domino.Pip {
	t.Helper()
	sides := make([][]domino.Pip, len(nodes))
	for k, n := range nodes {
		inner := n.Tile.Other(n.Outer)
		switch {
		case k == 0 && n.Tile.IsDouble():
			sides[k] = repeated(n.Outer, max(4, r.RootArms))
		case k == 0:
			sides[k] = []domino.Pip{n.Tile.Hi(), n.Tile.Lo()}
		case n.Tile.IsDouble() && r.Toes > 0:
			sides[k] = repeated(n.Outer, r.Toes)
		default:
			sides[k] = []domino.Pip{n.Outer}
		}
		if k == 0 {
			continue
		}
		at, ok := n.Spot.NodeNumber()
		if !ok || at >= k || !n.Tile.Has(n.Outer) || !take(&sides[at], inner) {
			t.Fatalf("node %d: %v does not touch %v with %d", k, n.Tile, n.Spot, inner)
		}
	}
	return sides
}

func repeated(v domino.Pip, n int) (out []domino.Pip) {
	for range n {
		out = append(out, v)
	}
	return out
}

func take(sides *[]domino.Pip, v domino.Pip) bool {
	for i, w := range *sides {
		if v == w {
			*sides = append(append([]domino.Pip(nil), (*sides)[:i]...), (*sides)[i+1:]...)
			return true
		}
	}
	return false
}

// checkTreeJoints checks a tree without feet: for each value, halves on the
// board less twice the joints are the open sides, where the two long sides of
// an opening double count for no half.
func checkTreeJoints(t testing.TB, r *domino.Rules, nodes []domino.Placed, sides [][]domino.Pip) {
	t.Helper()
	if r.StartsWithDouble() {
		return
	}
	var balance [19]int
	if n := nodes[0]; n.Tile.IsDouble() {
		balance[n.Tile.Hi()] += 2
	}
	for k, n := range nodes {
		balance[n.Tile.Hi()]++
		balance[n.Tile.Lo()]++
		if k > 0 {
			balance[n.Tile.Other(n.Outer)] -= 2
		}
		for _, v := range sides[k] {
			balance[v]--
		}
	}
	if balance != [19]int{} {
		t.Fatalf("nodes %v: halves, joints and open sides do not balance: %v", nodes, balance)
	}
}

package domino

// grow attaches t to a node of the tree. A double takes toes on its outer
// side; it must have them all before anything else is played (K-14), as the
// starting double must have its arms (K-08). The arms of an opening double of
// a line game may be filled at any time (C-08).
func (p *Public) grow(t Tile, at Spot) {
	node := &p.board[p.count]
	if p.count == 0 {
		node.Outer, node.Free = t.Hi(), uint8(p.rules.RootArms)
		p.sprout(node.Outer)
		if p.rules.StartsWithDouble() {
			p.pending, p.open = Node(0), p.leafy
		} else {
			p.lead(node, t)
		}
		return
	}
	k, ok := at.NodeNumber()
	if !ok || k >= int(p.count) || p.board[k].Free == 0 {
		return // not from Decide
	}
	parent := &p.board[k]
	touch := parent.Outer
	if !p.rules.StartsWithDouble() && parent.forked() {
		touch = p.unfork(parent, t)
	}
	node.Outer, node.Free = t.Other(touch), 1
	if parent.Free--; parent.Free == 0 {
		p.wither(parent.Outer)
		if p.pending == at {
			p.pending = Unnamed
		}
	}
	if t.IsDouble() && p.rules.Toes > 0 {
		node.Free = uint8(p.rules.Toes)
		p.pending = Node(int(p.count))
	}
	p.sprout(node.Outer)
	p.openUp()
}

// lead gives the opening tile of a line game its sides: a double has four, any
// other tile its two halves (C-08).
func (p *Public) lead(root *Placed, t Tile) {
	root.Free = 4
	if !t.IsDouble() {
		root.Free = 2
		p.sprout(t.Lo())
	}
	p.open = p.leafy
}

// unfork takes up the half of a forked root that t touches and tells its value.
func (p *Public) unfork(root *Placed, t Tile) (touch Pip) {
	if touch = root.Tile.Hi(); !t.Has(touch) {
		touch = root.Tile.Lo()
	}
	p.wither(touch)
	root.Outer = root.Tile.Other(touch)
	return touch
}

// forked tells whether two different halves are open: of an opening tile that
// is no double, until one of them is filled.
func (b *Placed) forked() bool { return b.Free == 2 && !b.Tile.IsDouble() }

// opens tells whether a side of b with the value v can still take a tile.
func (b *Placed) opens(v Pip) bool {
	return b.Free > 0 && (b.Outer == v || b.forked() && b.Tile.Has(v))
}

// sprout and wither count the nodes with a free side, by value.
func (p *Public) sprout(v Pip) {
	p.leaves[v&15]++
	p.leafy = p.leafy.With(v)
}

func (p *Public) wither(v Pip) {
	if p.leaves[v&15]--; p.leaves[v&15] == 0 {
		p.leafy = p.leafy.Without(v)
	}
}

// openUp finds the values that may be played: of the node to be filled, else
// of every node with a free side (K-11, K-17).
func (p *Public) openUp() {
	if k, ok := p.pending.NodeNumber(); ok {
		p.open = PipSet(0).With(p.board[k].Outer)
		return
	}
	p.open = p.leafy
}

// Pending is the node that must be filled before anything else is played: the
// starting double until it has its arms, later a double until it has its toes.
func (p *Public) Pending() (Spot, bool) { return p.pending, p.pending != Unnamed }

// Nodes lists the nodes of a tree, n0 first; nil for a line.
func (p *Public) Nodes() []Placed {
	if !p.tree {
		return nil
	}
	return p.Board()
}

// nodeFor is the lowest node that takes the value v now; Unnamed if none does.
func (p *Public) nodeFor(v Pip) Spot {
	switch {
	case !p.open.Has(v):
		return Unnamed
	case p.pending != Unnamed:
		return p.pending
	case p.board[0].opens(v):
		return Node(0)
	}
	for k := 1; k < int(p.count); k++ { // the root alone can be forked
		if b := &p.board[k]; b.Outer == v && b.Free > 0 {
			return Node(k)
		}
	}
	return Unnamed
}

package domino

// grow attaches t to a node of the tree. A double takes toes on its outer
// side; it must have them all before anything else is played (K-14), as the
// root must have its arms (K-08).
func (p *Public) grow(t Tile, at Spot) {
	node := &p.board[p.count]
	if p.count == 0 {
		node.Outer, node.Free = t.Hi(), uint8(p.rules.RootArms)
		p.sprout(node.Outer)
		p.pending, p.open = Node(0), p.leafy
		return
	}
	k, ok := at.NodeNumber()
	if !ok || k >= int(p.count) || p.board[k].Free == 0 {
		return // not from Decide
	}
	parent := &p.board[k]
	node.Outer, node.Free = t.Other(parent.Outer), 1
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
// root until it has its arms, later a double until it has its toes.
func (p *Public) Pending() (Spot, bool) { return p.pending, p.pending != Unnamed }

// Nodes lists the nodes of a tree, n0 first; nil for a line.
func (p *Public) Nodes() []Placed {
	if !p.rules.Tree() {
		return nil
	}
	return p.Board()
}

// nodeFor is the lowest node that takes the value v now; Unnamed if none does.
func (p *Public) nodeFor(v Pip) Spot { return p.nodeAfter(v, -1) }

// nodeAfter is the lowest node above number k that takes the value v now.
func (p *Public) nodeAfter(v Pip, k int) Spot {
	if !p.open.Has(v) {
		return Unnamed
	}
	if at, ok := p.pending.NodeNumber(); ok {
		if at > k {
			return p.pending
		}
		return Unnamed
	}
	for k++; k < int(p.count); k++ {
		if b := &p.board[k]; b.Outer == v && b.Free > 0 {
			return Node(k)
		}
	}
	return Unnamed
}

package wire

import (
	"math"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// Sides of a line as clients write them.
const (
	sideLeft  = "LEFT"
	sideRight = "RIGHT"
)

func roundView(round *table.Round) *apiv1.Round {
	if round == nil {
		return nil
	}
	p := &round.Public
	m := &apiv1.Round{
		Round: round.Dealt.Round, Opener: seatPtr(round.Dealt.Opener), Turn: seatPtr(p.Turn()),
		BoneyardLeft: uint32(p.BoneyardLeft()),
		DealCommit:   hashView(round.Commit), Lot: tileViews(round.Lot),
		StartDraws: seatNumbers(round.Dealt.StartDraws),
	}
	if p.Rules().Tree() {
		m.Nodes = nodeViews(p.Nodes())
	} else {
		m.Line, m.Ends = lineViews(p)
	}
	m.Moves = moveViews(round.Steps)
	if round.Ended != nil {
		m.Result = resultView(*round.Ended)
	}
	if round.Score != nil {
		m.Points = pointsView(*round.Score)
	}
	return m
}

func lineViews(p *domino.Public) ([]*apiv1.LineTile, *apiv1.LineEnds) {
	left, right, ok := p.Ends()
	if !ok {
		return nil, nil
	}
	var placed [math.MaxUint8 + 1]struct { // by tile
		number uint32
		seat   domino.Seat
	}
	for i, b := range p.Board() {
		placed[b.Tile].number, placed[b.Tile].seat = uint32(i), b.Seat
	}
	laid := p.Line()
	views, numbers := make([]apiv1.LineTile, len(laid)), make([][3]uint32, len(laid)) // of all tiles at once
	line := make([]*apiv1.LineTile, len(laid))
	for i, t := range laid {
		n, m, at := &numbers[i], &views[i], placed[t.Tile]
		*n = [3]uint32{uint32(t.Left), uint32(t.Right), at.number}
		m.Tile, m.Left, m.Right, m.Seat, m.Placement = t.Tile.String(), &n[0], &n[1], seatPtr(at.seat), &n[2]
		line[i] = m
	}
	return line, &apiv1.LineEnds{Left: new(uint32(left)), Right: new(uint32(right))}
}

func nodeViews(nodes []domino.Placed) []*apiv1.Node {
	var out []*apiv1.Node
	for i, n := range nodes {
		m := &apiv1.Node{
			Node: new(uint32(i)),
			Tile: n.Tile.String(), Outer: new(uint32(n.Outer)), Seat: seatPtr(n.Seat),
		}
		if k, ok := n.Spot.NodeNumber(); ok && k < i {
			m.Parent, m.Inner = new(uint32(k)), new(uint32(n.Tile.Other(n.Outer)))
		}
		out = append(out, m)
	}
	return out
}

func moveViews(steps []table.Step) []*apiv1.Move {
	views, out := make([]apiv1.Move, len(steps)), make([]*apiv1.Move, len(steps))
	for i, s := range steps {
		m := &views[i]
		m.Seat = seatPtr(s.Seat)
		switch s.Kind {
		case table.StepDraw:
			m.Kind = "draw"
		case table.StepPass:
			m.Kind = "pass"
		case table.StepPlay:
			m.Kind, m.Tile = "play", s.Tile.String()
			m.Side, m.Node = spotView(s.Spot)
		}
		out[i] = m
	}
	return out
}

// spotView writes a spot as a side of a line or a node of a tree.
func spotView(at domino.Spot) (side string, node *uint32) {
	switch at {
	case domino.Unnamed:
		return "", nil
	case domino.Left:
		return sideLeft, nil
	case domino.Right:
		return sideRight, nil
	}
	k, _ := at.NodeNumber()
	return "", new(uint32(k))
}

func tileViews(tiles []domino.Tile) []string {
	var out []string
	for _, t := range tiles {
		out = append(out, t.String())
	}
	return out
}

func resultView(e table.Ended) *apiv1.RoundResult {
	m := &apiv1.RoundResult{
		End: endingView(e.End), Closer: seatPtr(e.Closer), Forfeits: seatPtr(e.Forfeits), Reason: e.Reason,
		Pips: countNumbers(e.Pips), Boneyard: tileViews(e.Boneyard), Seed: hashView(e.Seed),
	}
	for _, hand := range e.Hands {
		m.Hands = append(m.Hands, &apiv1.Tiles{Tiles: tileViews(hand.Tiles())})
	}
	return m
}

func pointsView(s domino.RoundScore) *apiv1.Points {
	return &apiv1.Points{
		Winner: seatPtr(s.Winner), Points: int32(s.Points), Breakdown: points(s.Breakdown), Totals: points(s.Next.Totals),
	}
}

func endingView(e domino.Ending) string {
	switch e {
	case domino.EndDomino:
		return "domino"
	case domino.EndBlocked:
		return "blocked"
	case domino.EndForfeit:
		return "forfeit"
	case domino.EndVoid:
		return "void"
	case domino.EndNone:
	}
	return ""
}

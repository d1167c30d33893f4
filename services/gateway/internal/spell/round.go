package spell

import (
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

func round(t *text, m *apiv1.Round) {
	t.number("round", m.GetRound())
	t.numberIf("opener", m.Opener)
	t.numberIf("turn", m.Turn)
	parts(t, "line", m.GetLine(), lineTile)
	parts(t, "nodes", m.GetNodes(), node)
	part(t, "ends", m.GetEnds(), ends)
	t.number("boneyardLeft", m.GetBoneyardLeft())
	parts(t, "moves", m.GetMoves(), move)
	t.words("dealCommit", m.GetDealCommit())
	list(t, "lot", m.GetLot(), quoted)
	list(t, "startDraws", m.GetStartDraws(), count)
	part(t, "result", m.GetResult(), result)
	part(t, "points", m.GetPoints(), points)
}

func lineTile(t *text, m *apiv1.LineTile) {
	t.words("tile", m.GetTile())
	t.numberIf("left", m.Left)
	t.numberIf("right", m.Right)
	t.numberIf("seat", m.Seat)
	t.numberIf("placement", m.Placement)
}

func ends(t *text, m *apiv1.LineEnds) {
	t.numberIf("left", m.Left)
	t.numberIf("right", m.Right)
}

func node(t *text, m *apiv1.Node) {
	t.numberIf("node", m.Node)
	t.words("tile", m.GetTile())
	t.numberIf("parent", m.Parent)
	t.numberIf("inner", m.Inner)
	t.numberIf("outer", m.Outer)
	t.numberIf("seat", m.Seat)
}

func move(t *text, m *apiv1.Move) {
	t.words("kind", m.GetKind())
	t.numberIf("seat", m.Seat)
	t.words("tile", m.GetTile())
	t.words("side", m.GetSide())
	t.numberIf("node", m.Node)
}

func result(t *text, m *apiv1.RoundResult) {
	t.words("end", m.GetEnd())
	t.numberIf("closer", m.Closer)
	t.numberIf("forfeits", m.Forfeits)
	t.words("reason", m.GetReason())
	list(t, "pips", m.GetPips(), count)
	parts(t, "hands", m.GetHands(), tiles)
	list(t, "boneyard", m.GetBoneyard(), quoted)
	t.words("seed", m.GetSeed())
}

func points(t *text, m *apiv1.Points) {
	t.numberIf("winner", m.Winner)
	t.signed("points", m.GetPoints())
	list(t, "breakdown", m.GetBreakdown(), amount)
	list(t, "totals", m.GetTotals(), amount)
}

func tiles(t *text, m *apiv1.Tiles) { list(t, "tiles", m.GetTiles(), quoted) }

package swap_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
)

// Of each round at most so many moves are played, and so many rounds of each game.
const (
	longest = 16
	rounds  = 5
)

// round is what is played in both runs.
type round struct {
	moves    []move
	other    domino.Deal // explains the moves too
	outsider domino.Seat // whose hand is the same in both deals
}

func TestG07E50WithOtherHiddenTilesEveryByteThatOthersGetIsTheSame(t *testing.T) {
	scout, one, other := newRig(t), newRig(t), newRig(t)
	random, positions := rand.New(rand.NewPCG(1, 2)), 0
	var played, ended []string
	for n, preset := range slices.Repeat([]string{"latin.pairs", "classic.draw", "chickie"}, rounds) {
		r := explore(scout.newGame(n, preset), random)
		a, b := one.newGame(n, preset), other.newGame(n, preset)
		b.opener.exchange(b.id, r.other)
		if slices.Equal(a.hands(), b.hands()) {
			t.Fatalf("table %s: the same hands in both runs: nothing was exchanged", a.id)
		}
		what := fmt.Sprintf("%s, table %s", preset, a.id)
		replay(t, what, r, a, b)
		positions += len(r.moves) + 1
		played = append(played, a.id)
		if seat, found := quitter(a, b); found {
			a.quit(seat)
			b.quit(seat)
			same(t, "rows after the match of "+what, a.rows(), b.rows())
			ended = append(ended, a.id)
		}
	}
	if positions < 200 {
		t.Errorf("%d positions compared, want hundreds", positions)
	}
	one.holds(played, ended)
	same(t, "lists", one.listed(), other.listed())
	same(t, "logs, spans and metrics", one.kinds(), other.kinds())
	t.Logf("%d positions, %d of %d matches to the end", positions, len(ended), len(played))
}

// replay makes the moves in both runs and compares what they tell.
func replay(t *testing.T, what string, r round, a, b *game) {
	t.Helper()
	for i := range len(r.moves) + 1 {
		at := fmt.Sprintf("%s, move %d", what, i)
		same(t, at, a.told(r.outsider), b.told(r.outsider))
		same(t, "rows at "+at, a.rows(), b.rows())
		if i < len(r.moves) {
			a.make(r.moves[i])
			b.make(r.moves[i])
		}
	}
	version := a.table().GetVersion()
	record := fmt.Sprintf(`{"tableId":%q}`, a.id)
	same(t, "record of "+what, []string{a.post("GetRecord", "", record)}, []string{b.post("GetRecord", "", record)})
	same(t, "live stream of "+what, a.pushed(version), b.pushed(version))
}

// explore plays a round at random and finds another deal that explains the most
// of its moves.
func explore(g *game, random *rand.Rand) round {
	g.t.Helper()
	var moves []move
	var states []table.State // before each move
	s, _ := g.state()
	n := s.Round.Dealt.Round // the next one is dealt as soon as it is scored
	for ; s.Phase == table.PhasePlaying && s.Round.Dealt.Round == n && len(moves) < longest; s, _ = g.state() {
		states = append(states, s)
		moves = append(moves, g.random(random))
	}
	for k, s := range slices.Backward(states) {
		h := must(g.opener.truth(g.t.Context(), s))(g.t)
		if other, outsider, ok := another(g.t, s, h, random); ok {
			return round{moves[:k], other, outsider}
		}
	}
	g.t.Fatalf("table %s: no other deal explains even its start", g.id)
	return round{}
}

// same compares texts one by one.
func same(t *testing.T, what string, a, b []string) {
	t.Helper()
	if slices.Equal(a, b) {
		return
	}
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			t.Fatalf("%s differ at %d:\n%.1500s\n%.1500s", what, i, at(a, i), at(b, i))
		}
	}
}

func at(all []string, i int) string {
	if i < len(all) {
		return all[i]
	}
	return "(nothing)"
}

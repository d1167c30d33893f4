package domino_test

import (
	"testing"

	"tranca.example/pkg/domino"
)

// checkInvariants checks what holds in every position: no tile is lost or
// doubled, touching halves are equal, at most one foot is open, the public
// counts tell the truth, and the seat on turn can act (T-06).
func checkInvariants(t testing.TB, f *domino.Full, all domino.Set) {
	t.Helper()
	seen, n := f.Played(), f.Played().Len()
	for s, hand := range f.Hands {
		seen, n = seen.Or(hand), n+hand.Len()
		if hand.Len() != f.HandSize(domino.Seat(s)) {
			t.Fatalf("seat %d holds %d tiles, the table counts %d", s, hand.Len(), f.HandSize(domino.Seat(s)))
		}
	}
	bones := f.Boneyard()
	seen, n = seen.Or(domino.SetOf(bones...)), n+len(bones)
	if seen != all || n != all.Len() {
		t.Fatalf("%d tiles %v, want %d: %v", n, seen, all.Len(), all)
	}
	if len(bones) != f.BoneyardLeft() {
		t.Fatalf("boneyard %d, the table counts %d", len(bones), f.BoneyardLeft())
	}
	checkJoints(t, f)
	checkTree(t, f)
	checkVoids(t, f)
	checkTurn(t, f)
}

// checkJoints checks that neighbours on a line show equal halves and that for
// each value halves less twice the joints are the open ends.
func checkJoints(t testing.TB, f *domino.Full) {
	t.Helper()
	line := f.Line()
	if len(line) == 0 {
		return
	}
	var balance [19]int
	for i, l := range line {
		balance[l.Left]++
		balance[l.Right]++
		if i > 0 {
			balance[l.Left] -= 2
			if line[i-1].Right != l.Left {
				t.Fatalf("line %v: %v does not touch", line, l.Tile)
			}
		}
		if domino.NewTile(l.Left, l.Right) != l.Tile {
			t.Fatalf("line %v: %v lies with halves %d and %d", line, l.Tile, l.Left, l.Right)
		}
	}
	left, right, ok := f.Ends()
	balance[left]--
	balance[right]--
	if !ok || balance != [19]int{} {
		t.Fatalf("line %v: ends %d|%d do not balance: %v", line, left, right, balance)
	}
}

// checkVoids checks that what the table infers of a hand is true.
func checkVoids(t testing.TB, f *domino.Full) {
	t.Helper()
	for s := range f.Rules().Seats {
		for x := range f.Hands[s].All() {
			if v := f.Void(domino.Seat(s)); v.Has(x.Hi()) || v.Has(x.Lo()) {
				t.Fatalf("seat %d is said to hold none of %b, but holds %v", s, v, x)
			}
		}
	}
}

func checkTurn(t testing.TB, f *domino.Full) {
	t.Helper()
	plays := f.Plays(nil)
	can := 0
	for _, may := range []bool{len(plays) > 0, f.MayDraw(), f.MayPass()} {
		if may {
			can++
		}
	}
	if running := f.Turn() != domino.NoSeat; running != (can > 0) {
		t.Fatalf("seat %d on turn may play %v, draw %v, pass %v", f.Turn(), plays, f.MayDraw(), f.MayPass())
	}
	for i, p := range plays {
		if _, err := domino.Decide(f, p); err != nil {
			t.Fatalf("legal play %d, %v %v: %v", i, p.Tile, p.Spot, err)
		}
	}
}

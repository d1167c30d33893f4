package domino_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"tranca.example/pkg/domino"
)

// command reads what records write: "0 6-4 R", "0 +", "0 pass"; and "0
// forfeits".
func command(t testing.TB, text string) domino.Command {
	t.Helper()
	words := strings.Fields(text)
	var s domino.Seat
	if _, err := fmt.Sscan(words[0], &s); err != nil || len(words) < 2 {
		t.Fatalf("command %q", text)
	}
	switch words[1] {
	case "+":
		return domino.Draw{Seat: s}
	case "pass":
		return domino.Pass{Seat: s}
	case "forfeits":
		return domino.Forfeit{Seat: s}
	}
	c := domino.Play{Seat: s, Tile: tile(t, words[1])}
	if len(words) > 2 {
		c.Spot = spot(t, words[2])
	}
	return c
}

func tell(e domino.Event) string {
	switch e := e.(type) {
	case domino.TilePlayed:
		return strings.TrimSpace(fmt.Sprintf("%d plays %v %v", e.Seat, e.Tile, e.Spot)) + next(e.Next)
	case domino.TileDrawn:
		return fmt.Sprintf("%d draws, %d left", e.Seat, e.BoneyardLeft)
	case domino.TurnPassed:
		return fmt.Sprintf("%d passes", e.Seat) + next(e.Next)
	case domino.ChickieCalled:
		return fmt.Sprintf("%d calls chickie %v", e.Seat, e.Double)
	case domino.FootCompleted:
		return fmt.Sprintf("%d completes %v", e.Seat, e.Node)
	case domino.DoubleHung:
		return fmt.Sprintf("%d hangs %v", e.By, e.Double)
	case domino.RoundEnded:
		how := [...]string{"", "domino", "blocked", "forfeit", "void"}[e.End]
		return fmt.Sprintf("%s, closer %d, pips %v", how, e.Closer, e.Pips)
	}
	return fmt.Sprintf("%T", e)
}

func next(s domino.Seat) string {
	if s == domino.NoSeat {
		return ", last"
	}
	return fmt.Sprintf(", then %d", s)
}

func tile(t testing.TB, text string) domino.Tile {
	t.Helper()
	x, err := domino.ParseTile(text)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func spot(t testing.TB, text string) domino.Spot {
	t.Helper()
	x, err := domino.ParseSpot(text)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// plays tells the legal plays of the seat on turn, such as "5-2 L".
func plays(f *domino.Full) (out []string) {
	for _, p := range f.Plays(nil) {
		out = append(out, strings.TrimSpace(p.Tile.String()+" "+p.Spot.String()))
	}
	return out
}

func same(t testing.TB, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %s\nwant %s", what, strings.Join(got, "; "), strings.Join(want, "; "))
	}
}

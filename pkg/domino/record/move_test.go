package record_test

import (
	"strings"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/record"
)

func TestAMoveIsReadAndWrittenInItsOneSpelling(t *testing.T) {
	tile := domino.NewTile(6, 4)
	for text, want := range map[string]record.Move{
		"3 6-4":     {Kind: record.MovePlay, Seat: 3, Tile: tile},
		"3 6-4 L":   {Kind: record.MovePlay, Seat: 3, Tile: tile, Spot: domino.Left},
		"3 6-4 R":   {Kind: record.MovePlay, Seat: 3, Tile: tile, Spot: domino.Right},
		"3 6-4 n0":  {Kind: record.MovePlay, Seat: 3, Tile: tile, Spot: domino.Node(0)},
		"0 6-4 n12": {Kind: record.MovePlay, Seat: 0, Tile: tile, Spot: domino.Node(12)},
		"1 + 6-4":   {Kind: record.MoveDraw, Seat: 1, Tile: tile},
		"1 pass":    {Kind: record.MovePass, Seat: 1},
		"9 forfeit": {Kind: record.MoveForfeit, Seat: 9},
		"void":      {Kind: record.MoveVoid, Seat: domino.NoSeat},
	} {
		got, err := record.ParseMove(text)
		if err != nil || got != want {
			t.Errorf("%q: got %+v, %v", text, got, err)
		}
		if got.String() != text {
			t.Errorf("%q is written %q", text, got)
		}
	}
}

func TestATileOfAMoveMayStandInEitherOrder(t *testing.T) {
	for text, want := range map[string]string{"3 4-6 L": "3 6-4 L", "1 + 2-5": "1 + 5-2"} {
		got, err := record.ParseMove(text)
		if err != nil || got.String() != want {
			t.Errorf("%q: got %q, %v", text, got, err)
		}
	}
}

func TestATextThatIsNoMoveSaysWhatAMoveIs(t *testing.T) {
	for text, says := range map[string]string{
		"":             "want seat and tile",
		"pass":         "want seat and tile",
		"1":            "want seat and tile",
		"1 6-4 L now":  "want seat and tile",
		"one 6-4":      `seat "one": want 0 to 9`,
		"-1 6-4":       `seat "-1"`,
		"10 6-4":       `seat "10"`,
		"01 6-4":       `seat "01"`,
		"1 64":         `tile "64"`,
		"1 passes":     `tile "passes"`,
		"1 +":          `tile "+"`,
		"1 + 64":       `tile "64"`,
		"1 19-0":       `half "19"`,
		"1 6-4 l":      `spot "l": want L, R or a node`,
		"1 6-4 n":      `spot "n"`,
		"1 6-4 n01":    `spot "n01"`,
		"1 6-4 n-1":    `spot "n-1"`,
		"1 6-4 n999":   `spot "n999"`,
		"1 pass R":     `tile "pass"`,
		"1 draw 6-4":   `tile "draw"`,
		"void 1":       `seat "void"`,
		" 1 6-4":       `seat ""`,
		"1\t6-4":       "want seat and tile",
		"1 6-4 L ":     "want seat and tile",
		"1 6\u20114 L": "tile",
	} {
		_, err := record.ParseMove(text)
		if err == nil || !strings.Contains(err.Error(), says) || !strings.HasPrefix(err.Error(), "move ") {
			t.Errorf("%q: got %v, want %q", text, err, says)
		}
	}
}

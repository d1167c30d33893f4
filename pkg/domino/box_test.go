package domino_test

import (
	"slices"
	"strconv"
	"testing"

	"tranca.example/pkg/domino"
)

// G-01, T-04: boxes of every size are complete, and hold no tile twice.
func TestABoxHoldsEachTileOnce(t *testing.T) {
	cases := []struct {
		rule        string
		top         domino.Pip
		tiles, pips int
	}{
		{"G-01 double-six", 6, 28, 168},
		{"T-04 double-nine", 9, 55, 495},
		{"T-04 double-twelve", 12, 91, 1092},
		{"G-01 double-fifteen", 15, 136, 2040},
		{"G-01 double-eighteen", 18, 190, 3420},
	}
	for _, c := range cases {
		t.Run(c.rule, func(t *testing.T) {
			box := domino.FullSet(c.top)
			pips, blanks := 0, 0
			for i, tile := range box {
				pips += tile.Sum()
				if tile.Sum() == 0 {
					blanks++
				}
				if slices.Contains(box[i+1:], tile) || tile.Hi() > c.top {
					t.Errorf("%s is there twice or does not belong here", tile)
				}
			}
			if len(box) != c.tiles || domino.SetSize(c.top) != c.tiles || pips != c.pips || blanks != 1 {
				t.Errorf("%d tiles, %d pips, %d blanks; want %d, %d, 1", len(box), pips, blanks, c.tiles, c.pips)
			}
		})
	}
}

// G-01: each value is on top+1 tiles and on top+2 halves.
func TestG01EachValueIsOnSevenTilesOfADoubleSix(t *testing.T) {
	for p := range domino.Pip(7) {
		tiles, halves := 0, 0
		for _, tile := range domino.FullSet(6) {
			if tile.Has(p) {
				tiles, halves = tiles+1, halves+1
			}
			if tile == domino.Double(p) {
				halves++
			}
		}
		if tiles != 7 || halves != 8 {
			t.Errorf("%d is on %d tiles and %d halves, want 7 and 8", p, tiles, halves)
		}
	}
}

func TestABoxBiggerThanANameIsCutToTheBiggestBox(t *testing.T) {
	if n := len(domino.FullSet(40)); n != 190 {
		t.Errorf("%d tiles, want 190", n)
	}
}

// G-01: rule sets play double-six and double-nine; bigger boxes are listed as
// not playable yet.
func TestG01RulesPlayTheBoxesThatASetHolds(t *testing.T) {
	for top, want := range map[string]int{"6": 28, "9": 55} {
		r := rules(t, "latin.solo", "set_max", top)
		if r.Tiles() != want || strconv.Itoa(int(r.SetMax)) != top {
			t.Errorf("set_max %s: %d tiles, want %d", top, r.Tiles(), want)
		}
	}
	for _, top := range []string{"12", "15", "18"} {
		_, err := domino.NewRules("latin.solo", map[string]string{"set_max": top})
		want := `preset latin.solo: knob set_max does not take "` + top + `" (not playable yet); it takes 6, 9`
		if err == nil || err.Error() != want {
			t.Errorf("set_max %s: %v, want %s", top, err, want)
		}
	}
}

func TestDoublesOfABoxAreItsValues(t *testing.T) {
	for _, c := range []struct {
		top  string
		want domino.PipSet
	}{{"6", 0b111_1111}, {"9", 0b11_1111_1111}} {
		if got := rules(t, "chickie", "set_max", c.top).Doubles(); got != c.want {
			t.Errorf("set_max %s: %b, want %b", c.top, got, c.want)
		}
	}
}

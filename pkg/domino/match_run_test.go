package domino_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"tranca.example/pkg/domino"
)

// playMatch deals and scores rounds until the match is over; every round ends
// as a domino of the seat after the opener, with random hands left. It tells
// the tiles that were led, in order.
func playMatch(t *testing.T, r *domino.Rules, rng *rand.Rand) (leads []domino.Tile, last domino.RoundScore) {
	t.Helper()
	s := domino.NewStanding(r)
	for !last.MatchOver {
		order := domino.FullSet(r.SetMax)
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		d, err := domino.NewDeal(r, order)
		if err != nil {
			t.Fatal(err)
		}
		start, err := domino.FindStart(r, s, d, order[:r.Seats])
		if errors.Is(err, domino.ErrRedeal) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		lead := onlyLead(t, r, d, start)
		leads = append(leads, lead)
		pips := make([]int, r.Seats)
		for seat := range pips {
			pips[seat] = d.Hands[seat].Pips()
		}
		closer := r.Next(start.Opener)
		pips[closer] = 0
		last = domino.ScoreRound(r, s, start.Opener, lead, ended(domino.EndDomino, closer, pips...))
		s = last.Next
	}
	return leads, last
}

// onlyLead is the first tile that may be led; where rounds start with a double there is just one.
func onlyLead(t *testing.T, r *domino.Rules, d domino.Deal, start domino.RoundDealt) domino.Tile {
	t.Helper()
	may := tiles(t, leads(t, r, d, start))
	if len(may) == 0 || r.StartsWithDouble() && len(may) != 1 {
		t.Fatalf("opener %d may lead %v", start.Opener, may)
	}
	return may[0]
}

func TestAChickieMatchIsOneColumnForEachDouble(t *testing.T) {
	cases := []struct {
		name  string
		knobs []string
	}{
		{"K-01 K-05 K-22 one preset for both texts", nil},
		{"K-06 all_draw", []string{"start_none", "all_draw"}},
		{"K-06 redeal", []string{"start_none", "redeal"}},
		{"K-04 strict goes from 6 down to 0", []string{"start_double", "strict"}},
		{"K-05 in a double-nine", []string{"set_max", "9"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for seed := range uint64(40) {
				r := rules(t, "chickie", append(c.knobs, "seats", strconv.Itoa(2+int(seed%4)))...)
				led, last := playMatch(t, r, rand.New(rand.NewPCG(seed, 1)))
				if r.StartDouble == domino.StartStrict && !slices.IsSortedFunc(led, func(a, b domino.Tile) int { return int(b) - int(a) }) {
					t.Errorf("seed %d: strict led %v", seed, led)
				}
				slices.Sort(led)
				if n := len(slices.Compact(led)); n != int(r.SetMax)+1 || last.Next.Played != n || last.Next.Eligible != 0 {
					t.Errorf("seed %d: %d columns after %d rounds", seed, n, last.Next.Played)
				}
			}
		})
	}
}

// K-21: what the texts call double-faced is a double: nothing else leads.
func TestK21OnlyDoublesStartAChickieRound(t *testing.T) {
	for seed := range uint64(40) {
		led, _ := playMatch(t, rules(t, "chickie"), rand.New(rand.NewPCG(seed, 2)))
		for _, tile := range led {
			if !tile.IsDouble() {
				t.Errorf("seed %d: %s was led", seed, tile)
			}
		}
	}
}

func TestALineMatchEndsWithOneWinnerAtTheTarget(t *testing.T) {
	cases := []struct {
		name, preset string
		knobs        []string
	}{
		{"C-18 L-20 pairs", "latin.pairs", nil},
		{"C-18 solo", "latin.solo", nil},
		{"C-18 draw", "classic.draw", []string{"seats", "6"}},
		{"C-03 C-18 lot", "classic.draw4", []string{"open_first", "lot"}},
		{"L-06 winner opens", "classic.block4", []string{"open_next", "winner"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for seed := range uint64(40) {
				r := rules(t, c.preset, c.knobs...)
				_, last := playMatch(t, r, rand.New(rand.NewPCG(seed, 3)))
				best := slices.Max(last.Next.Totals)
				if best < 100 || len(last.Winners) != 1 || last.Next.Totals[last.Winners[0]] != best {
					t.Errorf("seed %d: %v won with %v", seed, last.Winners, last.Next.Totals)
				}
			}
		})
	}
}

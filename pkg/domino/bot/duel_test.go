package bot_test

import (
	"math/rand/v2"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/bot"
)

// rules makes a rule set.
func rules(t testing.TB, preset string, knobs map[string]string) *domino.Rules {
	t.Helper()
	r, err := domino.NewRules(preset, knobs)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// dealt opens a later round of a match with the tiles in an order that the
// number gives.
func dealt(t testing.TB, r *domino.Rules, number uint64) domino.Full {
	t.Helper()
	order := domino.FullSet(r.SetMax)
	rand.New(rand.NewPCG(number, 28)).Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	d, err := domino.NewDeal(r, order)
	if err != nil {
		t.Fatal(err)
	}
	s := domino.NewStanding(r)
	if !r.StartsWithDouble() {
		s.First, s.Opener = false, domino.Seat(number%uint64(r.Seats))
	}
	start, err := domino.FindStart(r, s, d, nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := domino.Open(domino.NewRound(r, start), d)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// play lets a policy act for each seat to the end of the round.
func play(t testing.TB, f domino.Full, policy func(domino.Seat) string, number uint64) domino.RoundEnded {
	t.Helper()
	for step := uint64(0); f.Turn() != domino.NoSeat; step++ {
		switch c := bot.Choose(policy(f.Turn()), f.View(f.Turn()), number<<16|step).(type) {
		case domino.Play:
			f.Place(domino.Move{Tile: c.Tile, Spot: c.Spot})
		case domino.Draw:
			f.Draw()
		case domino.Pass:
			f.Pass()
		default:
			t.Fatalf("step %d: no command for the seat on turn", step)
		}
	}
	return ended(&f)
}

// ended is the reveal that Place and Draw leave to Decide.
func ended(f *domino.Full) domino.RoundEnded {
	e := domino.RoundEnded{End: f.Ended(), Closer: f.Closer(), Forfeits: domino.NoSeat}
	for s := range domino.Seat(f.Rules().Seats) {
		e.Pips = append(e.Pips, f.Pips(s))
	}
	return e
}

// duel plays each deal twice with sides swapped and counts rounds of a: won,
// tied, and the points that it is ahead.
func duel(t testing.TB, r *domino.Rules, a, b string, deals uint64) (won, tied, points int) {
	for number := range deals {
		f := dealt(t, r, number)
		for side := range domino.Side(2) {
			seats := func(s domino.Seat) string {
				if r.SideOf(s) == side {
					return a
				}
				return b
			}
			score := domino.ScoreRound(r, domino.NewStanding(r), f.Opener(), 0, play(t, f, seats, number))
			switch score.Winner {
			case side:
				won, points = won+1, points+score.Points
			case domino.NoSide:
				tied++
			default:
				points -= score.Points
			}
		}
	}
	return won, tied, points
}

// The figures are exact: the deals are fixed and so is every choice. Whoever
// changes a policy pins the new ones, and sees what the change is worth.
func TestStrongerPoliciesWinMoreRoundsOf2000DuplicateDeals(t *testing.T) {
	for name, tc := range map[string]struct {
		preset, seats, a, b string
		won, tied, points   int
	}{
		"heuristic against greedy in latin.pairs: 65.9 % of 4000 rounds": {
			"latin.pairs", "4", bot.Heuristic, bot.Greedy, 2591, 88, 18248},
		"heuristic against random in latin.pairs: 69.5 %": {
			"latin.pairs", "4", bot.Heuristic, bot.Random, 2742, 75, 33416},
		"greedy against random in latin.pairs: 52.0 %": {
			"latin.pairs", "4", bot.Greedy, bot.Random, 2053, 57, 10994},
		"heuristic against greedy in classic.draw for two: 71.0 %": {
			"classic.draw", "2", bot.Heuristic, bot.Greedy, 2831, 19, 36592},
		"heuristic against greedy in latin.solo for two: 63.8 %": {
			"latin.solo", "2", bot.Heuristic, bot.Greedy, 2539, 24, 13793},
	} {
		t.Run(name, func(t *testing.T) {
			r := rules(t, tc.preset, map[string]string{"seats": tc.seats})
			won, tied, points := duel(t, r, tc.a, tc.b, 2000)
			if won != tc.won || tied != tc.tied || points != tc.points {
				t.Errorf("won %d, tied %d, %d points ahead; want %d, %d, %d", won, tied, points, tc.won, tc.tied, tc.points)
			}
		})
	}
}

func TestHeuristicKeepsFewerPipsThanGreedyInChickie(t *testing.T) {
	r := rules(t, "chickie", nil)
	var pips [2]int // of heuristic and greedy, two seats each
	for number := range uint64(2000) {
		e := play(t, dealt(t, r, number), func(s domino.Seat) string {
			return []string{bot.Heuristic, bot.Greedy}[(uint64(s)+number)&1]
		}, number)
		for s, n := range e.Pips {
			pips[(uint64(s)+number)&1] += n
		}
	}
	if want := [2]int{32361, 36184}; pips != want {
		t.Errorf("got %v, want %v", pips, want)
	}
}

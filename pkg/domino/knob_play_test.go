package domino_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"tranca.example/pkg/domino"
)

// samples are the values by which a number with a range is tried out.
var samples = map[string][]string{
	"hand_size": {"1", "3", "5"}, "draw_reserve": {"0", "2", "27"}, "target": {"1", "150"}, "rounds": {"1", "5"},
}

// Every value that a knob takes in a preset makes a match that ends.
func TestEveryValueOfEveryKnobCanBePlayedToTheEnd(t *testing.T) {
	for _, preset := range domino.Presets() {
		for _, knob := range domino.Knobs() {
			t.Run(preset+" "+knob.Name, func(t *testing.T) {
				allowed, err := rules(t, preset).Allowed(knob.Name)
				if err != nil {
					t.Fatal(err)
				}
				if ranged := samples[knob.Name]; ranged != nil && allowed[0] != "0" {
					allowed = ranged
				}
				for i, value := range allowed {
					r, err := domino.NewRules(preset, map[string]string{knob.Name: value})
					var bad *domino.BadKnobValue
					if errors.As(err, &bad) && bad.Why != "" {
						continue // collides with the defaults around it
					}
					if err != nil {
						t.Fatal(err)
					}
					playOut(t, r, rand.New(rand.NewPCG(uint64(i), 4)))
				}
			})
		}
	}
}

// playOut plays a match by random legal commands.
func playOut(t *testing.T, r *domino.Rules, rng *rand.Rand) {
	t.Helper()
	s := domino.NewStanding(r)
	for n := range 2000 {
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
		p := playRound(t, domino.NewRound(r, start), d, rng)
		e, _ := p.Over()
		score := domino.ScoreRound(r, s, start.Opener, p.Board()[0].Tile, e)
		if s = score.Next; score.MatchOver {
			return
		}
		if s.Played > n+1 {
			t.Fatalf("%d rounds count after %d deals", s.Played, n+1)
		}
	}
	t.Fatalf("%s %v: no end after 2000 deals: %v", r.Preset, r.Overrides(), s.Totals)
}

func playRound(t *testing.T, p domino.Public, d domino.Deal, rng *rand.Rand) domino.Public {
	t.Helper()
	for range 5000 {
		f, err := domino.Open(p, d)
		if err != nil {
			t.Fatal(err)
		}
		events, err := domino.Decide(&f, anyCommand(&f, rng))
		if err != nil {
			t.Fatalf("%s %v: %v", p.Rules().Preset, p.Rules().Overrides(), err)
		}
		for _, e := range events {
			p = domino.Evolve(p, e)
		}
		if _, over := p.Over(); over {
			return p
		}
	}
	t.Fatalf("%s %v: no end after 5000 commands", p.Rules().Preset, p.Rules().Overrides())
	return p
}

// anyCommand is one of the legal commands, a placement in most cases.
func anyCommand(f *domino.Full, rng *rand.Rand) domino.Command {
	plays := f.Plays(nil)
	choose := len(plays) == 0 || rng.IntN(10) == 0
	switch {
	case choose && f.MayDraw():
		return domino.Draw{Seat: f.Turn()}
	case choose && f.MayPass():
		return domino.Pass{Seat: f.Turn()}
	case len(plays) == 0:
		return f.Default()
	}
	return plays[rng.IntN(len(plays))]
}

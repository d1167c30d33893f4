package domino_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"tranca.example/pkg/domino"
)

// inPlaceSteps are the operations that searches and simulations repeat; each
// tells whether it can be done in the position.
func inPlaceSteps() map[string]func(f *domino.Full) bool {
	plays := make([]domino.Play, 0, 64)
	return map[string]func(f *domino.Full) bool{
		"legal": func(f *domino.Full) bool { return f.Legal().Len() >= 0 },
		"plays": func(f *domino.Full) bool { return cap(f.Plays(plays)) == cap(plays) },
		"place": func(f *domino.Full) bool {
			m := f.Legal()
			if m.Empty() {
				return false
			}
			f.Place(f.Pick(m, m.Len()-1))
			return true
		},
		"draw": func(f *domino.Full) bool { return f.MayDraw() && !f.Draw() },
		"pass": func(f *domino.Full) bool {
			if !f.MayPass() {
				return false
			}
			f.Pass()
			return true
		},
	}
}

func TestLegalPlacePickDrawAndPassAllocateNothing(t *testing.T) {
	for _, preset := range domino.Presets() {
		at := positions(t, preset)
		r := at[0].Rules()
		draws := r.Draw != domino.DrawNone && r.Seats*r.HandSize < r.Tiles()
		var f domino.Full
		for name, step := range inPlaceSteps() {
			done := 0
			allocs := testing.AllocsPerRun(1, func() {
				for i := range at {
					if f = at[i]; step(&f) {
						done++
					}
				}
			})
			seldom := name == "draw" && !draws || name == "pass" && draws
			if allocs != 0 || done == 0 && !seldom {
				t.Errorf("%s: %v allocations in %d times %s", preset, allocs, done, name)
			}
		}
	}
}

func TestDealingIntoAPositionAllocatesNothing(t *testing.T) {
	for _, preset := range domino.Presets() {
		s := newSimulator(t, preset)
		var f domino.Full
		allocs := testing.AllocsPerRun(100, func() {
			s.start(t, &f)
			s.finish(&f)
		})
		if allocs != 0 {
			t.Errorf("%s: %v allocations in a round", preset, allocs)
		}
	}
}

func TestRoundsBegunInPlaceKeepNothingOfTheLast(t *testing.T) {
	for _, preset := range domino.Presets() {
		s := newSimulator(t, preset)
		var used domino.Full
		s.start(t, &used)
		s.finish(&used)
		var fresh domino.Full
		s.start(t, &fresh)
		s.open(t, &used)
		if !reflect.DeepEqual(used, fresh) {
			t.Errorf("%s: in place %+v, want %+v", preset, used, fresh)
		}
	}
}

func TestAPlainMoveCostsAtMostThreeAllocationsToJudgeAndFold(t *testing.T) {
	for _, preset := range domino.Presets() {
		at, plain := positions(t, preset), 0
		for i := range at[:200] {
			f, wish := &at[i], at[i].Default()
			if events, err := domino.Decide(f, wish); err != nil || len(events) > 1 {
				continue
			}
			plain++
			allocs := testing.AllocsPerRun(5, func() {
				events, _ := domino.Decide(f, wish)
				p := domino.Evolve(f.Public, events[0])
				sink += p.HandSize(0)
			})
			if allocs > 3 {
				t.Fatalf("%s: %v allocations for %v", preset, allocs, wish)
			}
		}
		if plain < 50 {
			t.Errorf("%s: only %d plain moves", preset, plain)
		}
	}
}

func TestJudgingAndPlayingAllocateNothing(t *testing.T) {
	for _, preset := range domino.Presets() {
		rng := rand.New(rand.NewPCG(3, 3))
		g := deal(t, rules(t, preset), rng, domino.OpenAny)
		dst := make([]domino.Play, 0, 64)
		allocs := testing.AllocsPerRun(20, func() {
			for f := g.full; f.Turn() != domino.NoSeat; {
				dst = f.Plays(dst[:0])
				inPlaceChoice(&f, rng)
			}
		})
		if allocs != 0 {
			t.Errorf("%s: %v allocations in a round", preset, allocs)
		}
	}
}

func TestDecideAndEvolveAllocateAtMostThreeTimes(t *testing.T) {
	for preset, c := range map[string]string{"latin.pairs": "0 4-3", "classic.draw": "0 4-3"} {
		hands := []string{"4-3 3-1", "3-2", "6-6", "5-5"}
		r := rules(t, preset)
		g := at(t, r, where{board: "6-4", hands: hands[:r.Seats]})
		wish := command(t, c)
		allocs := testing.AllocsPerRun(100, func() {
			events, _ := domino.Decide(&g.full, wish)
			for _, e := range events {
				p := domino.Evolve(g.full.Public, e)
				sink += p.HandSize(0)
			}
		})
		if allocs > 3 {
			t.Errorf("%s: %v allocations", preset, allocs)
		}
	}
}

package domino_test

import (
	"reflect"
	"testing"

	"tranca.example/pkg/domino"
)

func TestASeatSeesTheSameFromItsOwnKnowledgeAsFromTheJudge(t *testing.T) {
	for _, preset := range domino.Presets() {
		r, err := domino.NewRules(preset, nil)
		if err != nil {
			t.Fatal(err)
		}
		d, err := domino.NewDeal(r, domino.FullSet(r.SetMax))
		if err != nil {
			t.Fatal(err)
		}
		start, err := domino.FindStart(r, domino.NewStanding(r), d, nil)
		if err != nil {
			t.Fatal(err)
		}
		f, err := domino.Open(domino.NewRound(r, start), d)
		if err != nil {
			t.Fatal(err)
		}
		for step := 0; f.Turn() != domino.NoSeat && step < 400; step++ {
			for s := range domino.Seat(r.Seats) {
				want := f.View(s)
				if got := domino.Seen(f.Public, s, f.Hands[s]); !reflect.DeepEqual(got, want) {
					t.Fatalf("%s, step %d, seat %d: got %+v, want %+v", preset, step, s, got, want)
				}
			}
			events, err := domino.Decide(&f, f.Default())
			if err != nil {
				t.Fatal(err)
			}
			p := f.Public
			for _, e := range events {
				p = domino.Evolve(p, e)
			}
			if _, over := p.Over(); over {
				break
			}
			if f, err = domino.Open(p, d); err != nil {
				t.Fatal(err)
			}
		}
	}
}

package domino_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"tranca.example/pkg/domino"
)

// FuzzDecide sends arbitrary bytes as commands, four each: kind, seat, tile,
// spot. Nothing panics, a refusal is typed and changes nothing, and what is
// accepted keeps every invariant.
func FuzzDecide(f *testing.F) {
	f.Add(uint64(1), uint8(0), []byte{0, 0, 27, 0, 1, 1, 0, 0, 2, 2, 0, 0, 3, 0, 0, 0})
	f.Add(uint64(2), uint8(2), []byte{5, 0, 0, 0, 5, 0, 0, 0, 5, 0, 0, 0, 4, 0, 0, 0})
	f.Add(uint64(3), uint8(10), []byte{5, 0, 0, 0, 5, 0, 0, 0, 0, 1, 20, 3, 6, 255, 255, 255})
	f.Fuzz(func(t *testing.T, seed uint64, family uint8, script []byte) {
		c := families[int(family)%len(families)]
		rng := rand.New(rand.NewPCG(seed, 1))
		g := deal(t, rules(t, c.rules[0], c.rules[1:]...), rng, domino.Opening(seed%4))
		for ; len(script) >= 4; script = script[4:] {
			before := g.full
			_, err := g.do(fuzzed(&g.full, script, rng))
			var illegal *domino.Illegal
			switch {
			case err == nil:
			case !errors.As(err, &illegal) || illegal.Why.Reason() == "" || illegal.Error() == "":
				t.Fatalf("refusal %v", err)
			case before.Hands != g.full.Hands || before.Turn() != g.full.Turn():
				t.Fatalf("a refusal changed the state: %v", err)
			}
		}
	})
}

// fuzzed is a command from four bytes; kind 5 is whatever is legal, so that
// scripts get deep into rounds.
func fuzzed(f *domino.Full, b []byte, rng *rand.Rand) domino.Command {
	seat := domino.Seat(b[1])
	switch b[0] % 7 {
	case 0:
		return domino.Play{Seat: seat, Tile: domino.Tile(b[2]), Spot: domino.Spot(b[3])}
	case 1:
		return domino.Draw{Seat: seat}
	case 2:
		return domino.Pass{Seat: seat}
	case 3:
		return domino.Annul{Reason: string(b[1:4])}
	case 4:
		return domino.Forfeit{Seat: seat}
	case 5:
		if c := choose(f, rng); c != nil {
			return c
		}
	}
	return nil
}

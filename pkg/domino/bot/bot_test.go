package bot_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/bot"
)

func TestEveryPolicyPlaysEveryPresetAndSeatCountByTheRules(t *testing.T) {
	for _, preset := range domino.Presets() {
		seats, err := domino.PresetSeats(preset)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range seats {
			r := rules(t, preset, map[string]string{"seats": fmt.Sprint(n)})
			for _, name := range bot.Names() {
				t.Run(fmt.Sprintf("%s plays %s for %d", name, preset, n), func(t *testing.T) {
					for number := range uint64(20) {
						legally(t, dealt(t, r, number), name, number)
					}
				})
			}
		}
	}
}

// legally plays a round through Decide, which accepts every command.
func legally(t *testing.T, f domino.Full, name string, number uint64) {
	t.Helper()
	for step := uint64(0); f.Turn() != domino.NoSeat; step++ {
		c := bot.Choose(name, f.View(f.Turn()), number<<16|step)
		if _, err := domino.Decide(&f, c); err != nil {
			t.Fatalf("step %d: %v", step, err)
		}
		act(&f, c)
	}
}

// act carries out a command that Decide would accept.
func act(f *domino.Full, c domino.Command) {
	switch c := c.(type) {
	case domino.Play:
		f.Place(domino.Move{Tile: c.Tile, Spot: c.Spot})
	case domino.Draw:
		f.Draw()
	case domino.Pass:
		f.Pass()
	}
}

// A bot that looked at hidden tiles would change its mind when they move.
func TestNoPolicyChangesItsChoiceWhenHiddenTilesMove(t *testing.T) {
	rng, moved := rand.New(rand.NewPCG(1, 1)), 0
	for _, preset := range domino.Presets() {
		r := rules(t, preset, nil)
		for number := range uint64(40) {
			f := dealt(t, r, number)
			for step := uint64(0); f.Turn() != domino.NoSeat; step++ {
				other := rearranged(f, rng)
				if other.Hands != f.Hands {
					moved++
				}
				seat := f.Turn()
				if !reflect.DeepEqual(f.View(seat), other.View(seat)) {
					t.Fatal("the view itself tells hidden tiles")
				}
				for _, name := range bot.Names() {
					a, b := bot.Choose(name, f.View(seat), step), bot.Choose(name, other.View(seat), step)
					if a != b {
						t.Fatalf("%s in %s chose %v, then %v", name, preset, a, b)
					}
				}
				act(&f, bot.Choose(bot.Random, f.View(seat), number<<16|step))
			}
		}
	}
	if moved < 3000 {
		t.Fatalf("only %d positions were rearranged", moved)
	}
}

// rearranged deals the tiles of the seats that are not on turn anew.
func rearranged(f domino.Full, rng *rand.Rand) domino.Full {
	var pool []domino.Tile
	for s := range domino.Seat(f.Rules().Seats) {
		if s != f.Turn() {
			pool = append(pool, f.Hands[s].Tiles()...)
		}
	}
	rng.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
	for s := range domino.Seat(f.Rules().Seats) {
		if s != f.Turn() {
			n := f.Hands[s].Len()
			f.Hands[s], pool = domino.SetOf(pool[:n]...), pool[n:]
		}
	}
	return f
}

func TestTheSameViewAndSeedGiveTheSameCommand(t *testing.T) {
	r := rules(t, "latin.pairs", nil)
	f := dealt(t, r, 11)
	act(&f, bot.Choose(bot.Greedy, f.View(f.Turn()), 0))
	for _, name := range bot.Names() {
		first := bot.Choose(name, f.View(f.Turn()), 42)
		for range 20 {
			if again := bot.Choose(name, f.View(f.Turn()), 42); again != first {
				t.Fatalf("%s chose %v, then %v", name, first, again)
			}
		}
		if name == bot.Random {
			continue
		}
		for seed := range uint64(20) {
			if again := bot.Choose(name, f.View(f.Turn()), seed); again != first {
				t.Fatalf("%s follows the seed: %v, then %v", name, first, again)
			}
		}
	}
}

func TestRandomTakesEveryPlacementEquallyOften(t *testing.T) {
	r := rules(t, "classic.block4", nil)
	f := dealt(t, r, 2)
	view := f.View(f.Turn()) // a later opener may lead any of seven tiles
	counts := map[domino.Command]int{}
	for seed := range uint64(7000) {
		counts[bot.Choose(bot.Random, view, seed)]++
	}
	if len(counts) != 7 {
		t.Fatalf("%d different commands, want 7: %v", len(counts), counts)
	}
	for c, n := range counts {
		if n < 900 || n > 1100 {
			t.Errorf("%v chosen %d times in 7000", c, n)
		}
	}
}

func TestGreedyLeadsItsHeaviestTile(t *testing.T) {
	f := dealt(t, rules(t, "classic.block4", nil), 2)
	c, ok := bot.Choose(bot.Greedy, f.View(f.Turn()), 0).(domino.Play)
	if !ok {
		t.Fatal("no play")
	}
	for tile := range f.Hands[f.Turn()].All() {
		if tile.Sum() > c.Tile.Sum() {
			t.Errorf("led %v and kept %v", c.Tile, tile)
		}
	}
}

// Where the rules leave the choice, no policy draws or passes while it can play;
// when it cannot, it draws before it passes.
func TestAPolicyThatMayDrawOrPassPlaysG03(t *testing.T) {
	r := rules(t, "classic.draw", map[string]string{"voluntary_draw": "true", "voluntary_pass": "true"})
	plays, draws, passes := 0, 0, 0
	for number := range uint64(10) {
		for _, name := range bot.Names() {
			f := dealt(t, r, number)
			for f.Turn() != domino.NoSeat {
				view := f.View(f.Turn())
				command := bot.Choose(name, view, number)
				switch command.(type) {
				case domino.Play:
					plays++
				case domino.Draw:
					if draws++; !view.Moves.Empty() {
						t.Fatalf("%s draws though it may play %v", name, view.Moves.Tiles())
					}
				case domino.Pass:
					if passes++; !view.Moves.Empty() || view.MayDraw {
						t.Fatalf("%s passes though it may play %v or draw (%t)", name, view.Moves.Tiles(), view.MayDraw)
					}
				}
				act(&f, command)
			}
		}
	}
	if plays < 100 || draws < 20 || passes == 0 {
		t.Errorf("only %d plays, %d draws, %d passes", plays, draws, passes)
	}
}

func TestAPolicyThatDoesNotExistIsRefusedWithTheListOfThoseThatDo(t *testing.T) {
	err := bot.Check("oracle")
	var e *bot.UnknownPolicy
	if !errors.As(err, &e) || !strings.Contains(err.Error(), "random, greedy, heuristic") {
		t.Fatalf("got %v", err)
	}
	for _, name := range bot.Names() {
		if err := bot.Check(name); err != nil {
			t.Error(err)
		}
	}
	f := dealt(t, rules(t, "latin.pairs", nil), 1)
	if c := bot.Choose("oracle", f.View(f.Turn()), 0); c != nil {
		t.Fatalf("got %v", c)
	}
}

func TestASeatThatIsNotOnTurnGetsNoCommand(t *testing.T) {
	f := dealt(t, rules(t, "latin.pairs", nil), 1)
	for s := domino.NoSeat; s <= 4; s++ {
		if c := bot.Choose(bot.Greedy, f.View(s), 0); (c != nil) != (s == f.Turn()) {
			t.Errorf("seat %d: got %v", s, c)
		}
	}
	play(t, f, func(domino.Seat) string { return bot.Random }, 1)
	for f.Turn() != domino.NoSeat {
		act(&f, bot.Choose(bot.Random, f.View(f.Turn()), 3))
	}
	if c := bot.Choose(bot.Greedy, f.View(0), 0); c != nil {
		t.Errorf("after the end: got %v", c)
	}
}

func BenchmarkChoose(b *testing.B) {
	f := dealt(b, rules(b, "latin.pairs", nil), 1)
	for range 8 {
		act(&f, bot.Choose(bot.Greedy, f.View(f.Turn()), 0))
	}
	view := f.View(f.Turn())
	for _, name := range bot.Names() {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				bot.Choose(name, view, 1)
			}
		})
	}
}

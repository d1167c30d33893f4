package domino_test

import (
	"errors"
	"fmt"

	"tranca.example/pkg/domino"
)

// A rule set is a preset with some knobs set to other values.
func ExampleNewRules() {
	rules, err := domino.NewRules("latin.pairs", map[string]string{"target": "150", "block_tie": "opener_side"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(rules.Seats, "seats,", rules.Sides(), "sides,", rules.HandSize, "tiles each, to", rules.Target)
	fmt.Println("after seat 0 comes seat", rules.Next(0))
	fmt.Println(rules.Overrides())
	// Output:
	// 4 seats, 2 sides, 7 tiles each, to 150
	// after seat 0 comes seat 3
	// map[block_tie:opener_side target:150]
}

// What cannot be played is refused, and the error lists what can.
func ExampleNewRules_refused() {
	_, err := domino.NewRules("latin.solo", map[string]string{"seats": "5"})
	fmt.Println(err)
	if bad, ok := errors.AsType[*domino.BadKnobValue](err); ok {
		fmt.Println(bad.Reason(), bad.Allowed)
	}
	_, err = domino.NewRules("classic.block4", map[string]string{"hand_size": "8"})
	fmt.Println(err)
	// Output:
	// preset latin.solo: knob seats does not take "5"; it takes 2, 3, 4
	// bad_knob_value [2 3 4]
	// preset classic.block4: knob hand_size does not take "8" (4 seats × 8 tiles = 32 > 28); it takes 1 to 7
}

// One round from the deal to the points: who opens, what everybody does when
// he leads the tile with the most pips, and what it is worth.
func Example() {
	rules, _ := domino.NewRules("classic.draw", nil)
	standing := domino.NewStanding(rules)
	deal, _ := domino.NewDeal(rules, exampleOrder())
	start, _ := domino.FindStart(rules, standing, deal, nil)
	public := domino.NewRound(rules, start)
	for public.Turn() != domino.NoSeat {
		full, _ := domino.Open(public, deal) // from any prefix of the events
		events, _ := domino.Decide(&full, heaviest(&full))
		for _, event := range events {
			public = domino.Evolve(public, event)
		}
	}
	fmt.Print("line")
	for _, laid := range public.Line() {
		fmt.Printf(" %d|%d", laid.Left, laid.Right)
	}
	fmt.Println()
	ended, _ := public.Over()
	score := domino.ScoreRound(rules, standing, public.Opener(), public.Board()[0].Tile, ended)
	fmt.Printf("seat %d opened, seat %d went out, pips %v\n", public.Opener(), ended.Closer, ended.Pips)
	fmt.Printf("side %d wins %d points, seat %d opens the next round\n", score.Winner, score.Points, score.Next.Opener)
	// Output:
	// line 5|1 1|6 6|6 6|5 5|5 5|0 0|4 4|4 4|1 1|2 2|2 2|0 0|0
	// seat 0 opened, seat 0 went out, pips [0 12]
	// side 0 wins 12 points, seat 1 opens the next round
}

// exampleOrder is the box in an order that any dealer could have made: every
// eleventh tile of 28, which visits each one once.
func exampleOrder() []domino.Tile {
	box := domino.FullSet(6)
	order := make([]domino.Tile, len(box))
	for i := range order {
		order[i] = box[i*11%len(box)]
	}
	return order
}

// heaviest plays the tile with the most pips, else draws or passes.
func heaviest(full *domino.Full) domino.Command {
	plays := full.Plays(nil)
	if len(plays) == 0 {
		return full.Default()
	}
	best := plays[0]
	for _, play := range plays {
		if play.Tile.Sum() > best.Tile.Sum() {
			best = play
		}
	}
	return best
}

// A command that the rules forbid changes nothing and says why. What would have
// been legal is told to the seat on turn alone.
func ExampleDecide_rejected() {
	rules, _ := domino.NewRules("classic.draw", nil)
	deal, _ := domino.NewDeal(rules, exampleOrder())
	start, _ := domino.FindStart(rules, domino.NewStanding(rules), deal, nil)
	full, _ := domino.Open(domino.NewRound(rules, start), deal)

	for _, command := range []domino.Command{
		domino.Pass{Seat: full.Turn()},
		domino.Draw{Seat: rules.Next(full.Turn())},
	} {
		_, err := domino.Decide(&full, command)
		if illegal, ok := errors.AsType[*domino.Illegal](err); ok {
			fmt.Println(illegal)
			fmt.Println(errors.Is(err, domino.MustPlay), illegal.Why.Reason(), illegal.Legal)
		}
	}
	// Output:
	// seat 0: must_play: a tile of the hand fits and must be played
	// true must_play [{0 6-6 }]
	// seat 1: not_your_turn: another seat is on turn
	// false not_your_turn []
}

// Views are types of their own, so that one cannot be sent for another.
func ExampleFull_View() {
	rules, _ := domino.NewRules("classic.draw", nil)
	deal, _ := domino.NewDeal(rules, exampleOrder())
	start, _ := domino.FindStart(rules, domino.NewStanding(rules), deal, nil)
	full, _ := domino.Open(domino.NewRound(rules, start), deal)

	for seat := range domino.Seat(rules.Seats) {
		view := full.View(seat)
		fmt.Printf("seat %d holds %v and may play %d of them\n", seat, view.Hand, view.Moves.Len())
	}
	spectator := full.Public
	fmt.Println("a spectator sees", spectator.HandSize(0), "and", spectator.HandSize(1), "tiles and a boneyard of", spectator.BoneyardLeft())
	// Output:
	// seat 0 holds 0-0 2-2 4-0 4-1 5-1 6-1 6-6 and may play 1 of them
	// seat 1 holds 2-0 2-1 3-3 5-0 5-5 6-0 6-5 and may play 0 of them
	// a spectator sees 7 and 7 tiles and a boneyard of 14
}

// A snapshot and the events after it make the same state as all events (E-49).
func ExampleRestore() {
	rules, _ := domino.NewRules("classic.draw", nil)
	deal, _ := domino.NewDeal(rules, exampleOrder())
	start, _ := domino.FindStart(rules, domino.NewStanding(rules), deal, nil)
	full, _ := domino.Open(domino.NewRound(rules, start), deal)
	events, _ := domino.Decide(&full, full.Default())
	public := domino.Evolve(full.Public, events[0])

	again, err := domino.Restore(rules, public.Snapshot())
	fmt.Println(again == public, err)
	_, err = domino.Restore(rules, domino.Snapshot{Turn: 7})
	fmt.Println(err)
	// Output:
	// true <nil>
	// restore round 0: snapshot does not fit the rules: seat out of bounds
}

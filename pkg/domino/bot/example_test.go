package bot_test

import (
	"fmt"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/bot"
)

// A bot sees what its seat sees and answers with one command.
func ExampleChoose() {
	rules, _ := domino.NewRules("classic.draw", nil)
	box := domino.FullSet(6)
	order := make([]domino.Tile, len(box))
	for i := range order {
		order[i] = box[i*11%len(box)]
	}
	deal, _ := domino.NewDeal(rules, order)
	start, _ := domino.FindStart(rules, domino.NewStanding(rules), deal, nil)
	full, _ := domino.Open(domino.NewRound(rules, start), deal)

	for range 4 {
		seat := full.Turn()
		command := bot.Choose(bot.Greedy, full.View(seat), 1)
		fmt.Printf("%T %v\n", command, command)
		events, _ := domino.Decide(&full, command)
		public := full.Public
		for _, event := range events {
			public = domino.Evolve(public, event)
		}
		full, _ = domino.Open(public, deal)
	}
	fmt.Println(bot.Choose(bot.Greedy, full.View(rules.Next(full.Turn())), 1), "for a seat that is not on turn")
	fmt.Println(bot.Check("psychic"))
	// Output:
	// domino.Play {0 6-6 }
	// domino.Play {1 6-5 R}
	// domino.Play {0 6-1 L}
	// domino.Play {1 5-5 R}
	// <nil> for a seat that is not on turn
	// bot "psychic" is unknown; there are random, greedy, heuristic
}

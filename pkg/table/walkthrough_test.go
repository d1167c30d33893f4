package table_test

import (
	"fmt"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
)

// A table is the fold of its commits: it is opened, two players sit down and
// say that they are ready, and the commit of the last one starts the match and
// hands the table to the dealer.
func Example() {
	var state table.State
	var log []table.Commit
	holder := func(key byte) table.Actor {
		return table.Actor{Kind: table.ActorKey, KeyHash: table.Hash{key}}
	}
	seated := func(seat domino.Seat) table.Actor {
		return table.Actor{Kind: table.ActorSeat, Seat: seat, Gen: state.Seats[seat].Gen}
	}
	send := func(actor table.Actor, command table.Command) {
		request := table.Request{Actor: actor, ID: table.CommandID{byte(len(log) + 1)}, Command: command, Now: 1000}
		events, err := table.Decide(state, nil, request)
		if err != nil {
			fmt.Println("refused:", err)
			return
		}
		commit := table.NewCommit(state, request, events, state.Phase.Owner())
		log, state = append(log, commit), commit.State
		for _, event := range events {
			fmt.Printf("%d %T by %s, now %s\n", commit.Version, event, commit.Writer, state.Phase)
		}
	}

	send(holder(1), table.OpenTable{ID: "0-aaaaaaaaaaaaaaaa", Preset: "classic.draw"})
	send(holder(1), table.Sit{Seat: 0, Player: "ana"})
	send(holder(2), table.Sit{Seat: 0, Player: "bo"})
	send(holder(2), table.Sit{Seat: domino.NoSeat, Player: "bo"})
	send(seated(0), table.Ready{})
	send(seated(1), table.Ready{})

	var again table.State
	for _, commit := range log {
		again = table.Apply(again, commit)
	}
	fmt.Println("folded again:", again.Version, again.Phase, again.Match.ID, again.Seats[0].Player, again.Seats[1].Player)
	// Output:
	// 1 table.TableOpened by lobby, now open
	// 2 table.SeatTaken by lobby, now open
	// refused: the seat is taken: seat "0"
	// 3 table.SeatTaken by lobby, now open
	// 4 table.PlayerReady by lobby, now open
	// 5 table.PlayerReady by lobby, now dealing
	// 5 table.MatchStarted by lobby, now dealing
	// folded again: 5 dealing 0-aaaaaaaaaaaaaaaa.1 ana bo
}

// What a table waits for besides people follows from its state alone.
func ExampleAgenda() {
	owner := table.Actor{Kind: table.ActorKey, KeyHash: table.Hash{1}}
	request := table.Request{Actor: owner, ID: table.CommandID{1}, Now: 1000, Command: table.OpenTable{
		ID: "0-aaaaaaaaaaaaaaaa", Preset: "latin.pairs", Options: table.Options{IdleLimit: 60_000},
	}}
	events, err := table.Decide(table.State{}, nil, request)
	if err != nil {
		fmt.Println(err)
		return
	}
	state := table.NewCommit(table.State{}, request, events, table.Lobby).State
	for _, due := range table.Agenda(state) {
		command, ok := due.Command()
		fmt.Printf("%s at %d: %s %T %t\n", due.Owner, due.At, due.Task, command, ok)
	}
	// Output:
	// lobby at 61000: close_idle table.Timeout true
}

// A retry of a command that was accepted is answered again, and appends nothing.
func ExampleDecide_retried() {
	owner := table.Actor{Kind: table.ActorKey, KeyHash: table.Hash{1}}
	request := table.Request{Actor: owner, ID: table.CommandID{1}, Now: 1000, Command: table.OpenTable{
		ID: "0-aaaaaaaaaaaaaaaa", Preset: "latin.pairs",
	}}
	events, _ := table.Decide(table.State{}, nil, request)
	state := table.NewCommit(table.State{}, request, events, table.Lobby).State

	events, err := table.Decide(state, nil, request)
	fmt.Println(len(events), err)
	_, err = table.Decide(state, nil, table.Request{
		Actor: owner, ID: table.CommandID{2}, Now: 2000, Command: table.Sit{Seat: 4, Player: "ana"},
	})
	fmt.Println(err)
	// Output:
	// 0 already answered at version 1
	// there is no such seat: seat "4", want "0 to 3"
}

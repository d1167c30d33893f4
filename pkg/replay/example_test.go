package replay_test

import (
	"encoding/binary"
	"fmt"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/domino/record"
	"tranca.example/pkg/replay"
	"tranca.example/pkg/table"
)

// The log of a table becomes the records of its rounds, which anybody can judge
// and verify. A round that still runs is not told.
func ExampleRounds() {
	log, err := oneRound()
	if err != nil {
		fmt.Println(err)
		return
	}
	for rec, err := range replay.Rounds(commits(log)) {
		if err != nil {
			fmt.Println(err)
			return
		}
		verdict, err := record.Judge(rec, record.Options{})
		fmt.Println(rec.ID, len(rec.Moves), "moves, right:", verdict.OK(), err)
		fmt.Println(verdict.Outcomes.End, verdict.Outcomes.Pips, "deal verifies:", record.Verify(rec) == nil)
	}
	for range replay.Rounds(commits(log[:len(log)-2])) {
		fmt.Println("never: the round still runs")
	}
	// Output:
	// 0-aaaaaaaaaaaaaaaa.1/1 29 moves, right: true <nil>
	// domino [10 2 15 0] deal verifies: true
}

// oneRound is the log of a table up to the score of its first round.
func oneRound() (log []table.Commit, err error) {
	var state table.State
	root := deal.Seed{1, 2, 3}
	send := func(actor table.Actor, command table.Command, hidden *table.Hidden) {
		request := table.Request{Actor: actor, Command: command, Now: 1000}
		binary.BigEndian.PutUint32(request.ID[:], uint32(len(log)+1))
		events, failed := table.Decide(state, hidden, request)
		if failed != nil {
			err = failed
			return
		}
		commit := table.NewCommit(state, request, events, state.Phase.Owner())
		log, state = append(log, commit), commit.State
	}
	owner := table.Actor{Kind: table.ActorKey, KeyHash: table.Hash{1}}
	send(owner, table.OpenTable{ID: "0-aaaaaaaaaaaaaaaa", Preset: "latin.pairs"}, nil)
	for seat := range domino.Seat(4) {
		send(table.Actor{Kind: table.ActorKey, KeyHash: table.Hash{byte(seat + 1)}}, table.Sit{Seat: seat, Player: fmt.Sprint("player", seat)}, nil)
	}
	for seat := range domino.Seat(4) {
		send(table.Actor{Kind: table.ActorSeat, Seat: seat, Gen: state.Seats[seat].Gen}, table.Ready{}, nil)
	}
	send(service(table.Dealer), table.CommitDeal{Tip: table.Hash(deal.Tip(root)), Entropy: "crypto"}, nil)
	plan, seed, failed := table.PlanRound(state, root)
	if failed != nil {
		return nil, failed
	}
	send(service(table.Dealer), plan, nil)
	for err == nil && state.Phase == table.PhasePlaying {
		var hidden *table.Hidden
		if hidden, err = table.OpenRound(state, seed); err != nil {
			return nil, err
		}
		turn := hidden.Full.Turn()
		actor := table.Actor{Kind: table.ActorSeat, Seat: turn, Gen: state.Seats[turn].Gen}
		switch c := hidden.Full.Default().(type) {
		case domino.Play:
			send(actor, table.Play{Tile: c.Tile, Spot: c.Spot}, hidden)
		case domino.Draw:
			send(actor, table.Draw{}, hidden)
		default:
			send(actor, table.Pass{}, hidden)
		}
	}
	send(service(table.Scoring), table.Score{}, nil)
	return log, err
}

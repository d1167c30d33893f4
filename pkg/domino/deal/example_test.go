package deal_test

import (
	"fmt"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
)

// The dealer binds himself to every round of a match with one hash, and to a
// round with another; after the round anybody recomputes it.
func Example() {
	root := deal.Seed{1, 2, 3} // from a random source, and secret
	tip := deal.Tip(root)      // published when the match starts
	fmt.Println("tip   ", tip.String()[:16])

	seed, _ := deal.RoundSeed(root, 1) // secret until round 1 is over
	params := deal.Params{
		MatchID: "0-table.1", Round: 1, MaxPip: 6, Players: 2, HandSize: 7, Opening: deal.NoOpening,
		Clients: [][]byte{[]byte("sixteen bytes 00"), nil},
	}
	commit, _ := params.Commit(seed) // published with the round
	fmt.Println("commit", commit.String()[:16])
	order, _ := params.Order(seed)
	fmt.Println("seat 0", order[:7])

	claim := deal.Claim{
		Params: params, Seed: seed, Commit: commit, Tip: &tip,
		Hands:    []domino.Set{domino.SetOf(order[:7]...), domino.SetOf(order[7:14]...)},
		Boneyard: order[14:],
	}
	fmt.Println("verified:", deal.Verify(claim))

	claim.Hands[0], claim.Hands[1] = claim.Hands[1], claim.Hands[0]
	err := deal.Verify(claim)
	fmt.Println(err)
	// Output:
	// tip    d015ed3a9296b1ce
	// commit 6a2b769292645e28
	// seat 0 [4-3 6-5 3-0 6-0 5-2 3-2 6-2]
	// verified: <nil>
	// verify deal: hand differs from the deal (seat 0): want "3-0 3-2 4-3 5-2 6-0 6-2 6-5", got "1-1 2-0 2-2 4-2 4-4 6-1 6-6"
}

// A seed refuses to be printed or logged; only Hex, which is asked for by name,
// tells it.
func ExampleSeed() {
	seed := deal.Seed{0xc0, 0xff, 0xee}
	fmt.Printf("%v %x %+v\n", seed, seed, struct{ Seed deal.Seed }{seed})
	fmt.Println(seed.Hex()[:6])
	// Output:
	// seed(withheld) seed(withheld) {Seed:seed(withheld)}
	// c0ffee
}

// A player who wants a say in the deal commits to bytes of his own before the
// dealer does, and shows them afterwards.
func ExampleClientCommit() {
	mine := []byte("sixteen bytes 01")
	commit, err := deal.ClientCommit("0-table.1", 1, mine)
	fmt.Println(commit.String()[:16], err)
	_, err = deal.ClientCommit("0-table.1", 1, make([]byte, 256))
	fmt.Println(err)
	// Output:
	// d20d199d08ef9f0a <nil>
	// client commit of seat 1, 256 bytes: want a seat, at most 255 bytes: deal parameters out of range
}

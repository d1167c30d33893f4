// Package deal is domino-deal/1: a deal that anybody can recompute.
//
// It owns the bytes of the protocol: the server's commit, the clients'
// commits, the hash chain that fixes every round's seed when the match starts,
// the order of the tiles, the lot, and the check of a revealed deal.
//
// It never draws a random number: whoever deals brings the root. It never
// stores, sends or logs anything, and a Seed refuses to be printed by accident.
//
// The usual way, for the dealer:
//
//	tip := deal.Tip(root)                      // published when the match starts
//	seed, err := deal.RoundSeed(root, round)   // secret until the round ends
//	p := deal.Params{MatchID: id, Round: round, …}
//	commit, err := p.Commit(seed)              // published with the round
//	order, err := p.Order(seed)                // seat s holds order[s·h : (s+1)·h]
//
// and for everybody else, after the round, Verify.
package deal

// Package simulate plays whole matches against a server as its players would:
// every seat opens, sits, reveals and moves through the public interface.
//
// It owns the players: their keys, ids, client seeds and choices are all
// functions of one seed, the match's ordinal, the seat and the move, so that the
// same seed gives the same matches whatever the concurrency, as far as the
// server's deals come from that seed too. It survives a server that goes away
// and comes back: a command keeps its id until it is answered.
//
// It never reads the log and knows nothing that a player does not.
package simulate

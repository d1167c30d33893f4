// Package record reads, writes and judges game records: one JSON object a line,
// one round an object.
//
// It owns the format: the premises of a round (rule set, hands, boneyard, what
// the match brought), its moves, and its outcomes. Judge replays the moves
// through the engine, recomputes every outcome and compares those that the
// record states; Verify recomputes the deal that a record may carry.
//
// It never decides what is legal or what a round is worth: package domino does.
// It reads and writes only what its callers hand to it.
//
// Moves are "3 6-4 R" (seat, tile, side), "3 6-4 n5" (attached to node 5 of a
// tree, be it of chickie or under spinner=opening_double), "1 + 5-2" (a draw) and "1 pass". The opener names no side, nor need a
// tile that fits one end only; on equal ends no side means R (E-01, E-02). Two
// more are written for rounds that were not played out: "1 forfeit" and "void".
package record

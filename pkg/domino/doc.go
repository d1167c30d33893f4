// Package domino judges one round of dominoes: tiles, boards, rule sets as
// data, legal moves, and the pure pair Decide and Evolve.
//
// It owns what the rules say. It never reads a clock, draws a random number,
// does I/O or knows who sits at the table: package table does that around it.
package domino

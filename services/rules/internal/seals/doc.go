// Package seals opens running rounds: it finds the seed of a round, checks it
// against the log and remembers the deal that follows from it.
//
// It owns the memory of opened rounds and the list of rounds that it could not
// open. It never shows what it knows to anybody but its caller, and it never
// accepts a seed that does not hash to the round's commit and the match's chain.
package seals

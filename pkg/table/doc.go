// Package table is the pure aggregate around a round of dominoes: phases and
// who owns them, seats and their holders, token generations, readiness,
// deadlines, totals, the deal's hash chain and the command ids that were
// answered.
//
// Decide turns a command into events, Evolve folds an event into the state,
// Apply folds a whole commit, and Agenda says what a table waits for. The
// package never reads a clock (times are handed in), draws a random number,
// does I/O, or knows how commits are stored or encoded. A State holds only
// what the log tells: hands exist in domino.Full alone.
package table

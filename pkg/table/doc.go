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
//
// # Clocks
//
// A turn has a limit (TurnLimit, FirstMove for the first turn of a round) and
// after it the time bank of its seat, a reserve for the match that grows by
// Increment with every turn that the seat ends itself. Clocks are Options, not
// knobs: no rule of the game depends on them. LimitEnd and Deadline are facts of
// the event that begins a turn; a Timeout opens the bank at LimitEnd and acts for
// the seat at Deadline. A bank is charged by the event that ends the turn.
//
// Time is charged only where we were there to end the turn: what is handled
// later than LateAfter grants a fresh limit and leaves the bank alone, once a
// turn, and what a command waited inside our system (Request.Arrived) is free.
// Each of these is decided once and stored, so that replay gives the same. An
// outage that lies wholly within a bank is not known from the log: a seat that
// thinks through it pays, as it could think; one that tries to move pays until
// its last try arrived.
package table

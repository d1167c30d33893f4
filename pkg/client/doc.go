// Package client speaks to a Tranca server: it opens tables, takes seats and
// plays, over HTTP or inside one process.
//
// It owns what every client must get right: the headers that carry keys and
// tokens, one id for all tries of a command, when to try again and for how long,
// how a stream goes on where it broke, and refusals as typed errors. It never invents an answer: a command whose
// outcome is unknown at the deadline is an error, and may be sent again with the
// same id.
//
// It keeps no state but what a seat needs, and knows no rule of the game.
package client

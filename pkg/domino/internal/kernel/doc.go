// Package kernel plays whole rounds of two fixed games as fast as plain Go
// allows: four seats of seven tiles that pass, and two seats of seven that
// draw. It is the floor that benchmarks measure the rule engine against, and
// an independent second opinion on it.
//
// It owns its few tables and no rule set. It never serves a game.
package kernel

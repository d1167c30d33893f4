// Package tablehost is what the owners of phases (lobby, dealer, rules,
// scoring) do alike: authenticate an actor, run a command through the one write
// path, answer it, wake whoever comes next, and react to what a table waits for.
//
// It owns the order load, decide, encode, append, answer, wake. It never
// decides anything itself (package table does), never writes a projection, and
// never lets a state out that is not in the log.
package tablehost

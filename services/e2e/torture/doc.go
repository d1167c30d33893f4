// Package torture breaks everything that can break under tables that are played,
// and has the log checked afterwards (package checker).
//
// It owns the plan of faults, which is a function of a seed, and its execution:
// programs are killed, stopped in the middle of whatever they do, and restarted in
// turn; the network between services, NATS and Redis is slow, cut or reset; leaders
// step down; Redis forgets everything. Players are programs of their own that note
// what they were told; viewers follow some tables.
//
// A seed gives the same faults at the same moments. What they hit does not repeat
// to the millisecond, so a seed that found something is worth some runs.
package torture

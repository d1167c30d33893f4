// Package replica is what every replica of every service starts from: its
// connection, name, keys, clock, randomness, telemetry and projections, and the
// units that every owner of a phase runs.
//
// It owns the composition that services share, so that one process with all of
// them and one process for each are the same code. It never reads a flag or the
// environment, and it decides nothing about tables.
package replica

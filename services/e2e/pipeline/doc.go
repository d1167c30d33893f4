// Package pipeline measures the whole platform beside what the broker alone does,
// in one run and on the same servers, and writes one table of it, as text, as JSON
// and as plots.
//
// It owns the choice of what is measured and how figures become a report: floors,
// moves over NATS and over HTTP with viewers, the least that a bare prototype of the
// same shape does there, what both cost the servers, how far projections and viewers
// lag, how fast projections are built anew, how long tables stand still when a replica
// is killed, and what a table costs in memory. Servers and services are processes of
// their own, so that their processor time is told apart from that of who plays.
//
// It judges nothing but whether a target was reached, and says so; no run fails
// because a machine is slow.
package pipeline

// Package load plays at tables as fast as they go and measures what that costs.
//
// It owns scripts (matches that are known before they are played, because their
// deals come from a seed, so that a player asks for no view), players that send
// a script's commands over NATS as the gateway does or over HTTP to a gateway,
// viewers of live streams, logs that are filled with scripts, the floors that moves
// are compared with, and the counting of time, processor time and allocations. It
// judges nothing: a command that is not accepted at its version is an error.
package load

// Package faults makes a log misbehave the way a cluster of brokers does.
//
// It owns the list of faults that the command path must survive: slow answers,
// conflicts out of nothing, and appends of unknown outcome that landed, never
// land, or land later. It never makes a leader read stale and never loses an
// acknowledged commit, because the real log does not either.
package faults

// Package subject is the one place where NATS subjects and stream names are
// made and parsed.
//
// It owns the identifiers that stand inside subjects (shards, table ids,
// tokens, services) and never connects to anything. No other package builds a
// subject by hand, so that a change of the layout is a change of this package.
package subject

// Package eventlog is the log of tables: the only truth about them.
//
// It owns the one write path (Execute), the rule of who may append (Baton) and
// the small interfaces that the implementations memory and jetstream satisfy
// under one suite, contract. Bodies are opaque bytes here: this package never
// looks into one, never logs one and never puts one into an error. Every append
// names the commit that it follows; there is no append without that expectation
// and no other fence. Deduplication by message id is never used: it works per
// stream, and an id seen on another table would swallow a commit.
package eventlog

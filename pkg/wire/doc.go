// Package wire is the one mapping between the domain (table, domino) and the
// contracts (proto/gen): commits as they lie in the log, requests and replies
// between services, and the views that clients see.
//
// It owns what is left out on the way: a view never holds a key hash, a command
// id or a tile that is not public. A stored round is its premises and steps;
// decoding folds them again. Encoding is deterministic: equal values give equal
// bytes. An empty slice or map is decoded as nil.
//
// Decoding never trusts: whatever the bytes are, it gives a value whose seats,
// tiles and sizes are in bounds, or a *Malformed. It judges no rule and knows
// no transport.
package wire

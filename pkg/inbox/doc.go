// Package inbox asks questions over NATS and waits for one answer to each.
//
// It owns one subscription for the answers of a connection, and what the client
// library's own requests do not have: a question costs no context and no timer of
// its own. It asks once; whether to ask again is the caller's to know.
package inbox

// Package jetstream is the event log on NATS JetStream.
//
// It owns how a commit becomes a message and back, the reading of the broker's
// verdicts, and leader reads. It never creates or changes a stream, never uses
// the broker's deduplication by message id, and never decides on a direct get:
// a replica may answer one from the past, and the client library turns to them
// by itself on a stream that allows them. So reads for decisions ask the leader
// with a request of their own.
package jetstream

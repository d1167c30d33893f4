// Package natsrpc owns request and reply between the services, and the wakes
// that one service sends another.
//
// A Server takes requests on its replica's own subject and, in a queue group, on
// the subject of all replicas. A Client asks the replica that a table prefers
// (rendezvous hashing over the replicas whose heartbeats a Directory hears), and
// falls back to any. Requests carry the caller's deadline and trace context; a
// replica drops a request whose deadline has passed. The answer is bytes or a
// rejection (package rpcerr) in headers.
//
// Services of one process may share a Local: requests and wakes for a service in it
// go to that service's workers without the broker, as long as it takes them. Checks,
// limits, refusals, metrics and traces are the same, and neither side can tell; only
// the broker's rights are not asked, which rest on the services that run apart. A
// service that hangs or stops is asked for through the broker.
//
// A request may be handled more than once: after a time-out the client asks
// again, and the first attempt may still have worked. Handlers must know a
// command by its id.
//
// Wakes only wake: they may be lost, doubled or late. Each table is handled by
// one goroutine at a time, and what arrives meanwhile becomes one more run.
//
// What it never does: it stores nothing, routes by no phase (the caller follows
// a wrong_phase refusal) and looks into no body.
package natsrpc

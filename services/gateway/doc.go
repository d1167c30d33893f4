// Package gateway is the door for clients: the services of tranca.api.v1, for
// players and for operators, over Connect, gRPC and gRPC-Web, and live streams about
// tables and their list, as server-sent events and over gRPC, on one port; with
// reflection and health.
//
// It owns limits, deadlines, what a client sees of an error, and the fan-out of
// live streams. It keeps no state that matters: any gateway serves any client.
//
// It verifies the tokens of issuers, where players have to show those: the owner
// of a command gets a key that follows from the person and that nobody else knows,
// and of a referee or an operator a statement that is signed.
//
// It never judges, never makes or checks a seat token, and never appends to a
// log. What it sends to a service it builds itself; no header of a client gets
// through. A hand is asked for with the token of its seat and goes to the stream
// of that token alone.
package gateway

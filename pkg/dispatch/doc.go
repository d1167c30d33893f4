// Package dispatch brings a request to the service that may answer it: by the
// kind of the command where only one phase takes it, else by the phase that the
// table was last seen in, following the owner that a refusal names.
//
// It owns that choice alone. It never decides a command, and it never changes a
// command's id: a request that is sent again is the same request.
package dispatch

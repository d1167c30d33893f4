// Package memory is the event log in the memory of one process.
//
// It owns a complete implementation of eventlog.Log that passes the same
// contract as the real one, for tests and simulations. It never writes to disk.
package memory

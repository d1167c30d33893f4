// Package memory keeps projections in the memory of the process.
//
// It owns the rows and nothing else: after a restart it is empty, and the
// projector fills it again from the first commit. Any number of goroutines may
// use it.
package memory

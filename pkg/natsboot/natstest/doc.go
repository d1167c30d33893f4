// Package natstest runs the real embedded server in tests.
//
// It owns the start of a server with streams in a directory of the test, and
// its end. It never fakes anything.
package natstest

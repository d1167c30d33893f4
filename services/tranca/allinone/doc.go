// Package allinone runs every service in one process: the very same packages
// that also run apart, over an embedded NATS server or one elsewhere.
//
// It owns the composition: which service gets which connection, where secrets
// are kept, and when all of it is ready. It decides nothing about tables and
// knows no flag. Start is also what tests and simulations use.
//
// An embedded server's appends survive kill -9 of the process, not a power cut.
package allinone

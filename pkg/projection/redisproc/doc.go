// Package redisproc starts real redis-servers for tests: one alone, one with a
// replica under a sentinel, or a cluster.
//
// It owns the processes from their start on free loopback ports to their end with
// the test; meanwhile they may be killed, stopped and started again. Nothing is
// persisted: a server that is started again is empty. It never skips a test: where
// redis-server is missing the test fails and says how to install it.
package redisproc

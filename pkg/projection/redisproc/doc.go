// Package redisproc starts a real redis-server for a test.
//
// It owns the process from its start on a free loopback port to its end with the
// test. It never skips a test: where redis-server is missing the test fails and
// says how to install it.
package redisproc

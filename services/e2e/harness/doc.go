// Package harness runs the real programs for the end-to-end tests: it builds
// them, gives each its ports, secrets and data, kills, pauses and restarts them
// by process id, and reads the log as an administrator would. Services run as one
// process, as one process each or as several replicas each, on one NATS server or
// on a cluster of three.
//
// It owns processes and their files, all of which end with the test that made
// them. It never looks into a program: what tests know of one comes through its
// doors.
package harness

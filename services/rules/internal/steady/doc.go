// Package steady tells whether a replica has been at work for a while without a
// gap: since it started, stood still or lost the broker.
//
// It owns the beats of one process and nothing else; what may not be done yet is
// its caller's to know. It never looks at a table.
package steady

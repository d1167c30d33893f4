// Package results keeps one row for every match that ended and adds them up to
// a ladder. It owns the projection "results"; it never writes the log.
package results

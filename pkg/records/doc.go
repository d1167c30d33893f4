// Package records keeps small records in JetStream, one subject each: the last
// message of a subject is the record's present value.
//
// It owns the two operations that such records need: a read that asks the
// stream's leader (a direct get may answer from the past), and a write that
// names the sequence it replaces, so that of two writers one loses and knows.
//
// It never creates a stream, never writes without an expectation, and never
// looks into a value.
package records

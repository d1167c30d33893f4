// Package checker judges a log after the fact, as somebody would who trusts no
// service: it reads the streams as an administrator, decodes headers and bodies
// by itself, and compares what it finds with what players say they were told and
// with what projections hold.
//
// It owns the verdicts: one for each rule that must hold whatever broke. Records
// are judged by package domino, which is the rule book; nothing else of the
// product's code has a part in a verdict, so that a fault of that code is not a
// fault of the judgement too. The test of the layers keeps it so.
//
// It never writes: not to a stream, not to a projection.
package checker

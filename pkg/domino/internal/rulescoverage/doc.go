// Package rulescoverage tells which rules have a test that carries their id.
//
// It owns the catalogue of ids (rules.tsv) and the reading of test names. An id
// counts where a failing run would print it: in the name of a test or fuzzer,
// or in the name of a case. It never runs a test, and a comment counts nothing.
package rulescoverage

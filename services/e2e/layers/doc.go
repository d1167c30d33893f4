// Package layers holds the tests of the repository's shape: which package may
// import which, how long a file may be, and what no file may contain.
//
// It owns no product code and never builds anything: it reads the sources. The
// linter checks most of this too, but a linter can be left out and a test not.
package layers

// Command rulescoverage reads the tests below the folders that it is given and
// fails when a rule has no test that carries its id. It owns nothing but its
// exit status: 0 all covered, 1 some missing, 2 unusable input.
package main

// Package keyfile keeps secrets in files that only their owner may read.
//
// It owns the forms: one random secret in hexadecimal, and one JSON object with
// the passwords of NATS users. It never prints a secret, and never replaces one
// that exists.
package keyfile

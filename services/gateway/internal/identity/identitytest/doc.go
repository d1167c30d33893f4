// Package identitytest is an issuer of tokens for tests: it publishes its keys on
// a loopback address, can change them, and can be away.
//
// It never checks whom it issues a token to.
package identitytest

// Package devissuer is an issuer of tokens for development: it publishes a key and
// hands anybody a token of any name and role.
//
// It owns what keeps it from being left on where people play: it listens on a
// loopback address or not at all, answers nobody who calls it by another name, its
// key lives as long as the process, and its tokens live for minutes.
//
// It never checks whom it issues a token to, and keeps nothing.
package devissuer

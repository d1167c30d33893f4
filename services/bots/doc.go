// Package bots is the service that plays for seats without a person: those that
// a table was given, and those that somebody left.
//
// It owns the pace of bots and the choice of a policy. It knows of a table only
// what a player in that seat may know, and it sends the same commands as people;
// it never appends to the log and reads no secret.
package bots

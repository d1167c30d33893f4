// Package gamestream moves messages between a game stream and an archive.
//
// It owns how messages are read byte by byte (one request each, many at once,
// from the stream's leader), how far an archive may go and what it must not
// miss, and how a stream is made again with the same sequences.
//
// Reading needs the rights of the user observer: no consumer is made. It never
// touches a stream that holds a message, except to read it.
package gamestream

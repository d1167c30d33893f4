// Package deadletter keeps the messages that a consumer gave up on, until
// somebody has decided what becomes of each.
//
// The server only tells that a consumer gave up, in an advisory that names a
// sequence; the message itself goes when its stream forgets it. A Copier follows
// the advisories and puts a Letter for each into a stream of its own: the message
// with its coordinates and the reason. A letter is written once, however often
// and from wherever its advisory is read, because it expects that its subject is
// empty. A Box reads letters, and writes beside one what was decided: to let the
// message be handled once more (Retry), or to leave it (Drop).
//
// It never writes to a log of games, it deletes nothing, and it copies no message
// from a stream that holds secrets.
package deadletter

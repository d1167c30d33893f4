// Package live streams tables, and the list of tables, to clients, as server-sent
// events and as messages of gRPC.
//
// It owns the fan-out: one subscription for a table while anybody watches it,
// every version once and in order, gaps filled from the log, cursors to resume
// by, and who counts as present at a seat. A push that was lost is found within
// one poll.
//
// A stream has topics. A table begins with the event "table" (what everybody
// sees), goes on with one "update" for each commit, and for the holder of a seat
// has a "seat" (what that holder sees) whenever the hand changed or the turn came.
// A "seat" may be of a later version than the update before it. The list of
// tables begins with a "lobby" that has all of it and goes on with what changed;
// the lobby is asked for it while anybody follows it, for all of them together.
// "end" is the last event of a topic, where coming back is of no use. "table",
// "update" and "lobby" have an id, which is the position in every topic.
//
// An "emote" is a word that the holder of a seat says. Gateways tell it each other over
// the broker, this one included, and count it; it is in no log, has no id, and whoever
// is busy reading misses it.
//
// The holder of a seat has one stream: gateways tell each other when one is opened,
// and the older one ends. What is told is lost at most, as pushes may be; then the
// older stream goes on until its connection breaks.
//
// A topic has news in a place of its own and rings the bell of its stream, whose
// goroutine tells the news of all.
//
// Over HTTP/1.1 a stream of one table that everybody may see takes its connection over from the
// HTTP server, and the feed of its table writes each update to it as a chunk that all
// of them share. A client that does not take one at once has a goroutine until it does.
//
// A match may be shown later to whoever has no seat. The veil of a feed alone decides
// which commit that is: streams, their snapshots and what they missed, and those who
// ask for a table or its records, all get it from the feed.
//
// A token comes in the header alone, never in a URL. Browsers' EventSource sets
// no header: their pages read the stream with fetch.
//
// It never computes a hand and keeps none: it asks rules with the seat's token
// and passes the answer on to the stream that showed the token.
package live

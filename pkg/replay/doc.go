// Package replay turns a table's log into game records: commits into rounds,
// rounds into what package record writes.
//
// It owns which rounds are told: those that are over, scored and revealed. A
// running round, one that waits for its score, and one whose deal was lost are
// left out, because a record tells every tile.
//
// It never decides what a round was worth: the log says so. It reads no log by
// itself and writes no file.
package replay

// Package tail lets all followers of a shard in one process share one
// subscription to the log.
//
// It owns a window of the newest commits of each shard that somebody follows. A
// follower that is behind the window reads the log by itself until it gets there.
// It keeps the contract of eventlog.Follower but for one thing: a commit may come
// a moment (Linger) later, together with others.
//
// What the process appends itself it may tell the tail (Appended). When that has
// been all there was for a while, the tail reads the log no more: it only looks
// whether somebody else has appended too. Such a commit has no Stored.
//
// It never skips a commit, and it follows nothing while nobody follows it.
package tail

// Package redis keeps projections in Redis: a single server, Sentinel or a
// cluster, from version 7.0.
//
// It owns four keys per projection and shard, all in one hash slot
// ({tranca:<projection>:<shard>} is the tag): the checkpoint, the rows, one
// sorted set with the entries of all lists, and the places of each row. A batch
// is one Lua script that compares the checkpoint first and moves it last, so a
// script that dies half-way is simply applied again.
//
// What it never does: it expires nothing and trusts nothing to stay. Whoever
// flushes Redis costs a rebuild, no data.
package redis

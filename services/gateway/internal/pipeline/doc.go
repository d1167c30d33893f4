// Package pipeline tells operators once a second how the service does: rates and
// times of commands, what flows to streams, who is there. All of it is counted
// anyhow, and none of it names a table or a player. While nobody watches it does
// nothing.
package pipeline

// Package rules owns the playing phase: it judges every play, draw, pass and
// time-out, and shows each seat its own hand.
//
// It owns three things besides. The opener joins a running round with its seed
// and trusts only a seed that hashes to what the log says. The timekeeper sees
// to it that deadlines of all phases are acted on in time. The sweep looks for
// tables that wait too long for a service and wakes it again, so that no lost
// wake, timer or message stops a table.
//
// It never deals, never scores, and never lets a hidden tile or a seed into an
// answer, a log line or a projection before the round is over.
package rules

// Package doctor finds out what is wrong with a cluster that runs.
//
// It owns what is looked at (Look, through doors such as a NATS connection of the
// user doctor, the monitors of NATS servers and Redis) and, apart from that, the
// judgement of what was seen (Judge), which is a pure function. It reads states
// and sequences and never a message, and it changes nothing.
package doctor

// Package timekeeper sees to it that what a table waits for at a moment happens
// at that moment: it keeps at most one pending schedule per table in JetStream,
// and looks at the table again when it fires.
//
// It owns the schedules and nothing else: what is due is a pure function of the
// last commit, so a schedule may be lost, late or fire twice. It never acts
// itself; it wakes the owner, and keeps a firing until the table has moved on.
package timekeeper

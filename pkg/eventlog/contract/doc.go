// Package contract is what every event log must do, as tests.
//
// It owns the one suite that runs on memory and on jetstream alike, with faults
// and without; an implementation that passes can stand behind every service. It
// never reaches behind the interface.
package contract

// Package proto holds the contracts and what describes them for clients. Their Go
// code is in the packages below gen.
//
// It owns the embedded description of the calls. It never serves it, and holds no
// type of a contract itself.
package proto

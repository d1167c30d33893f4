// Command gateway runs one replica of the gateway as a process of its own.
//
// It owns the settings of that process. Everything else is in package gateway.
package main

package allinone

import (
	"errors"
	"fmt"
	"syscall"
)

// PortError says that one of the ports is taken or cannot be bound.
type PortError struct {
	Port    string // which one: "http" or "admin"
	Address string
	Err     error
}

// Error names the address and whether somebody else has it.
func (e *PortError) Error() string {
	if errors.Is(e.Err, syscall.EADDRINUSE) {
		return fmt.Sprintf("%s port: %s is in use by another process", e.Port, e.Address)
	}
	return fmt.Sprintf("%s port: cannot listen on %s: %v", e.Port, e.Address, e.Err)
}

// Unwrap returns the cause.
func (e *PortError) Unwrap() error { return e.Err }

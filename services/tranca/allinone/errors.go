package allinone

import (
	"errors"
	"fmt"
	"net"
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
	cause := e.Err
	if listen, ok := errors.AsType[*net.OpError](cause); ok {
		cause = listen.Err // the rest repeats the address
	}
	return fmt.Sprintf("%s port: cannot listen on %s: %v", e.Port, e.Address, cause)
}

// Unwrap returns the cause.
func (e *PortError) Unwrap() error { return e.Err }

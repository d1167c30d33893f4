package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

// UsageError says that a program cannot be run as it was called: with the same
// settings it fails however often it is started.
type UsageError struct{ Err error }

// Error is the text of the cause.
func (e *UsageError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *UsageError) Unwrap() error { return e.Err }

// Main runs a program until it returns or SIGINT or SIGTERM asks it to stop, and
// exits. A second signal kills it at once.
func Main(run func(ctx context.Context) error) {
	os.Exit(Exit(context.Background(), os.Stderr, run))
}

// Exit is Main without the end of the process: it returns the exit code, 0, 1 after
// an error or 2 after a *UsageError, and writes an error to stderr.
func Exit(ctx context.Context, stderr io.Writer, run func(ctx context.Context) error) int {
	ctx, restore := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer restore()
	context.AfterFunc(ctx, restore) // from now on a signal kills, as it does by default
	err := run(ctx)
	if err == nil {
		return 0
	}
	fmt.Fprintln(stderr, "error:", OneLine(err))
	if _, usage := errors.AsType[*UsageError](err); usage {
		return 2
	}
	return 1
}

// OneLine is the text of an error, the lines of joined ones behind each other.
func OneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }

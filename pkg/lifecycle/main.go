package lifecycle

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

// Main runs a program until it returns or SIGINT or SIGTERM asks it to stop, and
// exits. A second signal kills it at once.
func Main(run func(ctx context.Context) error) {
	os.Exit(Exit(context.Background(), os.Stderr, run))
}

// Exit is Main without the end of the process: it returns the exit code, 0 or 1,
// and writes an error as one line to stderr.
func Exit(ctx context.Context, stderr io.Writer, run func(ctx context.Context) error) int {
	ctx, restore := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer restore()
	context.AfterFunc(ctx, restore) // from now on a signal kills, as it does by default
	if err := run(ctx); err != nil {
		fmt.Fprintln(stderr, "error:", err)
		return 1
	}
	return 0
}

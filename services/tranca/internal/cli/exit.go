package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"tranca.example/pkg/lifecycle"
)

// The exit codes of every command.
const (
	exitOK       = 0
	exitWrong    = 1 // it failed, or a check found something wrong
	exitUnusable = 2 // the call or its input cannot be used
)

// exit is an error with the code that it ends the process with. A nil err was
// told already.
type exit struct {
	code int
	err  error
}

// Error is the text of the cause, or the code where that was told already.
func (e *exit) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

// Unwrap is the cause.
func (e *exit) Unwrap() error { return e.err }

// unusable blames the call.
func unusable(format string, args ...any) error {
	return &exit{exitUnusable, fmt.Errorf(format, args...)}
}

// ended ends the process with a code after everything was said.
func ended(code int) error {
	if code == exitOK {
		return nil
	}
	return &exit{code: code}
}

// unlessAsked forgives an error of a command that was asked to stop.
func unlessAsked(ctx context.Context, err error) error {
	if ctx.Err() == nil {
		return err
	}
	return nil
}

// runs makes a RunE: an error without a code of its own is a failure.
func runs(run func(cmd *cobra.Command, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		err := run(cmd, args)
		if err == nil {
			return nil
		}
		if _, coded := errors.AsType[*exit](err); coded {
			return err
		}
		return &exit{exitWrong, err}
	}
}

// report tells an error and returns the exit code. What cobra itself complains
// about is the caller's mistake.
func report(stderr io.Writer, cmd *cobra.Command, err error) int {
	if err == nil {
		return exitOK
	}
	e, coded := errors.AsType[*exit](err)
	if !coded {
		fmt.Fprintf(stderr, "error: %v\nsee '%s --help'\n", err, cmd.CommandPath())
		return exitUnusable
	}
	if e.err != nil {
		fmt.Fprintln(stderr, "error:", lifecycle.OneLine(err))
	}
	return e.code
}

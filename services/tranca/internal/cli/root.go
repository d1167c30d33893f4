package cli

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"
)

// World is what a command may use of the process.
type World struct {
	Program        string // as it was called, for the commands that it suggests
	Version        string
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(name string) (string, bool)
	Now            func() time.Time
	Random         io.Reader // cryptographic
}

const rootHelp = `Tranca is an open domino server.

'tranca up' runs everything in one process; the other commands are the tools
around it. Commands that read a running server take --server or --nats.

Exit codes: 0 all right; 1 it failed, or a check found something wrong; 2 the
call or its input cannot be used.`

// commands lists every command of the program.
func commands(w World) []*cobra.Command {
	return []*cobra.Command{
		newUpCmd(w),
		newAdjudicateCmd(w),
		newVerifyCmd(w),
		newReplayCmd(w),
		newEventsCmd(w),
		newRulesCmd(w),
		newArchiveCmd(w),
		newDLQCmd(w),
		newStreamsCmd(w),
		newDoctorCmd(w),
		newNATSConfigCmd(w),
		newSimulateCmd(w),
		newDevIssuerCmd(w),
		newVersionCmd(w),
	}
}

// Main runs one command until it is done or a signal asks it to stop, and
// returns the exit code. A second signal kills the process.
func Main(w World, args []string) int {
	ctx, restore := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer restore()
	context.AfterFunc(ctx, restore)
	return Run(ctx, w, args)
}

// Run is Main without the signals.
func Run(ctx context.Context, w World, args []string) int {
	root := newRoot(w)
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	return report(w.Stderr, cmd, err)
}

func newRoot(w World) *cobra.Command {
	root := &cobra.Command{
		Use: "tranca", Short: "An open domino server", Long: rootHelp,
		SilenceErrors: true, SilenceUsage: true,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(w.Stdin)
	root.SetOut(w.Stdout)
	root.SetErr(w.Stderr)
	root.AddCommand(commands(w)...)
	strict(root)
	return root
}

// group makes a command that only holds others.
func group(use, short string, subcommands ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use: use, Short: short, Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(subcommands...)
	return cmd
}

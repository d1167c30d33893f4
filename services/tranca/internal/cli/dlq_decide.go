package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"tranca.example/pkg/deadletter"
	"tranca.example/pkg/subject"
)

const dlqRetryHelp = `Have messages handled once more, and note it. A firing of a timer is published
again to its subject. Nothing is ever put into a log of games: what reads one goes
on by itself once it can take the commit, and a letter about it is to be dropped.

Exit codes: 0 all are retried; 1 one is not; 2 the call cannot be used.`

const dlqDropHelp = `Leave messages for good, with a reason that is kept beside the copy and told in
the log of rules. A table does not depend on the message: the sweep finds every
table that waits too long.

Exit codes: 0 all are dropped; 1 one is not; 2 the call cannot be used.`

// decide does one of the two to a letter.
type decide func(box *deadletter.Box, ctx context.Context, id subject.PoisonID, d deadletter.Decision) (deadletter.Letter, error)

func newDLQRetryCmd(w World) *cobra.Command {
	var at post
	cmd := &cobra.Command{
		Use: "retry ID...", Short: "Have messages handled once more", Long: dlqRetryHelp,
		Example: "  tranca dlq retry TIMERS.timekeeper.42 --nats nats://127.0.0.1:4222 --nats-passwords passwords.json",
		Args:    cobra.ArbitraryArgs,
		RunE: runs(func(cmd *cobra.Command, args []string) error {
			return w.decide(cmd.Context(), &at, args, "", (*deadletter.Box).Retry)
		}),
	}
	at.bind(cmd)
	return cmd
}

func newDLQDropCmd(w World) *cobra.Command {
	var at post
	var reason string
	cmd := &cobra.Command{
		Use: "drop ID... --reason TEXT", Short: "Leave messages for good", Long: dlqDropHelp,
		Example: "  tranca dlq drop TIMERS.timekeeper.42 --reason 'the table is closed' --data ./data",
		Args:    cobra.ArbitraryArgs,
		RunE: runs(func(cmd *cobra.Command, args []string) error {
			if err := needFlag("reason", reason); err != nil {
				return err
			}
			return w.decide(cmd.Context(), &at, args, reason, (*deadletter.Box).Drop)
		}),
	}
	at.bind(cmd)
	cmd.Flags().StringVar(&reason, "reason", "", "why, for whoever asks later")
	return cmd
}

// decide decides about all; one that fails does not stop the others.
func (w World) decide(ctx context.Context, at *post, args []string, why string, do decide) error {
	ids, err := letterIDs(args)
	if err != nil {
		return err
	}
	box, done, err := at.open(ctx, w)
	if err != nil {
		return err
	}
	defer done.Close() //nolint:errcheck // it cannot fail
	var all []error
	for _, id := range ids {
		l, err := do(box, ctx, id, deadletter.Decision{By: w.user(), Why: why, At: w.Now()})
		if errors.Is(err, deadletter.ErrWords) {
			return unusable("--reason: %w", err)
		}
		if all = append(all, err); err == nil {
			fmt.Fprintf(w.Stdout, "%s  %s\n", l.ID, l.State)
		}
	}
	if err := errors.Join(all...); err != nil {
		w.complain(err)
		return ended(exitWrong)
	}
	return nil
}

// user is who calls, as far as the environment tells.
func (w World) user() string {
	if name, set := w.Getenv("USER"); set && name != "" {
		return name
	}
	return "unknown"
}

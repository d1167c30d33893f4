package cli

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"tranca.example/pkg/deadletter"
)

func newDLQListCmd(w World) *cobra.Command {
	var from post
	var all, asJSON bool
	cmd := &cobra.Command{
		Use: "list", Short: "List the messages that wait for a decision",
		Example: "  tranca dlq list --nats nats://127.0.0.1:4222 --nats-passwords passwords.json",
		Args:    cobra.NoArgs,
		RunE: runs(func(cmd *cobra.Command, _ []string) error {
			box, done, err := from.open(cmd.Context(), w)
			if err != nil {
				return err
			}
			defer done.Close() //nolint:errcheck // it cannot fail
			return w.listLetters(cmd.Context(), box, all, asJSON)
		}),
	}
	from.bind(cmd)
	cmd.Flags().BoolVar(&all, "all", false, "list those that were decided, too")
	bindJSON(cmd, &asJSON)
	return cmd
}

func (w World) listLetters(ctx context.Context, box *deadletter.Box, all, asJSON bool) error {
	list := box.Waiting
	if all {
		list = box.All
	}
	ids, err := list(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		l, err := box.Get(ctx, id)
		if err != nil {
			return err
		}
		if asJSON {
			if err := writeJSON(w.Stdout, letterView(l)); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(w.Stdout, "%s  %s  %s  %s\n", l.ID, l.State, l.GivenUp.UTC().Format(time.RFC3339), cause(l))
	}
	if len(ids) == 0 && !asJSON {
		fmt.Fprintln(w.Stdout, "no dead letter")
	}
	return nil
}

// cause is why a consumer gave up, in words.
func cause(l deadletter.Letter) string {
	switch l.Kind {
	case deadletter.Terminated:
		return fmt.Sprintf("given up at delivery %d: %s", l.Deliveries, l.Reason)
	case deadletter.Deliveries:
		return fmt.Sprintf("delivered %d times and never settled", l.Deliveries)
	case deadletter.Unreadable:
		return "an advisory that cannot be read"
	}
	return string(l.Kind)
}

package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tranca.example/pkg/deadletter"
	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/subject"
)

const dlqListHelp = `List the messages that wait for a decision, a line each, which begins with the
letter's name.

Exit codes: 0 they are listed, or there is none; 1 they cannot be read, or one of
them cannot; 2 the call cannot be used.`

func newDLQListCmd(w World) *cobra.Command {
	var from post
	var all, asJSON bool
	cmd := &cobra.Command{
		Use: "list", Short: "List the messages that wait for a decision", Long: dlqListHelp,
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
	code := exitOK
	for _, id := range ids {
		l, err := box.Get(ctx, id)
		switch {
		case errors.Is(err, deadletter.ErrNone):
			continue // its stream has forgotten it just now
		case errors.Is(err, deadletter.ErrUnreadable):
			code = exitWrong
			err = w.listUnreadable(id, err, asJSON)
		case err == nil:
			err = w.listLetter(l, asJSON)
		}
		if err != nil {
			return err
		}
	}
	if len(ids) == 0 && !asJSON {
		fmt.Fprintln(w.Stderr, "no dead letter") // stdout is for names alone: scripts take them from there
	}
	return ended(code)
}

func (w World) listLetter(l deadletter.Letter, asJSON bool) error {
	if asJSON {
		return writeJSON(w.Stdout, letterView(l))
	}
	fmt.Fprintf(w.Stdout, "%s  %s  %s  %s\n", l.ID, l.State, l.GivenUp.UTC().Format(time.RFC3339), printable(cause(l)))
	return nil
}

// listUnreadable tells of a letter of which only the name is known.
func (w World) listUnreadable(id subject.PoisonID, cause error, asJSON bool) error {
	why := strings.TrimPrefix(lifecycle.OneLine(cause), fmt.Sprintf("dead letter %s: ", id))
	if asJSON {
		return writeJSON(w.Stdout, map[string]string{"id": id.String(), "error": why})
	}
	fmt.Fprintf(w.Stdout, "%s  unreadable  %s\n", id, printable(why))
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

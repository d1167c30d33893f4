package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"tranca.example/pkg/deadletter"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/wire"
)

const dlqShowHelp = `Show what is known of one message: its headers, its kind, why it was given up and
what was decided. Its body, which may hold what nobody shall see, is never shown.

Exit codes: 0 it is shown; 1 it cannot be, for instance because there is no such
letter; 2 the call cannot be used.`

func newDLQShowCmd(w World) *cobra.Command {
	var from post
	var asJSON bool
	cmd := &cobra.Command{
		Use: "show ID", Short: "Show what is known of one message: headers and kind, never its body", Long: dlqShowHelp,
		Example: "  tranca dlq show TIMERS.timekeeper.42 --nats nats://127.0.0.1:4222 --nats-passwords passwords.json",
		Args:    oneArg("ID"),
		RunE: runs(func(cmd *cobra.Command, args []string) error {
			ids, err := letterIDs(args)
			if err != nil {
				return err
			}
			box, done, err := from.open(cmd.Context(), w)
			if err != nil {
				return err
			}
			defer done.Close() //nolint:errcheck // it cannot fail
			l, err := box.Get(cmd.Context(), ids[0])
			if err != nil {
				return err
			}
			if asJSON {
				return writeJSON(w.Stdout, letterView(l))
			}
			w.showLetter(l)
			return nil
		}),
	}
	from.bind(cmd)
	bindJSON(cmd, &asJSON)
	return cmd
}

// showLetter prints a letter without its body.
func (w World) showLetter(l deadletter.Letter) {
	line := func(name, format string, args ...any) {
		fmt.Fprintf(w.Stdout, "%-9s %s\n", name, printable(fmt.Sprintf(format, args...)))
	}
	line("letter", "%s", l.ID)
	line("given up", "%s, %s", l.GivenUp.UTC().Format(time.RFC3339), cause(l))
	if l.Lack == "" {
		line("message", "subject %s, stored %s, %s", l.Subject, l.Stored.UTC().Format(time.RFC3339), plural(len(l.Data), "byte"))
		line("kind", "%s", letterKind(l))
	} else {
		line("message", "%s", l.Lack)
	}
	shown := shownHeader(l.Header)
	for _, name := range slices.Sorted(maps.Keys(shown)) {
		line("header", "%s: %s", name, shown[name])
	}
	line("state", "%s", l.State)
	if l.State != deadletter.Waiting {
		line("decided", "%s", strings.TrimSpace(fmt.Sprintf("%s by %s %s", l.Decided.UTC().Format(time.RFC3339), l.By, l.Why)))
	}
}

// letterKind says what the message is.
func letterKind(l deadletter.Letter) string {
	if id, err := subject.ParseTimerFire(l.Subject); err == nil {
		return "the timer of table " + id.String() + " fired"
	}
	id, err := subject.ParseGame(l.Subject)
	if err != nil {
		return "none that is known"
	}
	commit, err := wire.NewCodec().DecodeCommit(l.Data)
	if err != nil {
		return fmt.Sprintf("a commit of table %s that this version cannot read: %v", id, err)
	}
	return fmt.Sprintf("commit %d of table %s, %s", commit.Version, id, plural(len(commit.Events), "event"))
}

// shownHeader tells the values of the server's and our own headers; of another
// one nobody knows what it is.
func shownHeader(h nats.Header) map[string]string {
	shown := map[string]string{}
	for name, values := range h {
		lower := strings.ToLower(name)
		if strings.HasPrefix(lower, "nats-") || lower == "tranca-phase" || lower == "tranca-writer" || lower == "traceparent" {
			shown[name] = strings.Join(values, ", ")
			continue
		}
		shown[name] = "(not shown)"
	}
	return shown
}

// view is a letter as JSON: what show prints.
type view struct {
	deadletter.Letter
	Header map[string]string `json:"header,omitempty"`
	Data   *struct{}         `json:"data,omitempty"` // hides the body
	Bytes  int               `json:"bytes"`
	What   string            `json:"what,omitempty"`
}

func letterView(l deadletter.Letter) view {
	v := view{Letter: l, Header: shownHeader(l.Header), Bytes: len(l.Data)}
	if l.Lack == "" {
		v.What = letterKind(l)
	}
	return v
}

package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/subject"
)

func newEventsCmd(w World) *cobra.Command {
	return group("events", "Watch what happens at tables", newEventsTailCmd(w))
}

const eventsTailHelp = `Print what happens at a table from now on, until it is interrupted: what
everybody may know, never a hidden tile. All tables can be watched with --nats,
for instance through the observer's port of 'tranca up'.

Exit codes: 0 it was interrupted, or the table is closed; 1 the connection
failed; 2 the call cannot be used.`

// tail is where events come from and how they are printed.
type tail struct {
	w      World
	server string
	nats   broker
	shards int
	asJSON bool
	only   bool // one table is watched
}

func newEventsTailCmd(w World) *cobra.Command {
	t := tail{w: w, shards: 1}
	cmd := &cobra.Command{
		Use: "tail [TABLE]", Short: "Print events as they happen", Long: eventsTailHelp,
		Example: "  tranca events tail 0-abcdefghjkmnpqrs\n  tranca events tail --nats nats://127.0.0.1:4222 --json",
		Args:    cobra.MaximumNArgs(1),
		RunE:    runs(func(cmd *cobra.Command, args []string) error { return t.run(cmd.Context(), args) }),
	}
	cmd.Flags().StringVar(&t.server, "server", defaultServer, "watch one table through this server's API")
	t.nats.bind(cmd, natsboot.ObserverUser, "watch the log there")
	cmd.Flags().IntVar(&t.shards, "shards", t.shards, "number of event streams, with --nats")
	bindJSON(cmd, &t.asJSON)
	cmd.MarkFlagsMutuallyExclusive("server", "nats")
	return cmd
}

func (t *tail) run(ctx context.Context, args []string) error {
	var id subject.TableID
	if len(args) == 1 {
		var err error
		if id, err = tableID(args[0]); err != nil {
			return err
		}
	}
	t.only = !id.IsZero()
	err := t.follow(ctx, id)
	if errors.Is(err, errClosed) {
		return nil
	}
	return unlessAsked(ctx, err)
}

func (t *tail) follow(ctx context.Context, id subject.TableID) error {
	switch {
	case t.nats.url != "":
		return t.live(ctx, id)
	case id.IsZero():
		return unusable("want TABLE, or --nats to watch all tables")
	}
	return t.stream(ctx, id)
}

// update is what is printed of a live update. Both doors give the same JSON.
type update struct {
	Table   string        `json:"tableId"`
	Version uint32        `json:"version"`
	Time    string        `json:"time"`
	Events  []publicEvent `json:"events"`
	After   struct {
		Phase string `json:"phase"`
	} `json:"table"`
}

type publicEvent struct {
	Type   string  `json:"type"`
	Seat   *uint32 `json:"seat"`
	Tile   string  `json:"tile"`
	Side   string  `json:"side"`
	Node   *uint32 `json:"node"`
	Player string  `json:"player"`
	Reason string  `json:"reason"`
}

// errClosed ends the watch of a table at which nothing can happen any more.
var errClosed = errors.New("the table is closed")

// print prints an update: as it came, or a line for each event. After the last
// one of the only table that is watched it is errClosed.
func (t *tail) print(text []byte) error {
	var u update
	if err := json.Unmarshal(text, &u); err != nil {
		return fmt.Errorf("live update: %w", err)
	}
	if t.asJSON {
		if err := writeJSON(t.w.Stdout, json.RawMessage(text)); err != nil { // in one line
			return err
		}
	} else {
		for _, e := range u.Events {
			fmt.Fprintf(t.w.Stdout, "%s %s v%d %s\n", u.Time, u.Table, u.Version, printable(e.String()))
		}
	}
	if t.only && u.After.Phase == "closed" {
		return errClosed
	}
	return nil
}

// String is the event in one line.
func (e publicEvent) String() string {
	words := []string{e.Type}
	if e.Seat != nil {
		words = append(words, fmt.Sprintf("seat %d", *e.Seat))
	}
	words = append(words, e.Player, e.Tile, e.Side)
	if e.Node != nil {
		words = append(words, fmt.Sprintf("node %d", *e.Node))
	}
	if e.Reason != "" {
		words = append(words, "("+e.Reason+")")
	}
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
	return strings.Join(words, " ")
}

package cli

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/spf13/cobra"

	"tranca.example/pkg/natsboot"
)

const streamsHelp = `Create the streams that are missing on a NATS server with JetStream, and verify
the settings of all others. A stream that exists is never changed: a difference
is told together with all others, and is for a human to settle. 'tranca up' does
the same at its start, with --streams create or --streams verify.

Exit codes: 0 all streams are as they must be; 1 one is not, or the server cannot
be asked; 2 the call cannot be used.`

func newStreamsCmd(w World) *cobra.Command {
	var b broker
	var verify bool
	shards, settings := 1, natsboot.DefaultSettings()
	cmd := &cobra.Command{
		Use: "streams --nats URL", Short: "Create and verify the streams on a NATS server", Long: streamsHelp,
		Example: "  tranca streams --nats nats://127.0.0.1:4222\n  tranca streams --nats tls://nats.example --nats-passwords passwords.json --replicas 3 --verify",
		Args:    cobra.NoArgs,
		RunE: runs(func(cmd *cobra.Command, _ []string) (err error) {
			if err := needFlag("nats", b.url); err != nil {
				return err
			}
			if settings.Shards, err = shardList(shards); err != nil {
				return err
			}
			if err := settings.Validate(); err != nil {
				return unusable("%w", err)
			}
			return w.streams(cmd.Context(), b, settings, verify)
		}),
	}
	b.bind(cmd, natsboot.BootUser, "where the streams are to be")
	f := cmd.Flags()
	f.BoolVar(&verify, "verify", false, "create nothing: a stream that is missing is an error too")
	f.IntVar(&shards, "shards", shards, "number of event streams")
	f.IntVar(&settings.Replicas, "replicas", settings.Replicas, "copies of every stream: 1, 3 or 5")
	f.DurationVar(&settings.MaxAge, "max-age", settings.MaxAge, "how long commits, roots and seeds are kept")
	return cmd
}

// streamsLimit bounds the work on all streams.
const streamsLimit = time.Minute

func (w World) streams(ctx context.Context, b broker, settings natsboot.Settings, verify bool) error {
	ctx, cancel := context.WithTimeout(ctx, streamsLimit)
	defer cancel()
	conn, err := b.connect(ctx, w.Getenv)
	if err != nil {
		return err
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		return fmt.Errorf("streams: %w", err)
	}
	do, done := natsboot.EnsureStreams, "is there, as it must be"
	if verify {
		do, done = natsboot.VerifyStreams, "verified"
	}
	if err := do(ctx, js, settings); err != nil {
		return err
	}
	for _, s := range natsboot.Streams(settings) {
		fmt.Fprintf(w.Stdout, "%-10s %s\n", s.Name, done)
	}
	return nil
}

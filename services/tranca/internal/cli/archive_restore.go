package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"tranca.example/pkg/archive"
	"tranca.example/pkg/archive/gamestream"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/subject"
)

const archiveRestoreHelp = `Make game streams again from an archive, which is verified first: the same
sequences, subjects, headers and bodies, and everything is compared afterwards.
Only the time at which the stream took a commit is that of the restoration.

--data makes a new data directory, for 'tranca replay --data' and for a server
that shows old tables. --nats fills streams on a server where nothing else runs,
and needs a user who may make, purge and update streams: no service may. A stream
that holds a message is never touched.

A match that had not ended when the archive ends cannot be played on: its secrets
are in no archive. One table is read without any stream: 'tranca replay --archive'.

Exit codes: 0 the streams are equal to the archive; 1 they are not, or the archive
is damaged; 2 the call cannot be used.`

func newArchiveRestoreCmd(w World) *cobra.Command {
	to := store{}
	settings := natsboot.DefaultSettings()
	cmd := &cobra.Command{
		Use: "restore DIR", Short: "Make streams again from an archive", Long: archiveRestoreHelp,
		Example: "  tranca archive restore archive --data old && tranca replay TABLE --data old",
		Args:    oneArg("DIR"),
		RunE: runs(func(cmd *cobra.Command, args []string) (err error) {
			if err := needPlace(to.nats, to.data, "new streams"); err != nil {
				return err
			}
			dir := archive.Dir(args[0])
			if settings.Shards, err = archived(dir); err != nil {
				return err
			}
			if err := settings.Validate(); err != nil {
				return unusable("%w", err)
			}
			for _, shard := range settings.Shards {
				if err := w.verifyShard(cmd.Context(), dir, shard); err != nil {
					w.complain(err)
					return ended(exitWrong)
				}
			}
			return w.restore(cmd.Context(), &to, dir, settings)
		}),
	}
	f := cmd.Flags()
	f.StringVar(&to.data, "data", "", "new data directory")
	to.nats.bind(cmd, "admin", "make the streams there")
	f.IntVar(&settings.Replicas, "replicas", settings.Replicas, "copies of every stream: 1, 3 or 5")
	f.DurationVar(&settings.MaxAge, "max-age", settings.MaxAge, "how long commits are kept, from now on")
	cmd.MarkFlagsMutuallyExclusive("nats", "data")
	return cmd
}

// restore makes the streams of all shards.
func (w World) restore(ctx context.Context, to *store, dir archive.Dir, settings natsboot.Settings) error {
	conn, done, err := w.openNew(ctx, to, settings.Shards)
	if err != nil {
		return err
	}
	defer done.Close() //nolint:errcheck // it cannot fail
	for _, shard := range settings.Shards {
		s, err := gamestream.Open(conn, shard, callLimit)
		if err != nil {
			return err
		}
		r, err := gamestream.Restore(ctx, s, dir, settings)
		if err != nil {
			return err
		}
		fmt.Fprintf(w.Stdout, "%s: restored %d to %d, equal to the archive\n", s.Name(), r.First, r.Last)
	}
	return nil
}

// openNew connects to where streams are to be made.
func (w World) openNew(ctx context.Context, to *store, shards []subject.Shard) (*nats.Conn, io.Closer, error) {
	if to.data == "" {
		return to.open(ctx, w, shards)
	}
	if isData(to.data) == nil {
		return nil, nil, unusable("--data %s: holds data of a server: want a new directory", to.data)
	}
	return w.stopped(natsboot.ServerConfig{Dir: to.data, Shards: shards, Restoring: true}, natsboot.RestorerUser)
}

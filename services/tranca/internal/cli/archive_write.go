package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"tranca.example/pkg/archive"
	"tranca.example/pkg/archive/gamestream"
	"tranca.example/pkg/subject"
)

const archiveWriteHelp = `Write the commits that are older than a limit to files, each read back before it
counts. Called again, it goes on where the archive ends; killed at any moment, it
leaves an archive that is whole. No file that is there is ever changed.

All commits of a stream are archived in their order, whatever their table, because
a stream forgets by age alone: so --older-than must be less than the stream's max
age, by as much as you want to have for repairs. A commit tells no tile that its
round hides; roots and seeds are in no archive.

Told at the end is the tip: a hash of the whole archive of the shard. Keep it
elsewhere, and nobody can change the archive without being found out.

Exit codes: 0 everything that is old enough is archived; 1 it is not, for instance
because commits have left the stream before ("gap"), or the list of files is damaged;
2 the call cannot be used. Files that are listed and elsewhere by now are no reason to
stop: whether all are there and whole is what 'tranca archive verify' tells.`

func newArchiveWriteCmd(w World) *cobra.Command {
	var from store
	var shards shardChoice
	var out string
	limits := gamestream.Limits{OlderThan: 30 * 24 * time.Hour, PerFile: 250_000}
	cmd := &cobra.Command{
		Use: "write --out DIR", Short: "Write old commits to files", Long: archiveWriteHelp,
		Example: "  tranca archive write --out archive --nats nats://127.0.0.1:4222 --nats-passwords passwords.json\n" +
			"  tranca archive write --out archive --data ./data --older-than 0s",
		Args: cobra.NoArgs,
		RunE: runs(func(cmd *cobra.Command, _ []string) error {
			if err := needFlag("out", out); err != nil {
				return err
			}
			list, err := shards.list()
			if err != nil {
				return err
			}
			if err := needPlace(from.nats, from.data, "streams"); err != nil {
				return err
			}
			if limits.OlderThan < 0 || limits.PerFile < 1 {
				return unusable("--older-than %s, --file-commits %d: want 0s or more, 1 or more", limits.OlderThan, limits.PerFile)
			}
			limits.Now = w.Now()
			return w.archive(cmd.Context(), &from, archive.Dir(out), list, limits)
		}),
	}
	from.bind(cmd)
	shards.bind(cmd)
	f := cmd.Flags()
	f.StringVar(&out, "out", "", "directory of the archive; made when it is missing")
	f.DurationVar(&limits.OlderThan, "older-than", limits.OlderThan, "archive commits that are as old")
	f.IntVar(&limits.PerFile, "file-commits", limits.PerFile, "commits in one file at most")
	cmd.MarkFlagsMutuallyExclusive("nats", "data")
	return cmd
}

// archive writes the archives of the shards; a shard that fails does not stop
// the others.
func (w World) archive(ctx context.Context, from *store, dir archive.Dir, shards []subject.Shard, limits gamestream.Limits) error {
	conn, done, err := from.open(ctx, w, shards)
	if err != nil {
		return err
	}
	defer done.Close() //nolint:errcheck // it cannot fail
	var all []error
	for _, shard := range shards {
		s, err := gamestream.Open(conn, shard, callLimit)
		if err == nil {
			err = w.archiveShard(ctx, s, dir, limits)
		}
		all = append(all, err)
	}
	return errors.Join(all...)
}

func (w World) archiveShard(ctx context.Context, s *gamestream.Stream, dir archive.Dir, limits gamestream.Limits) error {
	p, err := gamestream.Write(ctx, s, dir, limits, func(e archive.Entry) {
		fmt.Fprintf(w.Stdout, "%s: commits %d to %d, of %s, in %s\n", e.File, e.First, e.Last,
			plural(e.Tables, "table"), plural(int(e.Bytes), "byte"))
	})
	for _, e := range p.Adopted {
		w.note("%s was finished by an earlier write and is now in the manifest", e.File)
	}
	if errors.Is(err, gamestream.ErrTooOld) {
		return unusable("--older-than: %w", err)
	}
	if err != nil {
		return err
	}
	if !p.Any {
		fmt.Fprintf(w.Stdout, "%s: no commit is old enough\n", s.Name())
		return nil
	}
	fmt.Fprintf(w.Stdout, "%s: archived up to sequence %d of %d; tip %s\n", s.Name(), p.Last.Last, p.State.Last,
		archive.Tip([]archive.Entry{p.Last}))
	return nil
}

package cli

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"tranca.example/pkg/archive"
	"tranca.example/pkg/archive/gamestream"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/wire"
)

const archiveVerifyHelp = `Prove that an archive is whole: each file is there with just the bytes that the
manifest names, the manifest is a chain, sequences follow each other without a gap,
every commit can be read and follows its table's commit before. Everything that is
wrong is told, a line each.

With --nats or --data, every commit that the stream still holds is compared too.

Exit codes: 0 all is proven; 1 something is wrong; 2 the call cannot be used.`

func newArchiveVerifyCmd(w World) *cobra.Command {
	var against store
	cmd := &cobra.Command{
		Use: "verify DIR", Short: "Prove that an archive is whole", Long: archiveVerifyHelp,
		Args: oneArg("DIR"),
		RunE: runs(func(cmd *cobra.Command, args []string) error {
			dir := archive.Dir(args[0])
			shards, err := archived(dir)
			if err != nil {
				return err
			}
			conn, done, err := against.open(cmd.Context(), w, shards)
			if err != nil {
				return err
			}
			defer done.Close() //nolint:errcheck // it cannot fail
			return w.verifyArchive(cmd.Context(), conn, dir, shards)
		}),
	}
	against.bind(cmd)
	cmd.MarkFlagsMutuallyExclusive("nats", "data")
	return cmd
}

// verifyArchive looks at all shards; conn is nil when there are no streams to
// compare with.
func (w World) verifyArchive(ctx context.Context, conn *nats.Conn, dir archive.Dir, shards []subject.Shard) error {
	code := exitOK
	for _, shard := range shards {
		err := w.verifyShard(ctx, dir, shard)
		if err == nil && conn != nil {
			err = w.compareShard(ctx, conn, dir, shard)
		}
		if err != nil {
			w.complain(err)
			code = exitWrong
		}
	}
	return ended(code)
}

func (w World) verifyShard(ctx context.Context, dir archive.Dir, shard subject.Shard) error {
	r, err := dir.Verify(ctx, shard, wholeCommit(wire.NewCodec()))
	if err != nil {
		return err
	}
	if len(r.Entries) == 0 {
		return &archive.FileError{File: subject.GameStream(shard), Err: archive.ErrEmpty}
	}
	first, last := r.Entries[0].First, r.Entries[len(r.Entries)-1].Last
	fmt.Fprintf(w.Stdout, "%s: %s, commits %d to %d of %s: all proven; tip %s\n", subject.GameStream(shard),
		plural(len(r.Entries), "file"), first, last, plural(r.Tables, "table"), archive.Tip(r.Entries))
	if r.Cut > 0 {
		w.note("%s: the archive has not the first commits of %s", subject.GameStream(shard), plural(r.Cut, "table"))
	}
	return nil
}

func (w World) compareShard(ctx context.Context, conn *nats.Conn, dir archive.Dir, shard subject.Shard) error {
	s, err := gamestream.Open(conn, shard, callLimit)
	if err != nil {
		return err
	}
	c, err := gamestream.Compare(ctx, s, dir)
	switch {
	case err != nil:
		return err
	case c.From > c.To:
		fmt.Fprintf(w.Stdout, "%s: the stream holds no commit of the archive any more; it goes on at %d\n", s.Name(), c.State.First)
	default:
		fmt.Fprintf(w.Stdout, "%s: equal to the stream from %d to %d\n", s.Name(), c.From, c.To)
	}
	return nil
}

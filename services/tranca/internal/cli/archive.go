package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"tranca.example/pkg/archive"
	"tranca.example/pkg/archive/gamestream"
	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/replay"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/wire"
)

func newArchiveCmd(w World) *cobra.Command {
	return group("archive", "Keep old commits in files: write, verify, restore",
		newArchiveWriteCmd(w), newArchiveVerifyCmd(w), newArchiveRestoreCmd(w))
}

// shardChoice is which shards a command is about.
type shardChoice struct{ count, only int }

func (c *shardChoice) bind(cmd *cobra.Command) {
	cmd.Flags().IntVar(&c.count, "shards", 1, "number of event streams")
	cmd.Flags().IntVar(&c.only, "shard", -1, "take just this shard")
	cmd.MarkFlagsMutuallyExclusive("shards", "shard")
}

func (c *shardChoice) list() ([]subject.Shard, error) {
	if c.only == -1 {
		return shardList(c.count)
	}
	shard, err := subject.ParseShard(fmt.Sprint(c.only))
	if err != nil {
		return nil, unusable("--shard: %w", err)
	}
	return []subject.Shard{shard}, nil
}

// wholeCommit is an archive.Decode that reads the body too, and wants it to tell
// the same as the headers.
func wholeCommit(codec *wire.Codec) archive.Decode {
	return func(m archive.Message) (eventlog.Commit, error) {
		c, err := gamestream.Decode(m)
		if err != nil {
			return c, err
		}
		commit, err := replay.DecodeCommit(codec, c)
		if err == nil && (commit.Version != c.Version || commit.State.ID != c.Table.String() || string(commit.State.Phase) != c.Phase) {
			err = fmt.Errorf("message %d: its headers tell version %d of table %s, %q, and its body version %d of table %s, %q",
				m.Seq, c.Version, c.Table, c.Phase, commit.Version, commit.State.ID, commit.State.Phase)
		}
		return c, err
	}
}

// archived blames the call for a directory without an archive.
func archived(dir archive.Dir) ([]subject.Shard, error) {
	shards, err := dir.Shards()
	if errors.Is(err, archive.ErrEmpty) || errors.Is(err, fs.ErrNotExist) {
		return nil, unusable("%w", err)
	}
	return shards, err
}

// complain tells every error of a joined one on a line of its own.
func (w World) complain(err error) {
	for line := range strings.Lines(err.Error()) {
		fmt.Fprintln(w.Stderr, "error:", strings.TrimSuffix(line, "\n"))
	}
}

// plural is "1 file", "2 files".
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

package cli

import (
	"context"
	"io"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"tranca.example/pkg/deadletter"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/subject"
)

const dlqHelp = `Messages that a consumer gave up on, and what becomes of each. A copy of the
message waits until somebody has decided: 'retry' has it handled once more, 'drop'
leaves it for good; both are kept beside the copy, and told in the log of rules.

A letter is named <stream>.<consumer>.<sequence>. Commands read and write as the
user dlq (--nats), or in the data directory of a server that is stopped (--data).

Exit codes: 0 it is done; 1 it is not, for instance because there is no such letter,
it was decided already, or one on the list cannot be read; 2 the call cannot be used.`

func newDLQCmd(w World) *cobra.Command {
	cmd := group("dlq", "Messages that a consumer gave up on: list, show, retry, drop",
		newDLQListCmd(w), newDLQShowCmd(w), newDLQRetryCmd(w), newDLQDropCmd(w))
	cmd.Long = dlqHelp
	return cmd
}

// post is where the dead letters are.
type post struct {
	nats broker
	data string
}

func (p *post) bind(cmd *cobra.Command) {
	p.nats.bind(cmd, natsboot.DLQUser, "the dead letters are there")
	cmd.Flags().StringVar(&p.data, "data", "", "data directory of a server that is stopped")
	cmd.MarkFlagsMutuallyExclusive("nats", "data")
}

// open opens the box; done releases it.
func (p *post) open(ctx context.Context, w World) (*deadletter.Box, io.Closer, error) {
	conn, done, err := p.connect(ctx, w)
	if err != nil {
		return nil, nil, err
	}
	box, err := deadletter.Open(conn, callLimit)
	if err != nil {
		done.Close() //nolint:errcheck // it cannot fail
		return nil, nil, err
	}
	return box, done, nil
}

func (p *post) connect(ctx context.Context, w World) (*nats.Conn, io.Closer, error) {
	if p.data != "" {
		if err := isData(p.data); err != nil {
			return nil, nil, err
		}
		conn, done, err := w.stopped(natsboot.ServerConfig{Dir: p.data, Shards: natsboot.DefaultSettings().Shards}, natsboot.DLQUser)
		return conn, done, whenLocked(err, "ask it with --nats")
	}
	if err := needPlace(p.nats, p.data, "dead letters"); err != nil {
		return nil, nil, err
	}
	conn, err := p.nats.connect(ctx, w.Getenv)
	if err != nil {
		return nil, nil, err
	}
	return conn, closer(conn.Close), nil
}

// letterIDs reads the arguments ID...
func letterIDs(args []string) (ids []subject.PoisonID, err error) {
	if len(args) == 0 {
		return nil, unusable("want ID: 'tranca dlq list' tells them")
	}
	for _, text := range args {
		id, err := subject.ParsePoisonID(text)
		if err != nil {
			return nil, unusable("%w", err)
		}
		ids = append(ids, id)
	}
	return ids, nil
}

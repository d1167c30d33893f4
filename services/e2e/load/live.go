package load

import (
	"context"
	"strconv"

	"github.com/nats-io/nats.go"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/subject"
)

// pushBuffer is how many commits of one table may wait to be taken in.
const pushBuffer = 256

// Live watches tables on a connection, as the gateway does: the server pushes
// each commit.
func Live(conn *nats.Conn) Watcher { return live{conn} }

type live struct{ conn *nats.Conn }

// Watch implements Watcher; the subscription ends with the connection.
func (l live) Watch(_ context.Context, table string) (Feed, error) {
	id, err := subject.ParseTableID(table)
	if err != nil {
		return nil, err
	}
	pushes := make(pushes, pushBuffer)
	if _, err = l.conn.ChanSubscribe(subject.Live(id), pushes); err != nil {
		return nil, err
	}
	return pushes, l.conn.Flush() // who plays may ask on another connection
}

type pushes chan *nats.Msg

// Waiting implements Feed.
func (p pushes) Waiting() bool { return len(p) > 0 }

// Next implements Feed.
func (p pushes) Next(ctx context.Context) (Push, error) {
	select {
	case m := <-p:
		version, err := strconv.ParseUint(m.Header.Get(eventlog.HeaderVersion), 10, 32)
		return Push{uint32(version), len(m.Data)}, err
	case <-ctx.Done():
		return Push{}, context.Cause(ctx)
	}
}

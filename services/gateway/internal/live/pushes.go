package live

import (
	"context"
	"slices"

	"github.com/nats-io/nats.go"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/subject"
)

// Broker is the Pushes of a connection, for tables of the shards.
type Broker struct {
	Conn   *nats.Conn
	Shards []subject.Shard
}

// Subscribe implements Pushes. A push that finds the channel full is lost, as
// pushes may be.
func (b Broker) Subscribe(id subject.TableID, to chan *nats.Msg) (stop func(), err error) {
	if !slices.Contains(b.Shards, id.Shard()) {
		return nil, &eventlog.UnknownShardError{Table: id}
	}
	sub, err := b.Conn.ChanSubscribe(subject.Live(id), to)
	if err != nil {
		return nil, err
	}
	return func() { _ = sub.Unsubscribe() }, nil // fails only when the connection is closed
}

// Units are the hub, and the watch for reconnections after which pushes may be
// missing.
func (b Broker) Units(h *Hub) []lifecycle.Unit {
	return []lifecycle.Unit{
		{Name: "gateway live feeds", Run: h.Run},
		{Name: "gateway reconnections", Run: func(ctx context.Context) error { return b.watch(ctx, h) }},
	}
}

func (b Broker) watch(ctx context.Context, h *Hub) error {
	status := b.Conn.StatusChanged(nats.CONNECTED)
	defer b.Conn.RemoveStatusListener(status)
	for {
		select {
		case <-ctx.Done():
			return nil
		case _, open := <-status:
			if !open { // the connection is closed for good
				<-ctx.Done()
				return nil
			}
			h.Reconnected()
		}
	}
}

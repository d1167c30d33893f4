package live

import (
	"context"
	"fmt"
	"log/slog"
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

// Tell implements Peers.
func (b Broker) Tell(id subject.TableID, body []byte) error {
	return b.Conn.Publish(subject.Holder(id), body)
}

// Say implements Peers.
func (b Broker) Say(id subject.TableID, body []byte) error {
	return b.Conn.Publish(subject.Emote(id), body)
}

// Units are the hub, what other gateways tell, and the watch for reconnections
// after which pushes may be missing.
func (b Broker) Units(h *Hub, streams *Handler) []lifecycle.Unit {
	return []lifecycle.Unit{
		{Name: "gateway live feeds", Run: h.Run},
		{Name: "gateway peers", Run: func(ctx context.Context) error { return b.listen(ctx, holders(streams)) }},
		{Name: "gateway emotes", Run: func(ctx context.Context) error { return b.listen(ctx, words(streams)) }},
		{Name: "gateway reconnections", Run: func(ctx context.Context) error { return b.watch(ctx, h) }},
	}
}

// ear takes what gateways tell each other.
type ear struct {
	filter func(subject.Shard) string
	table  func(subject string) (subject.TableID, error)
	hear   func(id subject.TableID, body []byte) error
	logger *slog.Logger
}

func holders(h *Handler) ear {
	return ear{subject.HolderFilter, subject.ParseHolder, h.hear, h.o.Logger}
}

func words(h *Handler) ear {
	return ear{subject.EmoteFilter, subject.ParseEmote, h.emotes.hear, h.o.Logger}
}

// listen hands on what gateways tell until ctx ends.
func (b Broker) listen(ctx context.Context, to ear) error {
	heard := make(chan *nats.Msg, pushBuffer)
	var subs []*nats.Subscription
	defer func() {
		for _, sub := range subs {
			_ = sub.Unsubscribe() // fails only when the connection is closed
		}
	}()
	for _, shard := range b.Shards {
		sub, err := b.Conn.ChanSubscribe(to.filter(shard), heard)
		if err != nil {
			return fmt.Errorf("listen to gateways: %w", err)
		}
		subs = append(subs, sub)
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case m := <-heard:
			to.take(ctx, m)
		}
	}
}

func (e ear) take(ctx context.Context, m *nats.Msg) {
	id, err := e.table(m.Subject)
	if err == nil {
		err = e.hear(id, m.Data)
	}
	if err != nil {
		e.logger.WarnContext(ctx, "word of a gateway not understood", "error", err)
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

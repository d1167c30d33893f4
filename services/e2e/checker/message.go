package checker

import (
	"context"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Message is one message of a stream, as it is stored.
type Message struct {
	Seq     uint64
	Subject string
	Header  nats.Header
	Data    []byte
}

// fetchWait is how long a batch may take; batch is how many messages it has.
const (
	fetchWait = 20 * time.Second
	batch     = 500
)

// Read hands every message of a stream to each, in order, up to the last one of
// now. It returns the sequence of that one.
func Read(ctx context.Context, js jetstream.JetStream, stream string, each func(Message)) (last uint64, err error) {
	s, err := js.Stream(ctx, stream)
	if err != nil {
		return 0, fmt.Errorf("read stream %s: %w", stream, err)
	}
	last = s.CachedInfo().State.LastSeq
	if last == 0 {
		return 0, nil
	}
	c, err := s.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{})
	if err != nil {
		return last, fmt.Errorf("read stream %s: %w", stream, err)
	}
	for at := uint64(0); at < last; {
		before := at
		messages, err := c.Fetch(int(min(batch, last-at)), jetstream.FetchMaxWait(fetchWait))
		if err != nil {
			return last, fmt.Errorf("read stream %s after %d: %w", stream, at, err)
		}
		for m := range messages.Messages() {
			meta, err := m.Metadata()
			if err != nil {
				return last, fmt.Errorf("read stream %s after %d: %w", stream, at, err)
			}
			if at = meta.Sequence.Stream; at <= last {
				each(Message{at, m.Subject(), m.Headers(), m.Data()})
			}
		}
		if err := messages.Error(); err != nil {
			return last, fmt.Errorf("read stream %s after %d: %w", stream, at, err)
		}
		if at == before {
			return last, fmt.Errorf("read stream %s after %d: nothing came in %s, and %d is the last", stream, at, fetchWait, last)
		}
	}
	return last, nil
}

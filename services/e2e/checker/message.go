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

// fetchWait is how long a batch of messages may take. A stream whose leader has
// just changed may refuse to answer: it is asked again some times.
const (
	fetchWait  = 20 * time.Second
	batch      = 500
	tries      = 20
	retryAfter = 500 * time.Millisecond
)

// Read hands every message of a stream to each, in order, up to the last one of
// now. It returns the sequence of that one.
func Read(ctx context.Context, js jetstream.JetStream, stream string, each func(Message)) (last uint64, err error) {
	r := &reader{each: each}
	for range tries {
		if err = r.read(ctx, js, stream); err == nil || ctx.Err() != nil {
			break
		}
		select {
		case <-ctx.Done():
		case <-time.After(retryAfter):
		}
	}
	if err != nil {
		return r.last, fmt.Errorf("read stream %s after %d: %w", stream, r.at, err)
	}
	return r.last, nil
}

// reader is how far the reading of a stream has come.
type reader struct {
	each func(Message)
	at   uint64
	last uint64 // where it ends
}

func (r *reader) read(ctx context.Context, js jetstream.JetStream, stream string) error {
	s, err := js.Stream(ctx, stream)
	if err != nil {
		return err
	}
	if r.last == 0 {
		r.last = s.CachedInfo().State.LastSeq
	}
	if r.at >= r.last {
		return nil
	}
	c, err := s.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: r.at + 1})
	if err != nil {
		return err
	}
	for r.at < r.last {
		if err := r.fetch(c); err != nil {
			return err
		}
	}
	return nil
}

// fetch takes the next messages, at least one.
func (r *reader) fetch(c jetstream.Consumer) error {
	before := r.at
	messages, err := c.Fetch(int(min(batch, r.last-r.at)), jetstream.FetchMaxWait(fetchWait))
	if err != nil {
		return err
	}
	for m := range messages.Messages() {
		meta, err := m.Metadata()
		if err != nil {
			return err
		}
		if meta.Sequence.Stream <= r.at || meta.Sequence.Stream > r.last {
			continue
		}
		r.at = meta.Sequence.Stream
		r.each(Message{r.at, m.Subject(), m.Headers(), m.Data()})
	}
	if err := messages.Error(); err != nil {
		return err
	}
	if r.at == before {
		return fmt.Errorf("nothing came in %s, and %d is the last", fetchWait, r.last)
	}
	return nil
}

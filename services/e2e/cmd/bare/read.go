package main

import (
	"context"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"
)

// How projections read, too: a message that comes alone is there at once, those of a
// pause come together.
const (
	pause     = 25 * time.Millisecond
	portion   = 512
	heartbeat = time.Second
)

// read takes in every message of the stream.
func (s settings) read(ctx context.Context, conn *nats.Conn) error {
	js, err := jetstream.New(conn)
	if err != nil {
		return err
	}
	consumer, err := js.CreateConsumer(ctx, s.stream, jetstream.ConsumerConfig{
		AckPolicy: jetstream.AckNonePolicy, MaxDeliver: 1, MemoryStorage: true, Replicas: 1,
	})
	if err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(s.ready)
	group.Go(func() error {
		for {
			if err := next(ctx, consumer); err != nil {
				return err
			}
		}
	})
	return group.Wait()
}

// next waits for one message, and takes those that came soon after it.
func next(ctx context.Context, consumer jetstream.Consumer) error {
	n, err := take(consumer.Fetch(1, jetstream.FetchContext(ctx), jetstream.FetchHeartbeat(heartbeat)))
	if err != nil || n == 0 {
		return err
	}
	time.Sleep(pause)
	for n = portion; n == portion; {
		if n, err = take(consumer.FetchNoWait(portion)); err != nil {
			return err
		}
	}
	return nil
}

func take(batch jetstream.MessageBatch, err error) (n int, _ error) {
	if err != nil {
		return 0, err
	}
	for range batch.Messages() {
		n++
	}
	return n, batch.Error()
}

package cli

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go"
	"google.golang.org/protobuf/encoding/protojson"

	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/wire"
)

// maxWaiting is how many messages may wait to be printed.
const maxWaiting = 4096

// live prints what a NATS server pushes: of one table, or of all. A zero id is
// all tables.
func (t *tail) live(ctx context.Context, id subject.TableID) error {
	conn, err := t.nats.connect(ctx, t.w.Getenv)
	if err != nil {
		return err
	}
	defer conn.Close()
	shards, err := shardList(t.shards)
	if err != nil {
		return err
	}
	subjects := []string{subject.Live(id)}
	if id.IsZero() {
		subjects = nil
		for _, shard := range shards {
			subjects = append(subjects, subject.LiveFilter(shard))
		}
	}
	messages := make(chan *nats.Msg, maxWaiting)
	for _, s := range subjects {
		if _, err := conn.ChanSubscribe(s, messages); err != nil {
			return fmt.Errorf("watch %s: %w", s, err)
		}
	}
	return t.printLive(ctx, messages)
}

func (t *tail) printLive(ctx context.Context, messages <-chan *nats.Msg) error {
	codec := wire.NewCodec()
	for {
		select {
		case <-ctx.Done():
			return nil
		case m := <-messages:
			text, err := publicJSON(codec, m)
			if err == nil {
				err = t.print(text)
			}
			if err != nil {
				return err
			}
		}
	}
}

// publicJSON is what everybody may know of a pushed commit.
func publicJSON(codec *wire.Codec, m *nats.Msg) ([]byte, error) {
	stored, err := jetstream.ParseLive(m)
	if err != nil {
		return nil, err
	}
	commit, err := codec.DecodeCommit(stored.Body)
	if err != nil {
		return nil, err
	}
	return protojson.Marshal(codec.LiveUpdate(commit))
}

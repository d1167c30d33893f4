package load

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/subject"
)

// askBytes is what a request weighs.
const askBytes = 200

// Floor measures what the broker alone can do: a core request with its reply,
// and a synchronous publish into the stream of commits that expects the table's
// last sequence.
type Floor struct {
	tb      testing.TB
	asker   *nats.Conn
	writer  jetstream.JetStream
	last    []uint64
	subject []string
}

// NewFloor runs a server of its own, with a table of each caller's own.
func NewFloor(tb testing.TB, callers int) *Floor {
	tb.Helper()
	server := natstest.Start(tb)
	f := &Floor{tb: tb, asker: natstest.Connect(tb, server, string(subject.Gateway)), last: make([]uint64, callers)}
	answerer := natstest.Connect(tb, server, string(subject.Rules))
	if _, err := answerer.Subscribe("cmd.rules.floor", func(m *nats.Msg) { _ = m.Respond(m.Data) }); err != nil {
		tb.Fatal(err)
	}
	if err := answerer.Flush(); err != nil {
		tb.Fatal(err)
	}
	f.write(server, callers)
	return f
}

func (f *Floor) write(server *natsboot.Server, callers int) {
	f.tb.Helper()
	var err error
	if f.writer, err = jetstream.New(natstest.Connect(f.tb, server, string(subject.Rules))); err != nil {
		f.tb.Fatal(err)
	}
	for i := range callers {
		id, err := subject.NewTableID(0, [10]byte{byte(i), byte(i >> 8)}) //nolint:gosec // the low bytes
		if err != nil {
			f.tb.Fatal(err)
		}
		f.subject = append(f.subject, subject.Game(id))
	}
}

// Requests measures requests for a time.
func (f *Floor) Requests(d time.Duration) Sample {
	f.tb.Helper()
	body := make([]byte, askBytes)
	return f.measure(d, func(ctx context.Context, _ int) error {
		_, err := f.asker.RequestWithContext(ctx, "cmd.rules.floor", body)
		return err
	})
}

// Publishes measures publishes of bodies of a size for a time.
func (f *Floor) Publishes(d time.Duration, size int) Sample {
	f.tb.Helper()
	body := make([]byte, size)
	for i := range body {
		body[i] = byte(i * 7)
	}
	return f.measure(d, func(ctx context.Context, i int) error {
		ack, err := f.writer.Publish(ctx, f.subject[i], body, jetstream.WithExpectLastSequencePerSubject(f.last[i]))
		if err == nil {
			f.last[i] = ack.Sequence
		}
		return err
	})
}

func (f *Floor) measure(d time.Duration, do func(ctx context.Context, caller int) error) Sample {
	f.tb.Helper()
	s, err := Measure(len(f.last), d, func(caller int) (bool, error) { return true, do(f.tb.Context(), caller) })
	if err != nil {
		f.tb.Fatal(fmt.Errorf("floor: %w", err))
	}
	return s
}

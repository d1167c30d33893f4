package load

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/subject"
)

// askBytes is what a request weighs.
const askBytes = 200

// Floor measures what the broker alone can do: a core request with its reply,
// and publishes into a stream that is kept as the stream of commits is.
type Floor struct {
	tb       testing.TB
	asker    *nats.Conn
	asked    string // subject of the requests
	writer   jetstream.JetStream
	last     []uint64
	subjects []string
	loose    string // subject of publishes that expect nothing
}

// window is how many asynchronous publishes wait for their acks at once.
const window = 4000

// FloorOptions say on what a floor stands. All are required.
type FloorOptions struct {
	Asker, Answerer, Writer *nats.Conn
	Asked                   string   // a subject on which Answerer may listen
	Subjects                []string // of a stream, one for each caller, without messages yet
	Loose                   string   // another subject of the stream
}

// NewFloor runs a server of its own, with a table of each caller's own.
func NewFloor(tb testing.TB, callers int) *Floor {
	tb.Helper()
	server := natstest.Start(tb)
	subjects := make([]string, callers+1)
	for i := range subjects {
		id, err := subject.NewTableID(0, [10]byte{byte(i), byte(i >> 8)}) //nolint:gosec // the low bytes
		if err != nil {
			tb.Fatal(err)
		}
		subjects[i] = subject.Game(id)
	}
	rules := string(subject.Rules)
	return NewFloorOn(tb, FloorOptions{
		Asker: natstest.Connect(tb, server, string(subject.Gateway)), Answerer: natstest.Connect(tb, server, rules),
		Writer: natstest.Connect(tb, server, rules), Asked: "cmd.rules.floor", Subjects: subjects[:callers], Loose: subjects[callers],
	})
}

// NewFloorOn measures on servers that are there.
func NewFloorOn(tb testing.TB, o FloorOptions) *Floor {
	tb.Helper()
	f := &Floor{tb: tb, asker: o.Asker, asked: o.Asked, last: make([]uint64, len(o.Subjects)), subjects: o.Subjects, loose: o.Loose}
	answer, err := o.Answerer.Subscribe(o.Asked, func(m *nats.Msg) { _ = m.Respond(m.Data) })
	if err == nil {
		err = o.Answerer.Flush()
	}
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = answer.Unsubscribe() }) // the connection may be closed
	f.heard()
	if f.writer, err = jetstream.New(o.Writer, jetstream.WithPublishAsyncMaxPending(window)); err != nil {
		tb.Fatal(err)
	}
	return f
}

// heard waits until a request is answered: servers of a cluster tell each other who
// listens where.
func (f *Floor) heard() {
	f.tb.Helper()
	ctx, cancel := context.WithTimeout(f.tb.Context(), waitLimit)
	defer cancel()
	for {
		_, err := f.asker.RequestWithContext(ctx, f.asked, nil)
		if err == nil {
			return
		}
		if !errors.Is(err, nats.ErrNoResponders) {
			f.tb.Fatal(fmt.Errorf("floor: %w", err))
		}
	}
}

// Requests measures requests for a time.
func (f *Floor) Requests(d time.Duration) Sample {
	f.tb.Helper()
	body := make([]byte, askBytes)
	return f.measure(d, func(ctx context.Context, _ int) (bool, error) {
		_, err := f.asker.RequestWithContext(ctx, f.asked, body)
		return true, err
	})
}

// Publishes measures publishes of bodies of a size for a time, each of which waits
// for its ack and expects the last sequence of its subject. What a replicated
// stream refuses, because its leader is busy with the write before or another one
// leads now, does not count.
func (f *Floor) Publishes(d time.Duration, size int) Sample {
	f.tb.Helper()
	body := filled(size)
	return f.measure(d, func(ctx context.Context, i int) (bool, error) {
		ack, err := f.writer.Publish(ctx, f.subjects[i], body, jetstream.WithExpectLastSequencePerSubject(f.last[i]))
		if refused(err) {
			return false, f.look(ctx, i)
		}
		if err == nil {
			f.last[i] = ack.Sequence
		}
		return true, err
	})
}

// refused tells whether the broker expected another sequence.
func refused(err error) bool {
	api, ok := errors.AsType[*jetstream.APIError](err)
	return ok && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence ||
		api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

// look finds the last sequence of a caller's subject.
func (f *Floor) look(ctx context.Context, caller int) error {
	name, err := f.writer.StreamNameBySubject(ctx, f.subjects[caller])
	if err != nil {
		return err
	}
	stream, err := f.writer.Stream(ctx, name)
	if err != nil {
		return err
	}
	last, err := stream.GetLastMsgForSubject(ctx, f.subjects[caller])
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil
	}
	if err == nil {
		f.last[caller] = last.Sequence
	}
	return err
}

// Async measures publishes that wait for no ack but in the end, and expect
// nothing.
func (f *Floor) Async(d time.Duration, size int) Sample {
	f.tb.Helper()
	body := filled(size)
	begun := time.Now() //nolint:forbidigo // measures
	s, err := Measure(1, d, func(int) (bool, error) {
		_, err := f.writer.PublishAsync(f.loose, body, jetstream.WithStallWait(waitLimit))
		return true, err
	})
	if err != nil {
		f.tb.Fatal(fmt.Errorf("floor: %w", err))
	}
	select {
	case <-f.writer.PublishAsyncComplete():
	case <-time.After(waitLimit):
		f.tb.Fatal("floor: publishes without an ack")
	}
	s.Took = time.Since(begun) //nolint:forbidigo // measures
	return s
}

// filled is a body that does not compress to nothing.
func filled(size int) []byte {
	body := make([]byte, size)
	for i := range body {
		body[i] = byte(i * 7)
	}
	return body
}

func (f *Floor) measure(d time.Duration, do func(ctx context.Context, caller int) (counts bool, err error)) Sample {
	f.tb.Helper()
	s, err := Measure(len(f.last), d, func(caller int) (bool, error) { return do(f.tb.Context(), caller) })
	if err != nil {
		f.tb.Fatal(fmt.Errorf("floor: %w", err))
	}
	return s
}

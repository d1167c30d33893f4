package gamestream

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/archive"
	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/stored"
	"tranca.example/pkg/subject"
)

// inFlight is how many reads are under way at once.
const inFlight = 128

// tries is how often a message is asked for before the log counts as unavailable.
const tries = 5

// Stream is the game stream of a shard.
type Stream struct {
	conn    *nats.Conn
	js      natsjs.JetStream
	shard   subject.Shard
	timeout time.Duration
}

// Open names the stream of the shard; the connection stays the caller's. timeout
// bounds each request.
func Open(conn *nats.Conn, shard subject.Shard, timeout time.Duration) (*Stream, error) {
	js, err := natsjs.New(conn, natsjs.WithDefaultTimeout(timeout))
	if err != nil {
		return nil, fmt.Errorf("stream %s: %w", subject.GameStream(shard), err)
	}
	return &Stream{conn: conn, js: js, shard: shard, timeout: timeout}, nil
}

// Name of the stream.
func (s *Stream) Name() string { return subject.GameStream(s.shard) }

// State is what a stream holds.
type State struct {
	First, Last uint64 // sequences; Last is First-1 when it holds nothing
	Messages    uint64
	MaxAge      time.Duration // how long messages are kept; 0 is for ever
}

// State asks the leader. The error is eventlog.ErrUnavailable.
func (s *Stream) State(ctx context.Context) (State, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	stream, err := s.js.Stream(ctx, s.Name())
	if err != nil {
		return State{}, fmt.Errorf("stream %s: %w: %w", s.Name(), eventlog.ErrUnavailable, err)
	}
	info := stream.CachedInfo()
	return State{info.State.FirstSeq, info.State.LastSeq, info.State.Msgs, info.Config.MaxAge}, nil
}

// answer is one message, or why there is none.
type answer struct {
	m   archive.Message
	err error
}

// Messages yields the messages with the sequences from to to, both included. It
// yields all of them or ends with an error: eventlog.ErrGap, ErrUnavailable.
func (s *Stream) Messages(ctx context.Context, from, to uint64) iter.Seq2[archive.Message, error] {
	return func(yield func(archive.Message, error) bool) {
		asking, cancel := context.WithCancel(ctx)
		defer cancel()
		for a := range s.ask(asking, from, to) {
			if got := <-a; !yield(got.m, got.err) || got.err != nil {
				return
			}
		}
		if err := ctx.Err(); err != nil { // it may have ended the asking
			yield(archive.Message{}, err)
		}
	}
}

// ask reads ahead; the answers come in order.
func (s *Stream) ask(ctx context.Context, from, to uint64) <-chan chan answer {
	answers := make(chan chan answer, inFlight)
	go func() {
		defer close(answers)
		for seq := from; seq <= to; seq++ {
			a := make(chan answer, 1)
			select {
			case answers <- a:
			case <-ctx.Done():
				return
			}
			go func() {
				m, err := s.message(ctx, seq)
				a <- answer{m, err}
			}()
		}
	}()
	return answers
}

// message reads one message; a leader that steps down costs some tries only.
func (s *Stream) message(ctx context.Context, seq uint64) (m archive.Message, err error) {
	for range tries {
		m, err = s.get(ctx, seq)
		if !errors.Is(err, eventlog.ErrUnavailable) || ctx.Err() != nil {
			return m, err
		}
	}
	return m, err
}

func (s *Stream) get(ctx context.Context, seq uint64) (archive.Message, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	m, err := stored.Get(ctx, s.conn, s.Name(), stored.Query{Seq: seq})
	if errors.Is(err, stored.ErrNone) {
		return archive.Message{}, &eventlog.GapError{Stream: s.Name(), Want: seq}
	}
	if err != nil {
		return archive.Message{}, fmt.Errorf("message %d of stream %s: %w: %w", seq, s.Name(), eventlog.ErrUnavailable, err)
	}
	return archive.Message{Seq: m.Seq, Stored: m.Time, Subject: m.Subject, Header: m.Header, Body: m.Data}, nil
}

// Decode is an archive.Decode that reads what the log itself needs of a commit,
// and no body.
func Decode(m archive.Message) (eventlog.Commit, error) {
	return jetstream.ParseMessage(stored.Message{
		Subject: m.Subject, Seq: m.Seq, Header: m.Header, Data: m.Body, Time: m.Stored,
	})
}

package records

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/stored"
)

// DefaultTimeout is how long one request waits for the broker.
const DefaultTimeout = 2 * time.Second

// Errors to test for with errors.Is.
var (
	// ErrNone: the subject holds no record.
	ErrNone = errors.New("no such record")
	// ErrConflict: the record is not the one that was to be replaced.
	ErrConflict = errors.New("another write came first")
	// ErrUnknownOutcome: the write may have landed, may land later, or never.
	ErrUnknownOutcome = errors.New("outcome of the write is unknown")
	// ErrUnavailable: the broker did not answer a read; nothing is known.
	ErrUnavailable = errors.New("records are unavailable")
	// ErrRefused: the broker refused the write for good.
	ErrRefused = errors.New("write was refused")
)

// Record is the present value of a subject.
type Record struct {
	Seq    uint64 // what the next write has to name
	Data   []byte
	Header nats.Header
}

// Store reads and writes records. It is safe for concurrent use.
type Store struct {
	conn    *nats.Conn
	js      jetstream.JetStream
	timeout time.Duration
}

// New makes a store on the connection, which stays the caller's. timeout bounds
// each request; 0 is DefaultTimeout.
func New(conn *nats.Conn, timeout time.Duration) (*Store, error) {
	if conn == nil || timeout < 0 {
		return nil, fmt.Errorf("records: want a connection and a timeout of 0 or more, got %s", timeout)
	}
	if timeout == 0 {
		timeout = DefaultTimeout
	}
	js, err := jetstream.New(conn, jetstream.WithDefaultTimeout(timeout))
	if err != nil {
		return nil, fmt.Errorf("records: %w", err)
	}
	return &Store{conn: conn, js: js, timeout: timeout}, nil
}

// How often and how long a write waits for another one in flight: about 250 ms in
// all. The broker takes neither side then; what was in flight may never come, and
// cannot be read yet.
const (
	heldTries = 8
	heldPause = time.Millisecond
)

// Put writes a record in place of the one with the sequence expect; 0: there is
// none yet. Errors: ErrConflict, ErrUnknownOutcome, ErrRefused.
func (s *Store) Put(ctx context.Context, subject string, data []byte, header nats.Header, expect uint64) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	for n := 1; ; n++ {
		ack, err := s.js.PublishMsg(ctx, &nats.Msg{Subject: subject, Data: data, Header: clone(header)},
			jetstream.WithExpectLastSequencePerSubject(expect))
		if err == nil {
			return ack.Sequence, nil
		}
		if !inFlight(err) || n == heldTries || !pause(ctx, heldPause<<n) {
			return 0, fmt.Errorf("write record %s: %w: %w", subject, verdict(err), err)
		}
	}
}

// inFlight tells whether the broker refused a write because another one to the same
// subject is in flight, which replicated streams do.
func inFlight(err error) bool {
	api, answered := errors.AsType[*jetstream.APIError](err)
	return answered && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant
}

// pause waits, and tells whether ctx allows to go on.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// clone keeps the caller's header as it was: the client library adds to it.
func clone(h nats.Header) nats.Header {
	c := make(nats.Header, len(h)+1)
	maps.Copy(c, h)
	return c
}

// verdict tells what the broker's answer, or the lack of one, means.
func verdict(err error) error {
	api, answered := errors.AsType[*jetstream.APIError](err)
	switch {
	case !answered || api.Code >= 500:
		return ErrUnknownOutcome
	case api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence,
		api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant:
		return ErrConflict
	}
	return ErrRefused
}

// Last reads the record of a subject from the leader of its stream. Errors:
// ErrNone, ErrUnavailable.
func (s *Store) Last(ctx context.Context, stream, subject string) (Record, error) {
	r, err := s.last(ctx, stream, subject)
	if err != nil {
		return Record{}, fmt.Errorf("read record %s: %w", subject, err)
	}
	return r, nil
}

func (s *Store) last(ctx context.Context, stream, subject string) (Record, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	m, err := stored.Get(ctx, s.conn, stream, stored.Query{Subject: subject})
	if errors.Is(err, stored.ErrNone) {
		return Record{}, ErrNone
	}
	if err != nil {
		return Record{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	header, err := m.ParseHeader()
	if err != nil {
		return Record{}, fmt.Errorf("%w: headers of the message: %w", ErrUnavailable, err)
	}
	return Record{Seq: m.Seq, Data: m.Data, Header: header}, nil
}

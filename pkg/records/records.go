package records

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
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

// Put writes a record in place of the one with the sequence expect; 0: there is
// none yet. Errors: ErrConflict, ErrUnknownOutcome, ErrRefused.
func (s *Store) Put(ctx context.Context, subject string, data []byte, header nats.Header, expect uint64) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	ack, err := s.js.PublishMsg(ctx, &nats.Msg{Subject: subject, Data: data, Header: clone(header)},
		jetstream.WithExpectLastSequencePerSubject(expect))
	if err != nil {
		return 0, fmt.Errorf("write record %s: %w: %w", subject, verdict(err), err)
	}
	return ack.Sequence, nil
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

type getResponse struct {
	Error   *jetstream.APIError `json:"error"`
	Message *struct {
		Seq    uint64 `json:"seq"`
		Header []byte `json:"hdrs"`
		Data   []byte `json:"data"`
	} `json:"message"`
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
	request, err := json.Marshal(map[string]string{"last_by_subj": subject})
	if err != nil {
		return Record{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	reply, err := s.conn.RequestWithContext(ctx, "$JS.API.STREAM.MSG.GET."+stream, request)
	if err != nil {
		return Record{}, fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	var response getResponse
	if err := json.Unmarshal(reply.Data, &response); err != nil {
		return Record{}, fmt.Errorf("%w: answer of the broker: %w", ErrUnavailable, err)
	}
	return response.record()
}

func (r getResponse) record() (Record, error) {
	switch {
	case r.Error != nil && r.Error.ErrorCode == jetstream.JSErrCodeMessageNotFound:
		return Record{}, ErrNone
	case r.Error != nil:
		return Record{}, fmt.Errorf("%w: %w", ErrUnavailable, r.Error)
	case r.Message == nil:
		return Record{}, fmt.Errorf("%w: the broker's answer holds no message", ErrUnavailable)
	}
	out := Record{Seq: r.Message.Seq, Data: r.Message.Data}
	if len(r.Message.Header) == 0 {
		return out, nil
	}
	var err error
	if out.Header, err = nats.DecodeHeadersMsg(r.Message.Header); err != nil {
		return Record{}, fmt.Errorf("%w: headers of the message: %w", ErrUnavailable, err)
	}
	return out, nil
}

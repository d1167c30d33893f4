package stored

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// ErrNone says that the stream holds no such message.
var ErrNone = errors.New("no such message")

// Query names one message: by its sequence, or as the last one of a subject.
type Query struct {
	Seq     uint64 `json:"seq,omitempty"`
	Subject string `json:"last_by_subj,omitempty"`
}

// Message is a message as the stream holds it.
type Message struct {
	Subject string    `json:"subject"`
	Seq     uint64    `json:"seq"`
	Header  []byte    `json:"hdrs"` // with its first line; nil for none
	Data    []byte    `json:"data"`
	Time    time.Time `json:"time"` // when it was stored
}

type response struct {
	Error   *jetstream.APIError `json:"error"`
	Message *Message            `json:"message"`
}

// Get asks the leader of the stream; ctx bounds the wait. Errors: ErrNone when
// the leader says so; after any other nothing is known.
func Get(ctx context.Context, conn *nats.Conn, stream string, q Query) (Message, error) {
	request, err := json.Marshal(q)
	if err != nil {
		return Message{}, err
	}
	reply, err := conn.RequestWithContext(ctx, "$JS.API.STREAM.MSG.GET."+stream, request)
	if err != nil {
		return Message{}, err
	}
	var r response
	if err := json.Unmarshal(reply.Data, &r); err != nil {
		return Message{}, fmt.Errorf("answer of the broker: %w", err)
	}
	switch {
	case r.Error != nil && r.Error.ErrorCode == jetstream.JSErrCodeMessageNotFound:
		return Message{}, ErrNone
	case r.Error != nil:
		return Message{}, r.Error
	case r.Message == nil:
		return Message{}, errors.New("the broker's answer holds no message")
	}
	return *r.Message, nil
}

// ParseHeader reads the header; it is empty when there is none.
func (m Message) ParseHeader() (nats.Header, error) {
	if len(m.Header) == 0 {
		return nats.Header{}, nil
	}
	return nats.DecodeHeadersMsg(m.Header)
}

package jetstream

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/inbox"
	"tranca.example/pkg/stored"
	"tranca.example/pkg/subject"
)

// DefaultTimeout is how long one request waits for the broker.
const DefaultTimeout = 2 * time.Second

// Log is the event log of all shards that the connection's user may see. It is
// safe for concurrent use.
type Log struct {
	conn    *nats.Conn
	answers *inbox.Inbox
	js      jetstream.JetStream
	timeout time.Duration
	shards  []subject.Shard // that this replica was told of; none: all are asked for
}

// New returns a log on the connection, which stays the caller's. timeout bounds
// each request to the broker; 0 is DefaultTimeout. A table of another shard than
// these is an eventlog.ErrUnknownShard without asking the broker; none named: all
// are asked for.
func New(conn *nats.Conn, timeout time.Duration, shards ...subject.Shard) (*Log, error) {
	if conn == nil || timeout < 0 {
		return nil, fmt.Errorf("event log: want a connection and a timeout of 0 or more, got %s", timeout)
	}
	if timeout == 0 {
		timeout = DefaultTimeout
	}
	js, err := jetstream.New(conn, jetstream.WithDefaultTimeout(timeout))
	if err != nil {
		return nil, fmt.Errorf("event log: %w", err)
	}
	answers, err := inbox.New(conn)
	if err != nil {
		return nil, fmt.Errorf("event log: %w", err)
	}
	return &Log{conn: conn, answers: answers, js: js, timeout: timeout, shards: shards}, nil
}

// Append implements eventlog.Appender.
func (l *Log) Append(ctx context.Context, c eventlog.Commit, expect uint64) (uint64, error) {
	if err := ctx.Err(); err != nil {
		return 0, fmt.Errorf("append to table %s: %w", c.Table, err)
	}
	if err := eventlog.Check(c, expect); err != nil {
		return 0, fmt.Errorf("append: %w", err)
	}
	seq, err := l.publish(ctx, c, expect)
	if err != nil {
		return 0, verdict(err, c, expect)
	}
	return seq, nil
}

// verdict turns the broker's answer, or the lack of one, into an error of the
// event log. Only what the broker clearly refused counts as refused.
func verdict(err error, c eventlog.Commit, expect uint64) error {
	api, answered := errors.AsType[*jetstream.APIError](err)
	if !answered || api.Code >= 500 {
		return fmt.Errorf("append to table %s at version %d: %w: %w", c.Table, c.Version, eventlog.ErrUnknownOutcome, err)
	}
	switch api.ErrorCode {
	case jetstream.JSErrCodeStreamWrongLastSequence, jetstream.JSErrCodeStreamWrongLastSequenceConstant:
		return &eventlog.ConflictError{Table: c.Table, Want: expect, Last: lastSequence(api.Description)}
	case codeTooLarge:
		return fmt.Errorf("append to table %s at version %d: %w: %w", c.Table, c.Version, eventlog.ErrTooLarge, err)
	}
	return fmt.Errorf("append to table %s at version %d: %w: %w", c.Table, c.Version, eventlog.ErrInvalid, err)
}

// codeTooLarge is the broker's error for a message over the stream's limit.
const codeTooLarge jetstream.ErrorCode = 10054

// lastSequence reads the number out of "wrong last sequence: 17". The error for
// a write that is still in flight has no number: 0.
func lastSequence(description string) uint64 {
	n, err := strconv.ParseUint(strings.TrimSpace(description[strings.LastIndexByte(description, ':')+1:]), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

// Last implements eventlog.LastReader.
func (l *Log) Last(ctx context.Context, table subject.TableID) (eventlog.Commit, error) {
	c, err := l.get(ctx, table, stored.Query{Subject: subject.Game(table)})
	if err != nil {
		return c, fmt.Errorf("last of table %s: %w", table, err)
	}
	return c, nil
}

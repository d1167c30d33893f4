package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/inbox"
)

// waiting is how many requests may wait for a worker, workers how many are answered
// at once.
const (
	waiting = 1 << 14
	workers = 256
)

// answerer makes each request durable and says so. A request is the name of a table,
// a space, and whatever else makes it as long as one; those of one table come one
// after the other.
type answerer struct {
	conn   *nats.Conn
	box    *inbox.Inbox
	stream string
	body   []byte

	mu     sync.Mutex
	tables map[string]*table
}

// table is what must be known of a table to write the next message.
type table struct {
	version uint64
	last    uint64 // sequence
}

func (s settings) answer(ctx context.Context, conn *nats.Conn) error {
	box, err := inbox.New(conn)
	if err != nil {
		return err
	}
	a := &answerer{conn: conn, box: box, stream: s.stream, body: filled(s.body), tables: map[string]*table{}}
	requests := make(chan *nats.Msg, waiting)
	if _, err := conn.ChanSubscribe(s.ask, requests); err != nil {
		return err
	}
	if err := conn.Flush(); err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(s.ready)
	for range workers {
		group.Go(func() error {
			for m := range requests {
				if err := a.do(ctx, m); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// filled is a body that does not compress to nothing.
func filled(size int) []byte {
	body := make([]byte, size)
	for i := range body {
		body[i] = byte(i * 7)
	}
	return body
}

// do answers one request with the version that it led to.
func (a *answerer) do(ctx context.Context, m *nats.Msg) error {
	name, _, _ := bytes.Cut(m.Data, []byte(" "))
	t := a.table(string(name))
	for {
		done, err := a.append(ctx, string(name), t)
		if err != nil {
			return err
		}
		if done {
			return m.Respond(strconv.AppendUint(nil, t.version, 10))
		}
	}
}

func (a *answerer) table(name string) *table {
	a.mu.Lock()
	defer a.mu.Unlock()
	t, found := a.tables[name]
	if !found {
		t = &table{}
		a.tables[name] = t
	}
	return t
}

// append publishes the next message of a table once. It is not done when a
// replicated stream refuses, because its leader is busy with the write before or
// has taken the one that is tried.
func (a *answerer) append(ctx context.Context, name string, t *table) (done bool, err error) {
	header := nats.Header{
		eventlog.HeaderVersion:              {strconv.FormatUint(t.version+1, 10)},
		jetstream.ExpectedLastSubjSeqHeader: {strconv.FormatUint(t.last, 10)},
	}
	m, err := a.box.Ask(ctx, a.stream+"."+name+".ev", header, a.body, limit)
	if err != nil {
		return false, fmt.Errorf("table %s: %w", name, err)
	}
	_, digits, plain := bytes.Cut(m.Data, []byte(`","seq":`))
	if seq, err := strconv.ParseUint(strings.TrimSuffix(string(digits), "}"), 10, 64); plain && err == nil && seq > 0 {
		t.version, t.last = t.version+1, seq
		return true, nil
	}
	return false, t.refused(m.Data)
}

// refused takes in what the broker says instead of an ack.
func (t *table) refused(data []byte) error {
	var answer struct {
		Error *jetstream.APIError `json:"error"`
	}
	if err := json.Unmarshal(data, &answer); err != nil {
		return err
	}
	if answer.Error == nil {
		return fmt.Errorf("no ack: %s", data)
	}
	switch answer.Error.ErrorCode {
	case jetstream.JSErrCodeStreamWrongLastSequenceConstant: // busy
		return nil
	case jetstream.JSErrCodeStreamWrongLastSequence:
		_, last, _ := strings.Cut(answer.Error.Description, ": ")
		seq, err := strconv.ParseUint(last, 10, 64)
		t.last = seq
		return err
	}
	return answer.Error
}

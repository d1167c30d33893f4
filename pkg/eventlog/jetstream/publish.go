package jetstream

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/subject"
)

// How often and when a publish that nobody took is tried again: a stream has no
// leader for a moment. It is the client library's own habit.
const (
	publishAgain = 2
	publishPause = 250 * time.Millisecond
)

// publish sends a commit to its stream and waits for the ack. It does what the
// client library's publish does, without its contexts and its reading of JSON.
func (l *Log) publish(ctx context.Context, c eventlog.Commit, expect uint64) (uint64, error) {
	header := header(c, expect)
	for tries := 0; ; tries++ {
		m, err := l.answers.Ask(ctx, subject.Game(c.Table), header, c.Body, l.timeout)
		if err == nil {
			return acked(m.Data)
		}
		if !errors.Is(err, nats.ErrNoResponders) || tries == publishAgain {
			return 0, err
		}
		select {
		case <-time.After(publishPause):
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
}

// ack is what the broker answers to a publish.
type ack struct {
	Error  *jetstream.APIError `json:"error"`
	Stream string              `json:"stream"`
	Seq    uint64              `json:"seq"`
}

var errNoAck = errors.New("the broker's answer is no ack")

// acked is the sequence in an ack, or the broker's refusal.
func acked(data []byte) (uint64, error) {
	if seq, ok := plainAck(data); ok {
		return seq, nil
	}
	var a ack
	if err := json.Unmarshal(data, &a); err != nil {
		return 0, fmt.Errorf("%w: %w", errNoAck, err)
	}
	if a.Error != nil {
		return 0, a.Error
	}
	if a.Stream == "" || a.Seq == 0 {
		return 0, errNoAck
	}
	return a.Seq, nil
}

func notInName(c rune) bool { return (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_' }

// plainAck reads {"stream":"GAME_0","seq":17}, which is how nearly every ack is
// written, to the letter. Anything else is read as JSON.
func plainAck(data []byte) (uint64, bool) {
	rest, ok := bytes.CutPrefix(data, []byte(`{"stream":"`))
	if !ok {
		return 0, false
	}
	name, rest, ok := bytes.Cut(rest, []byte(`","seq":`))
	digits, closed := bytes.CutSuffix(rest, []byte(`}`))
	if !ok || !closed || len(name) == 0 || bytes.ContainsFunc(name, notInName) || bytes.HasPrefix(digits, []byte("0")) {
		return 0, false
	}
	seq, err := strconv.ParseUint(string(digits), 10, 64)
	return seq, err == nil
}

package deadletter

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/records"
	"tranca.example/pkg/subject"
)

// Decision is who decides about a letter, why, and when.
type Decision struct {
	By  string
	Why string // needed to drop one
	At  time.Time
}

// maxWords bounds what a decision says, in bytes.
const maxWords = 500

// ErrWords refuses a decision that says nothing, or too much.
var ErrWords = fmt.Errorf("want a reason of 1 to %d bytes", maxWords)

// Drop leaves the message for good, also one whose letter cannot be read. Errors:
// ErrWords, ErrNone, *NotWaitingError.
func (b *Box) Drop(ctx context.Context, id subject.PoisonID, d Decision) (Letter, error) {
	if d.Why = strings.TrimSpace(d.Why); d.Why == "" || len(d.Why) > maxWords {
		return Letter{}, ErrWords
	}
	l, seq, err := b.waiting(ctx, id)
	if errors.Is(err, ErrUnreadable) {
		l, err = Letter{ID: id, Kind: Unreadable, Lack: Gone}, nil
	}
	if err != nil {
		return l, err
	}
	return b.settle(ctx, l, seq, Dropped, d)
}

// Retry publishes the message to its subject again, where somebody waits for it,
// and then notes it. Killed in between, it may be asked once more: what it does
// to a table is a function of the table. Errors: ErrNone, ErrUnreadable,
// *NotWaitingError, *NoRetryError.
func (b *Box) Retry(ctx context.Context, id subject.PoisonID, d Decision) (Letter, error) {
	l, seq, err := b.waiting(ctx, id)
	if err != nil {
		return l, err
	}
	if why := noRetry(l); why != "" {
		return l, &NoRetryError{ID: id, Why: why}
	}
	ctx, cancel := context.WithTimeout(ctx, b.timeout)
	defer cancel()
	m := &nats.Msg{Subject: l.Subject, Data: l.Data, Header: nats.Header{}}
	if _, err := b.js.PublishMsg(ctx, m, jetstream.WithExpectStream(id.Stream())); err != nil {
		return l, fmt.Errorf("dead letter %s: publish it again: %w", id, err)
	}
	return b.settle(ctx, l, seq, Retried, d)
}

// noRetry is why a letter cannot be published again; "" when it can.
func noRetry(l Letter) string {
	switch {
	case strings.HasPrefix(l.ID.Stream(), subject.GamePrefix):
		return "its stream is append-only, nothing is ever put there again: its readers go on by themselves once they can take it; then drop this letter"
	case l.ID.Stream() != subject.TimersStream:
		return "nobody waits for messages of its stream: drop it with a reason"
	case l.Lack != "":
		return "its message is " + string(l.Lack) + ": drop it with a reason; a table that waits is found by the sweep"
	}
	if _, err := subject.ParseTimerFire(l.Subject); err != nil {
		return "it is no firing of a timer: drop it with a reason"
	}
	return ""
}

func (b *Box) waiting(ctx context.Context, id subject.PoisonID) (Letter, uint64, error) {
	l, seq, err := b.get(ctx, id)
	if err == nil && l.State != Waiting {
		err = &NotWaitingError{Letter: l}
	}
	return l, seq, err
}

// settle writes the decision; of two at one moment the second one is told.
func (b *Box) settle(ctx context.Context, l Letter, seq uint64, s State, d Decision) (Letter, error) {
	l.State, l.By, l.Why, l.Decided = s, short(d.By), d.Why, d.At
	body, err := encode(l)
	if err != nil {
		return l, err
	}
	_, err = b.records.Put(ctx, subject.Poison(l.ID), body, nil, seq)
	if errors.Is(err, records.ErrConflict) {
		if now, _, readErr := b.get(ctx, l.ID); readErr == nil {
			return now, &NotWaitingError{Letter: now}
		}
	}
	return l, err
}

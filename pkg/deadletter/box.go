package deadletter

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/records"
	"tranca.example/pkg/subject"
)

// Box reads letters and writes what was decided about them. It is safe for
// concurrent use.
type Box struct {
	records *records.Store
	js      jetstream.JetStream
	timeout time.Duration
}

// Open makes a box on the connection, which stays the caller's. timeout bounds
// each request; 0 is records.DefaultTimeout.
func Open(conn *nats.Conn, timeout time.Duration) (*Box, error) {
	if timeout == 0 {
		timeout = records.DefaultTimeout
	}
	store, err := records.New(conn, timeout)
	if err != nil {
		return nil, fmt.Errorf("dead letters: %w", err)
	}
	js, err := jetstream.New(conn, jetstream.WithDefaultTimeout(timeout))
	if err != nil {
		return nil, fmt.Errorf("dead letters: %w", err)
	}
	return &Box{records: store, js: js, timeout: timeout}, nil
}

// counted is how many messages there are of each letter. aged tells that the
// stream has forgotten some: what is alone then may be a decision.
type counted struct {
	messages map[subject.PoisonID]uint64
	aged     bool
}

// count reads no letter. A subject that names none is passed over: only a human
// can have written there, and nothing can delete it.
func (b *Box) count(ctx context.Context) (c counted, err error) {
	ctx, cancel := context.WithTimeout(ctx, b.timeout)
	defer cancel()
	stream, err := b.js.Stream(ctx, subject.PoisonStream)
	if err != nil {
		return c, fmt.Errorf("dead letters: %w", err)
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(subject.PoisonFilter()))
	if err != nil {
		return c, fmt.Errorf("dead letters: %w", err)
	}
	c = counted{make(map[subject.PoisonID]uint64, len(info.State.Subjects)), info.State.FirstSeq > 1}
	for s, messages := range info.State.Subjects {
		if id, err := subject.ParsePoison(s); err == nil {
			c.messages[id] = messages
		}
	}
	return c, nil
}

// states tells every letter there is, and whether it still waits. known is what it
// told before, or nil.
func (b *Box) states(ctx context.Context, known map[subject.PoisonID]bool) (map[subject.PoisonID]bool, error) {
	c, err := b.count(ctx)
	if err != nil {
		return nil, err
	}
	all := make(map[subject.PoisonID]bool, len(c.messages))
	for id, messages := range c.messages {
		waits, seen := known[id]
		switch {
		case messages > 1 || !seen && !c.aged:
			waits = messages == 1
		case !seen:
			if waits, err = b.waits(ctx, id); err != nil {
				return nil, err
			}
		}
		all[id] = waits
	}
	return all, nil
}

// waits reads a letter to tell it from a decision that has outlived its letter. One
// that cannot be read waits for somebody who can.
func (b *Box) waits(ctx context.Context, id subject.PoisonID) (bool, error) {
	l, err := b.Get(ctx, id)
	switch {
	case errors.Is(err, ErrNone):
		return false, nil
	case errors.Is(err, ErrUnreadable):
		return true, nil
	}
	return l.State == Waiting, err
}

// Waiting lists the letters that nobody has decided about, by stream, consumer
// and sequence.
func (b *Box) Waiting(ctx context.Context) ([]subject.PoisonID, error) {
	all, err := b.states(ctx, nil)
	maps.DeleteFunc(all, func(_ subject.PoisonID, waits bool) bool { return !waits })
	return sorted(all), err
}

// All lists every letter, decided or not, in the same order.
func (b *Box) All(ctx context.Context) ([]subject.PoisonID, error) {
	c, err := b.count(ctx)
	return sorted(c.messages), err
}

func sorted[V any](ids map[subject.PoisonID]V) []subject.PoisonID {
	return slices.SortedFunc(maps.Keys(ids), func(a, b subject.PoisonID) int {
		return cmp.Or(cmp.Compare(a.Stream(), b.Stream()), cmp.Compare(a.Consumer(), b.Consumer()), cmp.Compare(a.Seq(), b.Seq()))
	})
}

// Get reads a letter as it stands now. Errors: ErrNone,
// ErrUnreadable, records.ErrUnavailable.
func (b *Box) Get(ctx context.Context, id subject.PoisonID) (Letter, error) {
	l, _, err := b.get(ctx, id)
	return l, err
}

// get also gives the sequence that a decision has to name.
func (b *Box) get(ctx context.Context, id subject.PoisonID) (Letter, uint64, error) {
	r, err := b.records.Last(ctx, subject.PoisonStream, subject.Poison(id))
	if errors.Is(err, records.ErrNone) {
		return Letter{}, 0, fmt.Errorf("dead letter %s: %w", id, ErrNone)
	}
	if err != nil {
		return Letter{}, 0, err
	}
	l, err := decode(id, r.Data)
	return l, r.Seq, err
}

// add keeps a new letter; false: there is one of that name already.
func (b *Box) add(ctx context.Context, l Letter) (bool, error) {
	body, err := encode(l)
	if err != nil {
		return false, err
	}
	_, err = b.records.Put(ctx, subject.Poison(l.ID), body, nil, 0)
	if errors.Is(err, records.ErrConflict) {
		return false, nil
	}
	return err == nil, err
}

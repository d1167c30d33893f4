package deadletter

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
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

// IDs tells every letter there is, and whether it still waits. It reads none of
// them: a letter waits as long as its subject holds nothing but itself.
func (b *Box) IDs(ctx context.Context) (map[subject.PoisonID]bool, error) {
	ctx, cancel := context.WithTimeout(ctx, b.timeout)
	defer cancel()
	stream, err := b.js.Stream(ctx, subject.PoisonStream)
	if err != nil {
		return nil, fmt.Errorf("dead letters: %w", err)
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(subject.PoisonFilter()))
	if err != nil {
		return nil, fmt.Errorf("dead letters: %w", err)
	}
	all := make(map[subject.PoisonID]bool, len(info.State.Subjects))
	for s, messages := range info.State.Subjects {
		id, err := subject.ParsePoison(s)
		if err != nil {
			return nil, fmt.Errorf("dead letters: %w", err)
		}
		all[id] = messages == 1
	}
	return all, nil
}

// Waiting lists the letters that nobody has decided about, by stream, consumer
// and sequence.
func (b *Box) Waiting(ctx context.Context) ([]subject.PoisonID, error) {
	ids, err := b.IDs(ctx)
	return sorted(ids, func(waits bool) bool { return waits }), err
}

// All lists every letter, decided or not, in the same order.
func (b *Box) All(ctx context.Context) ([]subject.PoisonID, error) {
	ids, err := b.IDs(ctx)
	return sorted(ids, func(bool) bool { return true }), err
}

func sorted(ids map[subject.PoisonID]bool, keep func(waits bool) bool) (out []subject.PoisonID) {
	for id, waits := range ids {
		if keep(waits) {
			out = append(out, id)
		}
	}
	slices.SortFunc(out, func(a, b subject.PoisonID) int {
		if c := strings.Compare(a.Stream(), b.Stream()); c != 0 {
			return c
		}
		if c := strings.Compare(a.Consumer(), b.Consumer()); c != 0 {
			return c
		}
		if a.Seq() < b.Seq() {
			return -1
		}
		return 1
	})
	return out
}

// Get reads a letter as it stands now. Errors: ErrNone, records.ErrUnavailable.
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

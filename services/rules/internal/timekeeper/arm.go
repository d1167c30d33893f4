package timekeeper

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"tranca.example/pkg/records"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
)

// Headers of a schedule. We write them ourselves: the client library cuts the
// moment to whole seconds and fires early.
const (
	headerSchedule = "Nats-Schedule"
	headerTarget   = "Nats-Schedule-Target"
	headerRollup   = "Nats-Schedule-Rollup" // "sub": a firing replaces the table's last one
)

// horizon is how far ahead a schedule may be: the stream drops what is older
// than a day, pending schedules included.
const horizon = 12 * time.Hour

// maxPending bounds the memory of pending schedules; forgetting one costs a read.
const maxPending = 1 << 16

// pending remembers until when each table surely has a schedule.
type pending struct {
	mu sync.Mutex
	at map[subject.TableID]time.Time
}

// covers tells whether a schedule is pending that fires by at.
func (p *pending) covers(id subject.TableID, now, at time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	have, found := p.at[id]
	return found && have.After(now) && !have.After(at)
}

func (p *pending) set(id subject.TableID, at time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.at) >= maxPending {
		clear(p.at)
	}
	p.at[id] = at
}

func (p *pending) drop(id subject.TableID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.at, id)
}

// Arm makes sure that a schedule fires when the table waits for something next.
// It writes only when none is pending or the pending one is too late.
func (k *Keeper) Arm(ctx context.Context, id subject.TableID, s table.State) error {
	now := k.o.Now()
	due, ok := nextAfter(s, now)
	if !ok {
		return nil
	}
	at := due
	if limit := now.Add(horizon); at.After(limit) {
		at = limit
	}
	if k.pending.covers(id, now, at) {
		return nil
	}
	const tries = 3
	var err error
	for range tries {
		if err = k.arm(ctx, id, at, nil); !errors.Is(err, records.ErrConflict) {
			break
		}
	}
	if err != nil {
		return fmt.Errorf("arm a timer of table %s: %w", id, err)
	}
	return nil
}

// arm writes a schedule, unless one is pending that is as early. Its firing
// carries body.
func (k *Keeper) arm(ctx context.Context, id subject.TableID, at time.Time, body []byte) error {
	have, err := k.o.Records.Last(ctx, subject.TimersStream, subject.TimerSet(id))
	if err != nil && !errors.Is(err, records.ErrNone) {
		return err
	}
	if fires, ok := scheduled(have.Header); ok && !fires.After(at) {
		k.pending.set(id, fires)
		return nil
	}
	header := nats.Header{
		headerSchedule: {"@at " + at.UTC().Format(time.RFC3339Nano)},
		headerTarget:   {subject.TimerFire(id)},
		headerRollup:   {"sub"},
	}
	if _, err = k.o.Records.Put(ctx, subject.TimerSet(id), body, header, have.Seq); err != nil {
		return err
	}
	k.metrics.armed.Inc()
	k.pending.set(id, at)
	return nil
}

// scheduled reads the moment of a schedule.
func scheduled(h nats.Header) (time.Time, bool) {
	text, found := strings.CutPrefix(h.Get(headerSchedule), "@at ")
	if !found {
		return time.Time{}, false
	}
	at, err := time.Parse(time.RFC3339Nano, text)
	return at, err == nil
}

// nextAfter is the first moment after now at which the table waits for a service. Bots
// keep their own time.
func nextAfter(s table.State, now time.Time) (first time.Time, ok bool) {
	for _, d := range table.Agenda(s) {
		at := time.UnixMilli(int64(d.At))
		if d.Owner == table.Bots || !at.After(now) {
			continue
		}
		if !ok || at.Before(first) {
			first, ok = at, true
		}
	}
	return first, ok
}

// dueBy lists the services that the table waits for now.
func dueBy(s table.State, now time.Time) []table.Service {
	var out []table.Service
	seen := map[table.Service]bool{table.Bots: true}
	for _, d := range table.Agenda(s) {
		if !seen[d.Owner] && !time.UnixMilli(int64(d.At)).After(now) {
			seen[d.Owner] = true
			out = append(out, d.Owner)
		}
	}
	return out
}

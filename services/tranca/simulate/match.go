package simulate

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"tranca.example/pkg/client"
	"tranca.example/pkg/domino"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// Phases of a table, by name.
const (
	phaseOpen     = "open"
	phaseDealing  = "dealing"
	phasePlaying  = "playing"
	phaseFinished = "finished"
	phaseClosed   = "closed"
)

// How long to wait before looking again at a table that services carry on: at
// first, and at most.
const (
	firstLook = time.Millisecond
	lastLook  = 5 * time.Millisecond
)

// revealLimit is long enough for a server that is started again.
const revealLimit = 10 * time.Minute

// match is one match and all its players.
type match struct {
	o       Options
	from    source
	ledger  *ledger
	ordinal int
	table   string
	seats   []*client.Seat
	wait    time.Duration
	acted   bool   // it took more than sitting down
	known   uint32 // the highest version that any seat was shown
}

// run plays the match from the first seat to the end and returns its records.
func (m *match) run(ctx context.Context) ([]string, error) {
	if err := m.sit(ctx); err != nil {
		return nil, err
	}
	looks, version := 0, uint32(0) // which seat looks, and what it knows already
	for {
		view, err := m.seats[looks].View(ctx, version)
		if err != nil {
			return nil, fmt.Errorf("table %s: look at seat %d: %w", m.table, looks, err)
		}
		if version == 0 && view.GetTable().GetVersion() < m.known {
			// The newest that a server of the log knows which was cut off: only who names a
			// version is promised that no answer is older.
			if err := m.pause(ctx); err != nil {
				return nil, err
			}
			continue
		}
		m.known = max(m.known, view.GetTable().GetVersion())
		if err := m.ledger.saw(Seen{m.table, m.seats[looks].Number(), view.GetTable().GetVersion()}); err != nil {
			return nil, err
		}
		switch view.GetTable().GetPhase() {
		case phaseFinished:
			if !m.acted {
				m.ledger.before()
			}
			return m.records(ctx)
		case phaseClosed:
			return nil, fmt.Errorf("table %s was closed in the middle of the match", m.table)
		}
		if looks, version, err = m.step(ctx, looks, view); err != nil {
			return nil, fmt.Errorf("table %s: %w", m.table, err)
		}
	}
}

// step does what the view of a seat calls for, and tells who looks next and
// from which version on; version 0 asks for the newest.
func (m *match) step(ctx context.Context, looks int, view *apiv1.Seat) (int, uint32, error) {
	t := view.GetTable()
	switch {
	case t.GetPhase() == phaseOpen:
		return looks, 0, m.readyAll(ctx, t)
	case t.GetPhase() == phaseDealing && t.GetMatch().GetRevealBy() != nil:
		return looks, 0, m.revealAll(ctx, t)
	case t.GetPhase() != phasePlaying || t.GetRound() == nil || t.GetRound().Turn == nil:
		return looks, 0, m.pause(ctx)
	case int(t.GetRound().GetTurn()) != looks:
		return int(t.GetRound().GetTurn()), t.GetVersion(), nil
	}
	m.wait = 0
	version, drew, err := m.move(ctx, view)
	if drew {
		return looks, version, err
	}
	return int(m.o.next(domino.Seat(looks))), version, err //nolint:gosec // seats are few
}

// pause waits a little longer each time in a row.
func (m *match) pause(ctx context.Context) error {
	m.wait = min(max(2*m.wait, firstLook), lastLook)
	timer := time.NewTimer(m.wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// records are those of the match that was played; they tell how its rounds
// ended.
func (m *match) records(ctx context.Context) ([]string, error) {
	records, err := m.o.Client.Records(ctx, m.table, 0)
	if err != nil {
		return nil, fmt.Errorf("records of table %s: %w", m.table, err)
	}
	for _, r := range records {
		var round struct {
			End string `json:"end"`
		}
		if err := json.Unmarshal([]byte(r), &round); err != nil {
			return nil, fmt.Errorf("record of table %s: %w", m.table, err)
		}
		m.ledger.round(round.End == "block")
	}
	return records, nil
}

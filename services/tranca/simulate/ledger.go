package simulate

import (
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"
)

// Ack is an acknowledged command, as it stands in the acks. Seat is absent for
// whoever opens a table.
type Ack struct {
	Table   string  `json:"table"`
	Seat    *uint32 `json:"seat,omitempty"`
	Command string  `json:"command"`
	Kind    string  `json:"kind"`
	Version uint32  `json:"version"`
}

// Seen is a version that a seat was shown or told, as it stands in the file of
// those: in the order in which the seat learned them.
type Seen struct {
	Table   string `json:"table"`
	Seat    uint32 `json:"seat"`
	Version uint32 `json:"version"`
}

// ledger takes what happens in all matches.
type ledger struct {
	mu      sync.Mutex
	acks    io.Writer
	seen    io.Writer
	took    []time.Duration // of every command
	sum     Summary
	records [][]string // by match
	tell    func(done int)
}

// acknowledged notes a command; an ack is written before the next command of
// its table is sent.
func (l *ledger) acknowledged(a Ack, took time.Duration) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.took = append(l.took, took)
	l.sum.Commands++
	switch a.Kind {
	case "play", "draw", "pass":
		l.sum.Moves++
	}
	if a.Seat != nil {
		if err := writeLine(l.seen, Seen{a.Table, *a.Seat, a.Version}); err != nil {
			return fmt.Errorf("write versions: %w", err)
		}
	}
	if err := writeLine(l.acks, a); err != nil {
		return fmt.Errorf("write acks: %w", err)
	}
	return nil
}

// saw notes a version that a seat was shown.
func (l *ledger) saw(s Seen) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := writeLine(l.seen, s); err != nil {
		return fmt.Errorf("write versions: %w", err)
	}
	return nil
}

// writeLine writes JSON on a line of its own; to nobody when there is no writer.
func writeLine(w io.Writer, v any) error {
	if w == nil {
		return nil
	}
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(append(line, '\n'))
	return err
}

// round notes a round that is over.
func (l *ledger) round(blocked bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sum.Rounds++
	if blocked {
		l.sum.Blocks++
	}
}

// before notes a match that was found finished.
func (l *ledger) before() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sum.Before++
}

// ended notes how a match ended.
func (l *ledger) ended(match int, records []string, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err != nil {
		l.sum.Failed++
		l.sum.failures = append(l.sum.failures, fmt.Errorf("match %d: %w", match+1, err))
	} else {
		l.sum.Matches++
		l.records[match] = records
	}
	if l.tell != nil {
		l.tell(l.sum.Matches + l.sum.Failed)
	}
}

// writeRecords writes the records in the order of the matches.
func (l *ledger) writeRecords(w io.Writer) error {
	for _, match := range l.records {
		for _, r := range match {
			if _, err := io.WriteString(w, r+"\n"); err != nil {
				return fmt.Errorf("write records: %w", err)
			}
		}
	}
	return nil
}

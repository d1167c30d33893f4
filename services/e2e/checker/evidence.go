package checker

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Ack is a command whose sender was told that it is done.
type Ack struct {
	Table   string `json:"table"`
	Command string `json:"command"` // UUID
	Kind    string `json:"kind"`
	Version uint32 `json:"version"`
}

// Seen is one answer that a player got, in the order of the player's answers.
type Seen struct {
	Table   string `json:"table"`
	Seat    uint32 `json:"seat"`
	Version uint32 `json:"version"`
}

// Lines reads one JSON object a line. A last line that nobody finished writing is
// left out.
func Lines[T any](text []byte) (all []T, err error) {
	for line := range bytes.Lines(text) {
		if line[len(line)-1] != '\n' {
			break
		}
		var one T
		if err := json.Unmarshal(line, &one); err != nil {
			return nil, fmt.Errorf("line %d: %w", len(all)+1, err)
		}
		all = append(all, one)
	}
	return all, nil
}

// Acknowledged looks for every acknowledged command in the log. It lies at the
// version that was told, or before it when the command was sent again.
func (f *Facts) Acknowledged(acks []Ack) *Verdict {
	v := NewVerdict(RuleAcknowledged)
	for _, a := range acks {
		t, known := f.tables[a.Table]
		if !known {
			v.Check(false, "table %s: nothing is in the log; command %s (%s) was acknowledged", a.Table, a.Command, a.Kind)
			continue
		}
		version, found := t.answers[strings.ToLower(strings.ReplaceAll(a.Command, "-", ""))]
		v.Check(found && version <= a.Version, "table %s: command %s (%s) was acknowledged at version %d: the log has it at %d (0: not at all)",
			a.Table, a.Command, a.Kind, a.Version, version)
	}
	return v
}

// Unanswered is how many commands the log has of which no player was told.
func (f *Facts) Unanswered(acks []Ack) int {
	n := -len(acks)
	for _, t := range f.tables {
		n += len(t.answers)
	}
	return max(n, 0)
}

// Finished looks for the end of a match at every table of the log.
func (f *Facts) Finished() *Verdict {
	v := NewVerdict(RuleFinished)
	for _, id := range slices.Sorted(maps.Keys(f.tables)) {
		t := f.tables[id]
		v.Check(t.phase == "finished" || t.phase == "closed" && len(t.game.results) > 0,
			"table %s stands at version %d in phase %q", id, t.version, t.phase)
	}
	return v
}

// Forward checks that each seat's versions never fall.
func Forward(seen []Seen) *Verdict {
	v := NewVerdict(RuleSeen)
	type client struct {
		table string
		seat  uint32
	}
	last := map[client]uint32{}
	for _, s := range seen {
		c := client{s.Table, s.Seat}
		v.Check(s.Version >= last[c], "table %s, seat %d was shown version %d after %d", s.Table, s.Seat, s.Version, last[c])
		last[c] = s.Version
	}
	return v
}

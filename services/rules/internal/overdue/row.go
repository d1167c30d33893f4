package overdue

import (
	"encoding/json"
	"fmt"
	"math"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/projection"
	"tranca.example/pkg/table"
)

// Name of the projection, and of the list in the order of the next look.
const (
	Name = "tables"
	list = "look"
)

// How long after its moment a task is overdue, in milliseconds.
const (
	lateDeadline = table.Millis(2000) // a deadline, or the end of a bot's thinking
	lateProgress = table.Millis(5000) // a phase that services alone carry on
)

// Row is what the projection tells of a table.
type Row struct {
	Table    string      `json:"table"`
	Version  uint32      `json:"version"`
	Phase    table.Phase `json:"phase"`
	Owner    string      `json:"owner"`
	Preset   string      `json:"preset"`
	Deadline table.Time  `json:"deadline,omitempty"`
	Seats    []Seat      `json:"seats"`
	Due      []Due       `json:"due,omitempty"`
}

// Seat is who holds a seat.
type Seat struct {
	Player string `json:"player,omitempty"`
	Bot    bool   `json:"bot,omitempty"`
	Away   bool   `json:"away,omitempty"`
}

// Due is a task that the table waits for, and when it is overdue.
type Due struct {
	Task  table.Task    `json:"task"`
	Owner table.Service `json:"owner"`
	At    table.Time    `json:"at"`
	Look  table.Time    `json:"look"`
}

// Read reads a commit.
type Read func(c eventlog.Commit) (table.Commit, error)

// Fold makes the projection's changes from commits.
func Fold(read Read) projection.Fold {
	return func(c eventlog.Commit) ([]projection.Change, error) {
		commit, err := read(c)
		if err != nil {
			return nil, err
		}
		if commit.State.Phase == table.PhaseClosed {
			return []projection.Change{{Key: c.Table.String()}}, nil
		}
		row := rowOf(commit.State)
		value, err := json.Marshal(row)
		if err != nil {
			return nil, fmt.Errorf("row of table %s: %w", c.Table, err)
		}
		return []projection.Change{{Key: c.Table.String(), Value: value, Lists: row.lists()}}, nil
	}
}

func rowOf(s table.State) Row {
	r := Row{Table: s.ID, Version: s.Version, Phase: s.Phase, Owner: string(s.Phase.Owner()), Deadline: s.Deadline}
	if s.Rules != nil {
		r.Preset = s.Rules.Preset
	}
	for _, seat := range s.Seats {
		r.Seats = append(r.Seats, Seat{Player: seat.Player, Bot: seat.Kind == table.SeatBot, Away: seat.Away})
	}
	for _, d := range table.Agenda(s) {
		r.Due = append(r.Due, Due{Task: d.Task, Owner: d.Owner, At: d.At, Look: d.At + table.Time(late(d.Task))})
	}
	return r
}

func late(t table.Task) table.Millis {
	switch t {
	case table.TaskCommitDeal, table.TaskDealRound, table.TaskScore:
		return lateProgress
	case table.TaskCancelStart, table.TaskTimeout, table.TaskBotTurn, table.TaskTakeOver, table.TaskCloseIdle:
	}
	return lateDeadline
}

// lists puts the row at the moment of its next look; a table that waits for
// people alone stands in no list.
func (r Row) lists() map[string]string {
	if len(r.Due) == 0 {
		return nil
	}
	first := table.Time(math.MaxInt64)
	for _, d := range r.Due {
		first = min(first, d.Look)
	}
	return map[string]string{list: order(first)}
}

func order(t table.Time) string { return projection.OrderUint(uint64(max(t, 0))) }

// overdue lists the services that let the table wait too long.
func (r Row) overdue(now table.Time) []table.Service {
	var out []table.Service
	seen := map[table.Service]bool{}
	for _, d := range r.Due {
		if d.Look <= now && !seen[d.Owner] {
			seen[d.Owner] = true
			out = append(out, d.Owner)
		}
	}
	return out
}

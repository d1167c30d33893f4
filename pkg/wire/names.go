package wire

import (
	"reflect"

	"tranca.example/pkg/table"
)

// EventName is the name of an event's kind in the contract, such as
// tile_played: a closed set, fit for a metric's label.
func (c *Codec) EventName(e table.Event) string {
	if p := c.events.kinds[kindOf(e)]; p != nil {
		return p.name
	}
	return unnamed
}

// AskName is the name of what a request asks, such as play or get_state: a
// closed set, fit for a metric's label.
func (c *Codec) AskName(q Request) string {
	switch q.Query.(type) {
	case GetState:
		return "get_state"
	case GetSeatView:
		return "get_seat_view"
	case ListTables:
		return "list_tables"
	case ListStandings:
		return "list_standings"
	case nil:
	}
	if p := c.commands.kinds[reflect.TypeOf(q.Command)]; p != nil {
		return p.name
	}
	return unnamed
}

const unnamed = "unknown"

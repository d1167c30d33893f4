package wire

import (
	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
	eventv1 "tranca.example/proto/gen/tranca/event/v1"
)

// moveEvents are what happens on the board.
func moveEvents() []eventPair {
	return []eventPair{
		inRound[*eventv1.Event_TilePlayed](encodeTilePlayed, decodeTilePlayed),
		inRound[*eventv1.Event_TileDrawn](func(e domino.TileDrawn, deadline int64) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_TileDrawn{TileDrawn: &eventv1.TileDrawn{
				Seat: seatPtr(e.Seat), DeadlineMs: deadline,
				BoneyardLeft: uint32(e.BoneyardLeft),
			}}}
		}, func(r *reader, m *eventv1.Event) (domino.TileDrawn, int64) {
			e := m.GetTileDrawn()
			return domino.TileDrawn{
				Seat:         r.seat("tile_drawn.seat", e.Seat),
				BoneyardLeft: r.count("tile_drawn.boneyard_left", e.GetBoneyardLeft()),
			}, e.GetDeadlineMs()
		}),
		inRound[*eventv1.Event_TurnPassed](func(e domino.TurnPassed, deadline int64) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_TurnPassed{TurnPassed: &eventv1.TurnPassed{
				Seat: seatPtr(e.Seat), Next: seatPtr(e.Next), DeadlineMs: deadline,
			}}}
		}, func(r *reader, m *eventv1.Event) (domino.TurnPassed, int64) {
			e := m.GetTurnPassed()
			return domino.TurnPassed{
				Seat: r.seat("turn_passed.seat", e.Seat), Next: r.anySeat("turn_passed.next", e.Next),
			}, e.GetDeadlineMs()
		}),
		inRound[*eventv1.Event_ChickieCalled](func(e domino.ChickieCalled, deadline int64) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_ChickieCalled{ChickieCalled: &eventv1.ChickieCalled{
				Seat: seatPtr(e.Seat), Double: tilePtr(e.Double), DeadlineMs: deadline,
			}}}
		}, func(r *reader, m *eventv1.Event) (domino.ChickieCalled, int64) {
			e := m.GetChickieCalled()
			return domino.ChickieCalled{
				Seat: r.seat("chickie_called.seat", e.Seat), Double: r.tile("chickie_called.double", e.Double),
			}, e.GetDeadlineMs()
		}),
		inRound[*eventv1.Event_FootCompleted](encodeFootCompleted, decodeFootCompleted),
		inRound[*eventv1.Event_DoubleHung](encodeDoubleHung, decodeDoubleHung),
	}
}

func encodeTilePlayed(e domino.TilePlayed, deadline int64) *eventv1.Event {
	return &eventv1.Event{Kind: &eventv1.Event_TilePlayed{TilePlayed: &eventv1.TilePlayed{
		Seat: seatPtr(e.Seat), Tile: tilePtr(e.Tile), Spot: uint32(e.Spot), Next: seatPtr(e.Next), DeadlineMs: deadline,
	}}}
}

func decodeTilePlayed(r *reader, m *eventv1.Event) (domino.TilePlayed, int64) {
	e := m.GetTilePlayed()
	return domino.TilePlayed{
		Seat: r.seat("tile_played.seat", e.Seat), Tile: r.tile("tile_played.tile", e.Tile),
		Spot: r.spot("tile_played.spot", e.GetSpot()), Next: r.anySeat("tile_played.next", e.Next),
	}, e.GetDeadlineMs()
}

func encodeFootCompleted(e domino.FootCompleted, deadline int64) *eventv1.Event {
	return &eventv1.Event{Kind: &eventv1.Event_FootCompleted{FootCompleted: &eventv1.FootCompleted{
		Seat: seatPtr(e.Seat), Node: uint32(e.Node), DeadlineMs: deadline,
	}}}
}

func decodeFootCompleted(r *reader, m *eventv1.Event) (domino.FootCompleted, int64) {
	e := m.GetFootCompleted()
	return domino.FootCompleted{
		Seat: r.seat("foot_completed.seat", e.Seat), Node: r.spot("foot_completed.node", e.GetNode()),
	}, e.GetDeadlineMs()
}

func encodeDoubleHung(e domino.DoubleHung, deadline int64) *eventv1.Event {
	return &eventv1.Event{Kind: &eventv1.Event_DoubleHung{DoubleHung: &eventv1.DoubleHung{
		Double: tilePtr(e.Double), By: seatPtr(e.By), DeadlineMs: deadline,
	}}}
}

func decodeDoubleHung(r *reader, m *eventv1.Event) (domino.DoubleHung, int64) {
	e := m.GetDoubleHung()
	return domino.DoubleHung{
		Double: r.tile("double_hung.double", e.Double), By: r.seat("double_hung.by", e.By),
	}, e.GetDeadlineMs()
}

// clockEvents are about the time of a turn.
func clockEvents() []eventPair {
	return []eventPair{
		event[*eventv1.Event_TurnTimedOut](func(e table.TurnTimedOut) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_TurnTimedOut{TurnTimedOut: &eventv1.TurnTimedOut{
				Seat: seatPtr(e.Seat), Action: e.Action,
			}}}
		}, func(r *reader, m *eventv1.Event) table.TurnTimedOut {
			e := m.GetTurnTimedOut()
			return table.TurnTimedOut{Seat: r.seat("turn_timed_out.seat", e.Seat), Action: e.GetAction()}
		}),
		event[*eventv1.Event_ClockCompensated](func(e table.ClockCompensated) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_ClockCompensated{ClockCompensated: &eventv1.ClockCompensated{
				DeadlineMs: int64(e.Deadline), GraceMs: int64(e.Grace),
			}}}
		}, func(_ *reader, m *eventv1.Event) table.ClockCompensated {
			e := m.GetClockCompensated()
			return table.ClockCompensated{Deadline: table.Time(e.GetDeadlineMs()), Grace: table.Time(e.GetGraceMs())}
		}),
	}
}

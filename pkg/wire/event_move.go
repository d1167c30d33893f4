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
		inRound[*eventv1.Event_TileDrawn](func(e domino.TileDrawn, in table.InRound) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_TileDrawn{TileDrawn: &eventv1.TileDrawn{
				Seat: seatPtr(e.Seat), DeadlineMs: int64(in.Deadline),
				BoneyardLeft: uint32(e.BoneyardLeft),
			}}}
		}, func(r *reader, m *eventv1.Event) table.InRound {
			e := m.GetTileDrawn()
			return table.InRound{Event: domino.TileDrawn{
				Seat:         r.seat("tile_drawn.seat", e.Seat),
				BoneyardLeft: r.count("tile_drawn.boneyard_left", e.GetBoneyardLeft()),
			}, Deadline: table.Time(e.GetDeadlineMs())}
		}),
		inRound[*eventv1.Event_TurnPassed](encodeTurnPassed, decodeTurnPassed),
		inRound[*eventv1.Event_ChickieCalled](func(e domino.ChickieCalled, in table.InRound) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_ChickieCalled{ChickieCalled: &eventv1.ChickieCalled{
				Seat: seatPtr(e.Seat), Double: tilePtr(e.Double), DeadlineMs: int64(in.Deadline),
			}}}
		}, func(r *reader, m *eventv1.Event) table.InRound {
			e := m.GetChickieCalled()
			return table.InRound{Event: domino.ChickieCalled{
				Seat: r.seat("chickie_called.seat", e.Seat), Double: r.tile("chickie_called.double", e.Double),
			}, Deadline: table.Time(e.GetDeadlineMs())}
		}),
		inRound[*eventv1.Event_FootCompleted](encodeFootCompleted, decodeFootCompleted),
		inRound[*eventv1.Event_DoubleHung](encodeDoubleHung, decodeDoubleHung),
	}
}

func encodeTilePlayed(e domino.TilePlayed, in table.InRound) *eventv1.Event {
	return &eventv1.Event{Kind: &eventv1.Event_TilePlayed{TilePlayed: &eventv1.TilePlayed{
		Seat: seatPtr(e.Seat), Tile: tilePtr(e.Tile), Spot: uint32(e.Spot), Next: seatPtr(e.Next),
		DeadlineMs: int64(in.Deadline), LimitEndMs: int64(in.LimitEnd),
		BankUsedMs: int64(in.BankUsed), BankAddedMs: int64(in.BankAdded),
	}}}
}

func decodeTilePlayed(r *reader, m *eventv1.Event) table.InRound {
	e := m.GetTilePlayed()
	return table.InRound{
		Event: domino.TilePlayed{
			Seat: r.seat("tile_played.seat", e.Seat), Tile: r.tile("tile_played.tile", e.Tile),
			Spot: r.spot("tile_played.spot", e.GetSpot()), Next: r.anySeat("tile_played.next", e.Next),
		},
		Deadline: table.Time(e.GetDeadlineMs()), LimitEnd: table.Time(e.GetLimitEndMs()),
		BankUsed: table.Millis(e.GetBankUsedMs()), BankAdded: table.Millis(e.GetBankAddedMs()),
	}
}

func encodeTurnPassed(e domino.TurnPassed, in table.InRound) *eventv1.Event {
	return &eventv1.Event{Kind: &eventv1.Event_TurnPassed{TurnPassed: &eventv1.TurnPassed{
		Seat: seatPtr(e.Seat), Next: seatPtr(e.Next),
		DeadlineMs: int64(in.Deadline), LimitEndMs: int64(in.LimitEnd),
		BankUsedMs: int64(in.BankUsed), BankAddedMs: int64(in.BankAdded),
	}}}
}

func decodeTurnPassed(r *reader, m *eventv1.Event) table.InRound {
	e := m.GetTurnPassed()
	return table.InRound{
		Event: domino.TurnPassed{
			Seat: r.seat("turn_passed.seat", e.Seat), Next: r.anySeat("turn_passed.next", e.Next),
		},
		Deadline: table.Time(e.GetDeadlineMs()), LimitEnd: table.Time(e.GetLimitEndMs()),
		BankUsed: table.Millis(e.GetBankUsedMs()), BankAdded: table.Millis(e.GetBankAddedMs()),
	}
}

func encodeFootCompleted(e domino.FootCompleted, in table.InRound) *eventv1.Event {
	return &eventv1.Event{Kind: &eventv1.Event_FootCompleted{FootCompleted: &eventv1.FootCompleted{
		Seat: seatPtr(e.Seat), Node: uint32(e.Node), DeadlineMs: int64(in.Deadline),
	}}}
}

func decodeFootCompleted(r *reader, m *eventv1.Event) table.InRound {
	e := m.GetFootCompleted()
	return table.InRound{Event: domino.FootCompleted{
		Seat: r.seat("foot_completed.seat", e.Seat), Node: r.spot("foot_completed.node", e.GetNode()),
	}, Deadline: table.Time(e.GetDeadlineMs())}
}

func encodeDoubleHung(e domino.DoubleHung, in table.InRound) *eventv1.Event {
	return &eventv1.Event{Kind: &eventv1.Event_DoubleHung{DoubleHung: &eventv1.DoubleHung{
		Double: tilePtr(e.Double), By: seatPtr(e.By), DeadlineMs: int64(in.Deadline),
	}}}
}

func decodeDoubleHung(r *reader, m *eventv1.Event) table.InRound {
	e := m.GetDoubleHung()
	return table.InRound{Event: domino.DoubleHung{
		Double: r.tile("double_hung.double", e.Double), By: r.seat("double_hung.by", e.By),
	}, Deadline: table.Time(e.GetDeadlineMs())}
}

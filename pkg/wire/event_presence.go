package wire

import (
	"tranca.example/pkg/table"
	eventv1 "tranca.example/proto/gen/tranca/event/v1"
)

// presenceEvents may happen to a seat in any phase.
func presenceEvents() []eventPair {
	return []eventPair{
		event[*eventv1.Event_SeatDisconnected](func(e table.SeatDisconnected) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_SeatDisconnected{SeatDisconnected: &eventv1.SeatDisconnected{
				Seat: seatPtr(e.Seat), GraceUntilMs: int64(e.GraceUntil),
			}}}
		}, func(r *reader, m *eventv1.Event) table.SeatDisconnected {
			e := m.GetSeatDisconnected()
			return table.SeatDisconnected{
				Seat: r.seat("seat_disconnected.seat", e.Seat), GraceUntil: table.Time(e.GetGraceUntilMs()),
			}
		}),
		event[*eventv1.Event_SeatReturned](func(e table.SeatReturned) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_SeatReturned{SeatReturned: &eventv1.SeatReturned{
				Seat: seatPtr(e.Seat),
			}}}
		}, func(r *reader, m *eventv1.Event) table.SeatReturned {
			return table.SeatReturned{Seat: r.seat("seat_returned.seat", m.GetSeatReturned().Seat)}
		}),
		event[*eventv1.Event_SeatTakenOver](encodeSeatTakenOver, decodeSeatTakenOver),
		event[*eventv1.Event_SeatTokenIssued](func(e table.SeatTokenIssued) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_SeatTokenIssued{SeatTokenIssued: &eventv1.SeatTokenIssued{
				Seat: seatPtr(e.Seat), Gen: e.Gen, By: encodeAuthor(e.By), Reason: e.Reason,
			}}}
		}, func(r *reader, m *eventv1.Event) table.SeatTokenIssued {
			e := m.GetSeatTokenIssued()
			return table.SeatTokenIssued{
				Seat: r.seat("seat_token_issued.seat", e.Seat), Gen: e.GetGen(), By: decodeAuthor(e.GetBy()), Reason: e.GetReason(),
			}
		}),
	}
}

func encodeSeatTakenOver(e table.SeatTakenOver) *eventv1.Event {
	return &eventv1.Event{Kind: &eventv1.Event_SeatTakenOver{SeatTakenOver: &eventv1.SeatTakenOver{
		Seat: seatPtr(e.Seat), From: e.From, To: e.To, Kind: eventv1.HolderKind(e.Kind),
		Policy: e.Policy, Gen: e.Gen, Actor: e.Actor, KeyHash: hashBytes(e.KeyHash), Name: e.Name, Reason: e.Reason,
	}}}
}

func decodeSeatTakenOver(r *reader, m *eventv1.Event) table.SeatTakenOver {
	e := m.GetSeatTakenOver()
	return table.SeatTakenOver{
		Seat: r.seat("seat_taken_over.seat", e.Seat), From: e.GetFrom(), To: e.GetTo(),
		Kind:   r.holderKind("seat_taken_over.kind", e.GetKind()),
		Policy: e.GetPolicy(), Gen: e.GetGen(), Actor: e.GetActor(), Name: e.GetName(), Reason: e.GetReason(),
		KeyHash: r.hash("seat_taken_over.key_hash", e.GetKeyHash()),
	}
}

func encodeAuthor(a table.Author) *eventv1.Author {
	if a == (table.Author{}) {
		return nil
	}
	return &eventv1.Author{Kind: a.Kind, Name: a.Name}
}

func decodeAuthor(m *eventv1.Author) table.Author {
	return table.Author{Kind: m.GetKind(), Name: m.GetName()}
}

func (r *reader) holderKind(field string, k eventv1.HolderKind) table.HolderKind {
	if _, known := eventv1.HolderKind_name[int32(k)]; !known {
		r.fail(field, k.String(), "a known kind of holder")
	}
	return table.HolderKind(k)
}

// operatorEvents stop a table and let it go on.
func operatorEvents() []eventPair {
	return []eventPair{
		event[*eventv1.Event_TableFrozen](func(e table.TableFrozen) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_TableFrozen{TableFrozen: &eventv1.TableFrozen{
				Reason: e.Reason, BankUsedMs: int64(e.BankUsed), By: encodeAuthor(e.By),
			}}}
		}, func(_ *reader, m *eventv1.Event) table.TableFrozen {
			e := m.GetTableFrozen()
			return table.TableFrozen{
				Reason: e.GetReason(), BankUsed: table.Millis(e.GetBankUsedMs()), By: decodeAuthor(e.GetBy()),
			}
		}),
		event[*eventv1.Event_TableThawed](func(e table.TableThawed) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_TableThawed{TableThawed: &eventv1.TableThawed{
				DeadlineMs: int64(e.Deadline), LimitEndMs: int64(e.LimitEnd), GraceMs: int64(e.Grace),
				Reason: e.Reason, By: encodeAuthor(e.By),
			}}}
		}, func(_ *reader, m *eventv1.Event) table.TableThawed {
			e := m.GetTableThawed()
			return table.TableThawed{
				Deadline: table.Time(e.GetDeadlineMs()), LimitEnd: table.Time(e.GetLimitEndMs()), Grace: table.Time(e.GetGraceMs()),
				Reason: e.GetReason(), By: decodeAuthor(e.GetBy()),
			}
		}),
		event[*eventv1.Event_TableVoided](func(e table.TableVoided) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_TableVoided{TableVoided: &eventv1.TableVoided{
				Reason: e.Reason, By: encodeAuthor(e.By),
			}}}
		}, func(_ *reader, m *eventv1.Event) table.TableVoided {
			e := m.GetTableVoided()
			return table.TableVoided{Reason: e.GetReason(), By: decodeAuthor(e.GetBy())}
		}),
	}
}

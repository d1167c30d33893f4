package wire

import (
	"tranca.example/pkg/table"
	eventv1 "tranca.example/proto/gen/tranca/event/v1"
)

// clockEvents are about the time of a turn.
func clockEvents() []eventPair {
	return []eventPair{
		event[*eventv1.Event_BankOpened](func(e table.BankOpened) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_BankOpened{BankOpened: &eventv1.BankOpened{
				Seat: seatPtr(e.Seat), SinceMs: int64(e.Since), DeadlineMs: int64(e.Deadline),
			}}}
		}, func(r *reader, m *eventv1.Event) table.BankOpened {
			e := m.GetBankOpened()
			return table.BankOpened{
				Seat: r.seat("bank_opened.seat", e.Seat), Since: table.Time(e.GetSinceMs()), Deadline: table.Time(e.GetDeadlineMs()),
			}
		}),
		event[*eventv1.Event_TurnTimedOut](func(e table.TurnTimedOut) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_TurnTimedOut{TurnTimedOut: &eventv1.TurnTimedOut{
				Seat: seatPtr(e.Seat), Action: e.Action, BankUsedMs: int64(e.BankUsed),
			}}}
		}, func(r *reader, m *eventv1.Event) table.TurnTimedOut {
			e := m.GetTurnTimedOut()
			return table.TurnTimedOut{
				Seat: r.seat("turn_timed_out.seat", e.Seat), Action: e.GetAction(), BankUsed: table.Millis(e.GetBankUsedMs()),
			}
		}),
		event[*eventv1.Event_ClockCompensated](func(e table.ClockCompensated) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_ClockCompensated{ClockCompensated: &eventv1.ClockCompensated{
				DeadlineMs: int64(e.Deadline), LimitEndMs: int64(e.LimitEnd), GraceMs: int64(e.Grace),
			}}}
		}, func(_ *reader, m *eventv1.Event) table.ClockCompensated {
			e := m.GetClockCompensated()
			return table.ClockCompensated{
				Deadline: table.Time(e.GetDeadlineMs()), LimitEnd: table.Time(e.GetLimitEndMs()), Grace: table.Time(e.GetGraceMs()),
			}
		}),
	}
}

package wire

import (
	"tranca.example/pkg/table"
	eventv1 "tranca.example/proto/gen/tranca/event/v1"
)

// seatEvents are seats and who holds them.
func seatEvents() []eventPair {
	return []eventPair{
		event[*eventv1.Event_SeatTaken](func(e table.SeatTaken) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_SeatTaken{SeatTaken: &eventv1.SeatTaken{
				Seat: seatPtr(e.Seat), Player: e.Player, KeyHash: hashBytes(e.KeyHash), Gen: e.Gen,
			}}}
		}, func(r *reader, m *eventv1.Event) table.SeatTaken {
			e := m.GetSeatTaken()
			return table.SeatTaken{
				Seat: r.seat("seat_taken.seat", e.Seat), Player: e.GetPlayer(),
				KeyHash: r.hash("seat_taken.key_hash", e.GetKeyHash()), Gen: e.GetGen(),
			}
		}),
		event[*eventv1.Event_SeatMoved](func(e table.SeatMoved) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_SeatMoved{SeatMoved: &eventv1.SeatMoved{
				From: seatPtr(e.From), To: seatPtr(e.To), Gen: e.Gen,
			}}}
		}, func(r *reader, m *eventv1.Event) table.SeatMoved {
			e := m.GetSeatMoved()
			return table.SeatMoved{
				From: r.seat("seat_moved.from", e.From), To: r.seat("seat_moved.to", e.To), Gen: e.GetGen(),
			}
		}),
		event[*eventv1.Event_SeatLeft](func(e table.SeatLeft) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_SeatLeft{SeatLeft: &eventv1.SeatLeft{
				Seat: seatPtr(e.Seat), By: encodeAuthor(e.By), Reason: e.Reason,
			}}}
		}, func(r *reader, m *eventv1.Event) table.SeatLeft {
			e := m.GetSeatLeft()
			return table.SeatLeft{Seat: r.seat("seat_left.seat", e.Seat), By: decodeAuthor(e.GetBy()), Reason: e.GetReason()}
		}),
		event[*eventv1.Event_BotSeated](func(e table.BotSeated) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_BotSeated{BotSeated: &eventv1.BotSeated{
				Seat: seatPtr(e.Seat), Name: e.Name, Policy: e.Policy, Gen: e.Gen,
			}}}
		}, func(r *reader, m *eventv1.Event) table.BotSeated {
			e := m.GetBotSeated()
			return table.BotSeated{
				Seat: r.seat("bot_seated.seat", e.Seat), Name: e.GetName(), Policy: e.GetPolicy(), Gen: e.GetGen(),
			}
		}),
	}
}

// readyEvents are wishes to play.
func readyEvents() []eventPair {
	return []eventPair{
		event[*eventv1.Event_PlayerReady](func(e table.PlayerReady) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_PlayerReady{PlayerReady: &eventv1.PlayerReady{
				Seat: seatPtr(e.Seat), ClientCommit: hashBytes(e.ClientCommit),
			}}}
		}, func(r *reader, m *eventv1.Event) table.PlayerReady {
			e := m.GetPlayerReady()
			return table.PlayerReady{
				Seat:         r.seat("player_ready.seat", e.Seat),
				ClientCommit: r.hash("player_ready.client_commit", e.GetClientCommit()),
			}
		}),
		event[*eventv1.Event_PlayerUnready](func(e table.PlayerUnready) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_PlayerUnready{PlayerUnready: &eventv1.PlayerUnready{
				Seat: seatPtr(e.Seat),
			}}}
		}, func(r *reader, m *eventv1.Event) table.PlayerUnready {
			return table.PlayerUnready{Seat: r.seat("player_unready.seat", m.GetPlayerUnready().Seat)}
		}),
		event[*eventv1.Event_RematchAsked](func(e table.RematchAsked) *eventv1.Event {
			return &eventv1.Event{Kind: &eventv1.Event_RematchAsked{RematchAsked: &eventv1.RematchAsked{
				Seat: seatPtr(e.Seat),
			}}}
		}, func(r *reader, m *eventv1.Event) table.RematchAsked {
			return table.RematchAsked{Seat: r.seat("rematch_asked.seat", m.GetRematchAsked().Seat)}
		}),
	}
}

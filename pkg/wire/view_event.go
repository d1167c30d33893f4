package wire

import (
	"reflect"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// LiveUpdate is what everybody may know of a commit: its events and the table
// after it.
func (c *Codec) LiveUpdate(commit table.Commit) *apiv1.LiveUpdate {
	return &apiv1.LiveUpdate{
		TableId: commit.State.ID, Version: commit.Version, Time: timeView(commit.At),
		Events: c.PublicEvents(commit), Table: c.TableView(commit.State),
	}
}

// PublicEvents is what everybody may know of a commit's events. An event shows
// nothing but its type unless a rule below says what.
func (c *Codec) PublicEvents(commit table.Commit) []*apiv1.PublicEvent {
	out := make([]*apiv1.PublicEvent, 0, len(commit.Events))
	for _, e := range commit.Events {
		kind := kindOf(e)
		p := c.events.kinds[kind]
		if p == nil {
			continue
		}
		m := &apiv1.PublicEvent{Type: p.name}
		if show := c.shows[kind]; show != nil {
			show(e, m)
		}
		out = append(out, m)
	}
	return out
}

// shower says what an event shows.
type shower struct {
	kind reflect.Type
	show func(table.Event, *apiv1.PublicEvent)
}

func shows[K table.Event](show func(K, *apiv1.PublicEvent)) shower {
	return shower{reflect.TypeFor[K](), func(e table.Event, m *apiv1.PublicEvent) {
		if k, ok := e.(K); ok {
			show(k, m)
		}
	}}
}

func showsInRound[K domino.Event](show func(K, *apiv1.PublicEvent)) shower {
	return shower{reflect.TypeFor[K](), func(e table.Event, m *apiv1.PublicEvent) {
		if in, ok := e.(table.InRound); ok {
			if k, ok := in.Event.(K); ok {
				show(k, m)
			}
		}
	}}
}

func showers() map[reflect.Type]func(table.Event, *apiv1.PublicEvent) {
	out := make(map[reflect.Type]func(table.Event, *apiv1.PublicEvent))
	for _, family := range [][]shower{seatShowers(), tableShowers(), roundShowers(), edgeShowers()} {
		for _, s := range family {
			out[s.kind] = s.show
		}
	}
	return out
}

func seatShowers() []shower {
	return []shower{
		shows(func(e table.SeatTaken, m *apiv1.PublicEvent) { m.Seat, m.Player = seatPtr(e.Seat), e.Player }),
		shows(func(e table.SeatMoved, m *apiv1.PublicEvent) { m.Seat, m.From = seatPtr(e.To), seatPtr(e.From) }),
		shows(func(e table.SeatLeft, m *apiv1.PublicEvent) {
			m.Seat, m.By, m.Reason = seatPtr(e.Seat), e.By.Kind, e.Reason
		}),
		shows(func(e table.BotSeated, m *apiv1.PublicEvent) { m.Seat, m.Player = seatPtr(e.Seat), e.Name }),
		shows(func(e table.PlayerReady, m *apiv1.PublicEvent) { m.Seat = seatPtr(e.Seat) }),
		shows(func(e table.PlayerUnready, m *apiv1.PublicEvent) { m.Seat = seatPtr(e.Seat) }),
		shows(func(e table.RematchAsked, m *apiv1.PublicEvent) { m.Seat = seatPtr(e.Seat) }),
		shows(func(e table.ClientSeedRevealed, m *apiv1.PublicEvent) { m.Seat = seatPtr(e.Seat) }),
		shows(func(e table.SeatDisconnected, m *apiv1.PublicEvent) { m.Seat = seatPtr(e.Seat) }),
		shows(func(e table.SeatReturned, m *apiv1.PublicEvent) { m.Seat = seatPtr(e.Seat) }),
		shows(func(e table.SeatTokenIssued, m *apiv1.PublicEvent) {
			m.Seat, m.By, m.Reason = seatPtr(e.Seat), e.By.Kind, e.Reason
		}),
		shows(func(e table.SeatTakenOver, m *apiv1.PublicEvent) {
			m.Seat, m.Player, m.Reason = seatPtr(e.Seat), e.To, e.Actor
			if e.Name != "" { // an official's word
				m.By, m.Reason = e.Actor, e.Reason
			}
		}),
	}
}

func tableShowers() []shower {
	return []shower{
		shows(func(e table.TableClosed, m *apiv1.PublicEvent) { m.Reason = e.Reason }),
		shows(func(e table.TableFrozen, m *apiv1.PublicEvent) { m.By, m.Reason = e.By.Kind, e.Reason }),
		shows(func(e table.TableThawed, m *apiv1.PublicEvent) { m.By, m.Reason = e.By.Kind, e.Reason }),
		shows(func(e table.TableVoided, m *apiv1.PublicEvent) { m.By, m.Reason = e.By.Kind, e.Reason }),
		shows(func(e table.StartCancelled, m *apiv1.PublicEvent) { m.Seats = seatNumbers(e.Seats) }),
		shows(func(e table.MatchEnded, m *apiv1.PublicEvent) {
			m.Winners, m.Reason = seatNumbers(e.Winners), e.Reason
		}),
	}
}

func roundShowers() []shower {
	return []shower{
		showsInRound(func(e domino.TilePlayed, m *apiv1.PublicEvent) {
			m.Seat, m.Next, m.Tile = seatPtr(e.Seat), seatPtr(e.Next), e.Tile.String()
			m.Side, m.Node = spotView(e.Spot)
		}),
		showsInRound(func(e domino.TileDrawn, m *apiv1.PublicEvent) { m.Seat = seatPtr(e.Seat) }),
		showsInRound(func(e domino.TurnPassed, m *apiv1.PublicEvent) {
			m.Seat, m.Next = seatPtr(e.Seat), seatPtr(e.Next)
		}),
		showsInRound(func(e domino.ChickieCalled, m *apiv1.PublicEvent) {
			m.Seat, m.Tile = seatPtr(e.Seat), e.Double.String()
		}),
		showsInRound(func(e domino.FootCompleted, m *apiv1.PublicEvent) {
			m.Seat = seatPtr(e.Seat)
			_, m.Node = spotView(e.Node)
		}),
		showsInRound(func(e domino.DoubleHung, m *apiv1.PublicEvent) {
			m.Seat, m.Tile = seatPtr(e.By), e.Double.String()
		}),
		shows(func(e table.BankOpened, m *apiv1.PublicEvent) { m.Seat = seatPtr(e.Seat) }),
		shows(func(e table.TurnTimedOut, m *apiv1.PublicEvent) { m.Seat, m.Reason = seatPtr(e.Seat), e.Action }),
	}
}

func edgeShowers() []shower {
	return []shower{
		shows(func(e table.RoundDealt, m *apiv1.PublicEvent) { m.Next = seatPtr(e.Opener) }),
		shows(func(e table.RoundEnded, m *apiv1.PublicEvent) {
			m.Reason, m.Result = e.Reason, resultView(table.Ended(e))
		}),
		shows(func(e table.RoundScored, m *apiv1.PublicEvent) { m.Points = pointsView(e.Score) }),
	}
}

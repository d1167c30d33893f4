package simulate

import (
	"context"
	"encoding/hex"
	"fmt"
	"time"

	"tranca.example/pkg/client"
	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// sit opens the table and takes every seat of it.
func (m *match) sit(ctx context.Context) error {
	open := &apiv1.OpenTableRequest{
		CommandId: m.from.commandID(m.ordinal, 0, "open"), Preset: m.o.Preset, Knobs: m.o.Knobs, Options: options(),
	}
	begun := m.o.Now()
	r, err := m.player(0).Open(ctx, open)
	if err != nil {
		return fmt.Errorf("open: %w", err)
	}
	m.table = r.GetTableId()
	if err := m.acked(begun, nil, "open", open.GetCommandId(), r.GetVersion()); err != nil {
		return err
	}
	for i := range uint32(m.o.Seats) { //nolint:gosec // seats are few
		if err := m.sitAt(ctx, i); err != nil {
			return fmt.Errorf("table %s: seat %d: %w", m.table, i, err)
		}
	}
	return nil
}

func (m *match) sitAt(ctx context.Context, i uint32) error {
	sit := &apiv1.SitRequest{
		TableId: m.table, CommandId: m.from.commandID(m.ordinal, i, "sit"), Seat: &i, Player: fmt.Sprintf("sim%dseat%d", m.ordinal, i),
	}
	begun := m.o.Now()
	seat, err := m.player(i).Sit(ctx, sit)
	if err != nil {
		return err
	}
	m.seats = append(m.seats, seat)
	return m.acked(begun, seat, "sit", sit.GetCommandId(), seat.Version())
}

func (m *match) player(i uint32) *client.Player {
	return m.o.Client.Player(m.from.playerKey(m.ordinal, i))
}

// options are those of a table where nobody waits for anybody.
func options() *apiv1.Options {
	return &apiv1.Options{
		TurnLimitMs: new(uint32(0)), FirstMoveMs: new(uint32(0)), TimeBankMs: new(uint32(0)), IncrementMs: new(uint32(0)),
		IntermissionMs: new(uint32(0)), IdleLimitMs: new(uint32(0)), GraceMs: new(uint32(0)),
		RevealLimitMs: new(uint32(revealLimit.Milliseconds())),
	}
}

// readyAll makes ready who is not. Each has a say in the deals.
func (m *match) readyAll(ctx context.Context, t *apiv1.Table) error {
	n := t.GetMatch().GetN() + 1
	for i, seat := range m.seats {
		if t.GetSeats()[i].GetReady() {
			continue
		}
		commit, err := deal.ClientCommit(fmt.Sprintf("%s.%d", m.table, n), domino.Seat(i), m.from.clientSeed(m.ordinal, seat.Number()))
		if err != nil {
			return err
		}
		if _, err := m.send(seat, "ready", fmt.Sprint("ready ", n), 0, func(c client.Command) (uint32, error) {
			return seat.Ready(ctx, c, hex.EncodeToString(commit[:]))
		}); err != nil {
			return err
		}
	}
	return nil
}

// revealAll shows the client seeds that are missing.
func (m *match) revealAll(ctx context.Context, t *apiv1.Table) error {
	for i, seat := range m.seats {
		if t.GetSeats()[i].GetClientSeed() != "" {
			continue
		}
		seed := hex.EncodeToString(m.from.clientSeed(m.ordinal, seat.Number()))
		if _, err := m.send(seat, "reveal", fmt.Sprint("reveal ", t.GetMatch().GetN()), 0, func(c client.Command) (uint32, error) {
			return seat.Reveal(ctx, c, seed)
		}); err != nil {
			return err
		}
	}
	return nil
}

// move makes the move of the seat on turn, whose view it is.
func (m *match) move(ctx context.Context, view *apiv1.Seat) (version uint32, drew bool, err error) {
	t := view.GetTable()
	seat, moves := m.seats[view.GetSeat()], view.GetMoves()
	round, n := t.GetRound().GetRound(), len(t.GetRound().GetMoves())
	name := fmt.Sprintf("move %s %d %d", t.GetMatch().GetMatchId(), round, n)
	switch {
	case len(moves.GetPlays()) > 0:
		place, err := choose(m.o.Policy, moves.GetPlays(), m.from.choice(m.ordinal, seat.Number(), round, n))
		if err != nil {
			return 0, false, err
		}
		version, err = m.send(seat, "play", name, t.GetVersion(), func(c client.Command) (uint32, error) { return seat.Play(ctx, c, place) })
		return version, false, err
	case moves.GetMayDraw():
		version, err = m.send(seat, "draw", name, t.GetVersion(), func(c client.Command) (uint32, error) { return seat.Draw(ctx, c) })
		return version, true, err
	case moves.GetMayPass():
		version, err = m.send(seat, "pass", name, t.GetVersion(), func(c client.Command) (uint32, error) { return seat.Pass(ctx, c) })
		return version, false, err
	}
	return 0, false, fmt.Errorf("seat %d is on turn at version %d and can do nothing", view.GetSeat(), t.GetVersion())
}

// send sends a command and notes its answer.
func (m *match) send(
	seat *client.Seat, kind, name string, expected uint32, command func(client.Command) (uint32, error),
) (uint32, error) {
	c := client.Command{ID: m.from.commandID(m.ordinal, seat.Number(), name), Expected: expected}
	m.acted = true
	begun := m.o.Now()
	version, err := command(c)
	if err != nil {
		return 0, fmt.Errorf("%s of seat %d at version %d: %w", kind, seat.Number(), expected, err)
	}
	return version, m.acked(begun, seat, kind, c.ID, version)
}

func (m *match) acked(begun time.Time, seat *client.Seat, kind, id string, version uint32) error {
	a := Ack{Table: m.table, Command: id, Kind: kind, Version: version}
	if seat != nil {
		a.Seat = new(seat.Number())
	}
	return m.ledger.acknowledged(a, m.o.Now().Sub(begun))
}

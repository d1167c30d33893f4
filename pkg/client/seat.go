package client

import (
	"context"

	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// Seat is a seat at a table whose token one has. Its commands are for one
// goroutine at a time.
type Seat struct {
	c       *Client
	table   string
	number  uint32
	token   string
	version uint32
}

// Seat is a seat whose token is known already.
func (c *Client) Seat(tableID string, number uint32, token string) *Seat {
	return &Seat{c: c, table: tableID, number: number, token: token}
}

// TableID is the id of the seat's table.
func (s *Seat) TableID() string { return s.table }

// Number is the seat's number, clockwise from 0.
func (s *Seat) Number() uint32 { return s.number }

// Token is what whoever holds the seat shows. Keep it secret.
func (s *Seat) Token() string { return s.token }

func (s *Seat) shown() credential { return credential{"Authorization", "Bearer " + s.token} }

// Version is the version of the table in which the last accepted command of this
// seat is done; 0: none was accepted yet.
func (s *Seat) Version() uint32 { return s.version }

// View is what the seat sees, at least of a version; 0: the newest.
func (s *Seat) View(ctx context.Context, atLeast uint32) (*apiv1.Seat, error) {
	m := &apiv1.GetSeatRequest{TableId: s.table, AtLeastVersion: atLeast}
	r, err := call(ctx, s.c, s.shown(), m, s.c.api.GetSeat)
	return r.GetSeat(), err
}

// Command is what all commands of a seat share.
type Command struct {
	// ID is a UUID, the same for every try; empty: a random one.
	ID string
	// Expected is the version that the decision was made on; 0: whatever it is.
	Expected uint32
}

// Ready asks to start. clientCommit is a commitment to a client seed in
// hexadecimal, or empty.
func (s *Seat) Ready(ctx context.Context, c Command, clientCommit string) (uint32, error) {
	m := &apiv1.ReadyRequest{TableId: s.table, CommandId: c.ID, ExpectedVersion: c.Expected, ClientCommit: clientCommit}
	return command(ctx, s, &m.CommandId, m, s.c.api.Ready)
}

// Reveal shows the client seed, in hexadecimal, that Ready committed to.
func (s *Seat) Reveal(ctx context.Context, c Command, seed string) (uint32, error) {
	m := &apiv1.RevealRequest{TableId: s.table, CommandId: c.ID, ExpectedVersion: c.Expected, Seed: seed}
	return command(ctx, s, &m.CommandId, m, s.c.api.Reveal)
}

// Play puts a tile on the board, at a placement of the seat's view.
func (s *Seat) Play(ctx context.Context, c Command, p *apiv1.Placement) (uint32, error) {
	m := &apiv1.PlayRequest{
		TableId: s.table, CommandId: c.ID, ExpectedVersion: c.Expected,
		Tile: p.GetTile(), Side: p.GetSide(), Node: p.Node,
	}
	return command(ctx, s, &m.CommandId, m, s.c.api.Play)
}

// Draw takes the next tile of the boneyard.
func (s *Seat) Draw(ctx context.Context, c Command) (uint32, error) {
	m := &apiv1.DrawRequest{TableId: s.table, CommandId: c.ID, ExpectedVersion: c.Expected}
	return command(ctx, s, &m.CommandId, m, s.c.api.Draw)
}

// Pass gives the turn away.
func (s *Seat) Pass(ctx context.Context, c Command) (uint32, error) {
	m := &apiv1.PassRequest{TableId: s.table, CommandId: c.ID, ExpectedVersion: c.Expected}
	return command(ctx, s, &m.CommandId, m, s.c.api.Pass)
}

// Move does the first thing that moves of the seat's view allow.
func (s *Seat) Move(ctx context.Context, c Command, m *apiv1.Moves) (uint32, error) {
	switch {
	case len(m.GetPlays()) > 0:
		return s.Play(ctx, c, m.GetPlays()[0])
	case m.GetMayDraw():
		return s.Draw(ctx, c)
	default:
		return s.Pass(ctx, c)
	}
}

// AskRematch wants to play again once the match is over.
func (s *Seat) AskRematch(ctx context.Context, c Command) (uint32, error) {
	m := &apiv1.AskRematchRequest{TableId: s.table, CommandId: c.ID, ExpectedVersion: c.Expected}
	return command(ctx, s, &m.CommandId, m, s.c.api.AskRematch)
}

// Leave gives the seat up.
func (s *Seat) Leave(ctx context.Context, c Command) (uint32, error) {
	m := &apiv1.LeaveRequest{TableId: s.table, CommandId: c.ID, ExpectedVersion: c.Expected}
	return command(ctx, s, &m.CommandId, m, s.c.api.Leave)
}

// done is the answer to most commands.
type done[R any] interface {
	*R
	GetVersion() uint32
}

// command sends a command of the seat and returns the version in which it is done.
func command[Req, R any, Res done[R]](
	ctx context.Context, s *Seat, id *string, m *Req, method func(context.Context, *Req) (*R, error),
) (uint32, error) {
	if err := s.c.identify(id); err != nil {
		return 0, err
	}
	r, err := call(ctx, s.c, s.shown(), m, method)
	if err != nil {
		return 0, err
	}
	s.version = Res(r).GetVersion()
	return s.version, nil
}

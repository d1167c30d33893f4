package load

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"tranca.example/pkg/client"
	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// HTTP asks a gateway as players do, for the commands of scripts.
type HTTP struct{ c *client.Client }

// NewHTTP asks with a client.
func NewHTTP(c *client.Client) HTTP { return HTTP{c} }

// Do implements Door.
func (h HTTP) Do(ctx context.Context, r wire.Request) (wire.Reply, error) {
	id := uuid.UUID(r.ID).String()
	player, options := h.c.Player(r.Credential.PlayerKey), client.Command{ID: id, Expected: r.Expected}
	switch c := r.Command.(type) {
	case table.OpenTable:
		res, err := player.Open(ctx, &apiv1.OpenTableRequest{CommandId: id, Preset: c.Preset, Options: spelled(c.Options)})
		return wire.Reply{Version: res.GetVersion(), TableID: res.GetTableId()}, err
	case table.Sit:
		seat, err := player.Sit(ctx, &apiv1.SitRequest{
			TableId: r.TableID, CommandId: id, Seat: new(uint32(c.Seat)), Player: c.Player, //nolint:gosec // seats are few
		})
		if err != nil {
			return wire.Reply{}, err
		}
		return wire.Reply{Version: seat.Version(), SeatToken: seat.Token()}, nil
	default:
		version, err := seated(ctx, h.c.Seat(r.TableID, 0, r.Credential.SeatToken), r.Command, options)
		return wire.Reply{Version: version}, err
	}
}

// seated does what only who sits may do. The seat's number is in the token.
func seated(ctx context.Context, s *client.Seat, c table.Command, o client.Command) (uint32, error) {
	switch c := c.(type) {
	case table.Ready:
		return s.Ready(ctx, o, "")
	case table.Play:
		return s.Play(ctx, o, placement(c))
	case table.Draw:
		return s.Draw(ctx, o)
	case table.Pass:
		return s.Pass(ctx, o)
	case table.AskRematch:
		return s.AskRematch(ctx, o)
	default:
		return 0, fmt.Errorf("%T is in no script", c)
	}
}

func placement(c table.Play) *apiv1.Placement {
	p := &apiv1.Placement{Tile: c.Tile.String()}
	switch k, node := c.Spot.NodeNumber(); {
	case c.Spot == domino.Left:
		p.Side = "LEFT"
	case c.Spot == domino.Right:
		p.Side = "RIGHT"
	case node:
		p.Node = new(uint32(k)) //nolint:gosec // nodes are few
	}
	return p
}

// spelled are the options as a client says them, all of them.
func spelled(o table.Options) *apiv1.Options {
	ms := func(m table.Millis) *uint32 { return new(uint32(m)) } //nolint:gosec // within the limits of options
	return &apiv1.Options{
		TurnLimitMs: ms(o.TurnLimit), FirstMoveMs: ms(o.FirstMove), TimeBankMs: ms(o.TimeBank), IncrementMs: ms(o.Increment),
		IntermissionMs: ms(o.Intermission), RevealLimitMs: ms(o.RevealLimit), IdleLimitMs: ms(o.IdleLimit), GraceMs: ms(o.Grace),
		BotPolicy: new(o.BotPolicy), BotThinkingMs: ms(o.BotThinking),
	}
}

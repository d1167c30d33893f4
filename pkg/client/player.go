package client

import (
	"context"
	"errors"

	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// headerPlayerKey carries the key of a player who has no seat yet.
const headerPlayerKey = "Tranca-Player-Key"

// Player is somebody with a key of his own: 22 to 128 characters of A-Z, a-z,
// 0-9, '-', '_' and '=' that carry 128 random bits. The key is what makes a
// second try of Open or Sit the same one, so it must outlive the process if
// those are to.
type Player struct {
	c   *Client
	key credential
}

// Player is the player with the key.
func (c *Client) Player(key string) *Player {
	return &Player{c: c, key: credential{headerPlayerKey, key}}
}

// Open makes a table. An empty command id gets a random one.
func (p *Player) Open(ctx context.Context, m *apiv1.OpenTableRequest) (*apiv1.OpenTableResponse, error) {
	if err := p.c.identify(&m.CommandId); err != nil {
		return nil, err
	}
	return call(ctx, p.c, p.key, m, p.c.api.OpenTable)
}

// Sit takes a seat at a table.
func (p *Player) Sit(ctx context.Context, m *apiv1.SitRequest) (*Seat, error) {
	if err := p.c.identify(&m.CommandId); err != nil {
		return nil, err
	}
	r, err := call(ctx, p.c, p.key, m, p.c.api.Sit)
	if err != nil {
		return nil, err
	}
	if r.Seat == nil {
		return nil, errors.New("client: the server's answer to sit names no seat")
	}
	s := p.c.Seat(m.GetTableId(), r.GetSeat(), r.GetSeatToken())
	s.version = r.GetVersion()
	return s, nil
}

// AddBot seats a bot at the player's table.
func (p *Player) AddBot(ctx context.Context, m *apiv1.AddBotRequest) (*apiv1.AddBotResponse, error) {
	if err := p.c.identify(&m.CommandId); err != nil {
		return nil, err
	}
	return call(ctx, p.c, p.key, m, p.c.api.AddBot)
}

// identify gives a command an id if it has none.
func (c *Client) identify(id *string) (err error) {
	if *id == "" {
		*id, err = c.newID()
	}
	return err
}

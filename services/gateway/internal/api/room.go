package api

import (
	"context"

	"google.golang.org/protobuf/proto"

	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/tablehost"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// Room is who sits where, as gateways see it.
type Room interface {
	// Here says that the client of a seat's token is there.
	Here(ctx context.Context, id subject.TableID, token string) error
	// Emote says a word of a token's seat to everybody who watches.
	Emote(ctx context.Context, id subject.TableID, token, word string) error
}

// StayHere says that the client of a seat is there.
func (a *API) StayHere(ctx context.Context, m *apiv1.StayHereRequest) (*apiv1.StayHereResponse, error) {
	id, token, err := a.holder(ctx, m)
	if err != nil {
		return nil, err
	}
	return &apiv1.StayHereResponse{}, a.o.Room.Here(ctx, id, token)
}

// Emote says a word to everybody who watches the table.
func (a *API) Emote(ctx context.Context, m *apiv1.EmoteRequest) (*apiv1.EmoteResponse, error) {
	id, token, err := a.holder(ctx, m)
	if err != nil {
		return nil, err
	}
	return &apiv1.EmoteResponse{}, a.o.Room.Emote(ctx, id, token, m.GetEmote())
}

// ofTable is a message about a table.
type ofTable interface {
	proto.Message
	GetTableId() string
}

// holder is the table and the seat token of a message that is no command.
func (a *API) holder(ctx context.Context, m ofTable) (id subject.TableID, token string, err error) {
	if id, err = tablehost.TableID(m.GetTableId()); err != nil {
		return id, "", err
	}
	credential, err := a.shown(ctx, m)
	if err == nil && credential.SeatToken == "" {
		err = rpcerr.New("no_token", `want the header "Authorization: Bearer <seat token>"`)
	}
	return id, credential.SeatToken, err
}

package api

import (
	"context"
	"time"

	"connectrpc.com/connect/v2"

	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/table"
	"tranca.example/pkg/tablehost"
	"tranca.example/pkg/token"
	"tranca.example/pkg/wire"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
	"tranca.example/services/gateway/internal/identity"
)

// statementLife is how long what is said of an official can be believed: longer
// than any call takes, and than clocks are apart.
const statementLife = 2 * time.Minute

// FreezeTable stops the clocks.
func (a *API) FreezeTable(ctx context.Context, m *apiv1.FreezeTableRequest) (*apiv1.FreezeTableResponse, error) {
	reply, err := a.officiate(ctx, m)
	return answer(reply, err, func(r wire.Reply) *apiv1.FreezeTableResponse {
		return &apiv1.FreezeTableResponse{Version: r.Version}
	})
}

// ThawTable starts them again.
func (a *API) ThawTable(ctx context.Context, m *apiv1.ThawTableRequest) (*apiv1.ThawTableResponse, error) {
	reply, err := a.officiate(ctx, m)
	return answer(reply, err, func(r wire.Reply) *apiv1.ThawTableResponse {
		return &apiv1.ThawTableResponse{Version: r.Version}
	})
}

// VoidTable closes the table without a result.
func (a *API) VoidTable(ctx context.Context, m *apiv1.VoidTableRequest) (*apiv1.VoidTableResponse, error) {
	reply, err := a.officiate(ctx, m)
	return answer(reply, err, func(r wire.Reply) *apiv1.VoidTableResponse {
		return &apiv1.VoidTableResponse{Version: r.Version}
	})
}

// ForceTakeOver takes a seat from its player.
func (a *API) ForceTakeOver(ctx context.Context, m *apiv1.ForceTakeOverRequest) (*apiv1.ForceTakeOverResponse, error) {
	reply, err := a.officiate(ctx, m)
	return answer(reply, err, func(r wire.Reply) *apiv1.ForceTakeOverResponse {
		return &apiv1.ForceTakeOverResponse{Version: r.Version}
	})
}

// RevokeSeatToken makes the tokens of a seat void.
func (a *API) RevokeSeatToken(ctx context.Context, m *apiv1.RevokeSeatTokenRequest) (*apiv1.RevokeSeatTokenResponse, error) {
	reply, err := a.officiate(ctx, m)
	return answer(reply, err, func(r wire.Reply) *apiv1.RevokeSeatTokenResponse {
		return &apiv1.RevokeSeatTokenResponse{Version: r.Version}
	})
}

// ruling is what an official decides about a table.
type ruling interface {
	command
	atTable
}

// officiate sends a ruling to the owner of its table with a statement about who
// gives it. It does not count among what the table's seats may ask for: a table that
// is flooded is one to be frozen.
func (a *API) officiate(ctx context.Context, m ruling) (wire.Reply, error) {
	id, err := wire.ParseCommandID(m.GetCommandId())
	if err != nil {
		return wire.Reply{}, err
	}
	who, err := a.officer(ctx, m)
	if err != nil {
		return wire.Reply{}, err
	}
	if _, err := tablehost.TableID(m.GetTableId()); err != nil {
		return wire.Reply{}, err
	}
	r := wire.Request{ID: id, TableID: m.GetTableId(), Expected: m.GetExpectedVersion(), Deadline: deadline(ctx)}
	if r.Command, err = wire.CommandOf(m, table.Options{}); err != nil {
		return wire.Reply{}, err
	}
	if r.Credential.Statement, err = a.statement(r, who); err != nil {
		return wire.Reply{}, err
	}
	return a.o.Via.Do(ctx, r)
}

// officer is who calls, by the token of an issuer.
func (a *API) officer(ctx context.Context, m any) (identity.Person, error) {
	switch {
	case !a.o.People.On():
		return identity.Person{}, rpcerr.New("not_operator", "this server trusts no issuer, so there are no referees and operators")
	case a.o.Authority.IsZero():
		return identity.Person{}, rpcerr.New("not_operator", "this server has no authority-keys, so there are no referees and operators")
	}
	info, ok := connect.CallInfoForServerContext(ctx)
	if !ok {
		return identity.Person{}, rpcerr.New("no_token", "the call shows nothing")
	}
	return a.person(ctx, info.RequestHeader().Get("Authorization"), m)
}

// statement says of a person that the command of r is theirs.
func (a *API) statement(r wire.Request, who identity.Person) (string, error) {
	command, err := a.o.Codec.CommandDigest(r.Command)
	if err != nil {
		return "", err
	}
	key, err := token.HashPlayerKey(who.Key)
	if err != nil {
		return "", err
	}
	return a.o.Authority.Seal(token.Statement{
		Role: string(who.Role), Name: who.Player, Key: key, Table: r.TableID, ID: r.ID, Command: command,
		Expires: a.o.Now().Add(statementLife),
	}), nil
}

package api

import (
	"context"
	"strings"

	"connectrpc.com/connect/v2"

	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/wire"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
	"tranca.example/services/gateway/internal/identity"
	"tranca.example/services/gateway/internal/limit"
)

// HeaderPlayerKey is the header with the key of a player who has no seat yet.
const HeaderPlayerKey = "Tranca-Player-Key"

// maxCredential bounds what is passed on, in bytes.
const maxCredential = 512

// shown is the credential that the caller shows for a message: whoever opens a
// table or sits down has no seat token yet and shows the player key, or the token
// of an issuer where players have to; all others show the seat's token, or one of
// those where they have none.
func (a *API) shown(ctx context.Context, m any) (wire.Credential, error) {
	info, ok := connect.CallInfoForServerContext(ctx)
	if !ok {
		return wire.Credential{}, nil
	}
	header := info.RequestHeader()
	if text := header.Get("Authorization"); a.o.People.On() && a.vouched(text, m) {
		who, err := a.person(ctx, text, m)
		return wire.Credential{PlayerKey: who.Key}, err
	}
	key := header.Get(HeaderPlayerKey)
	if err := printable(HeaderPlayerKey, key, maxCredential); err != nil {
		return wire.Credential{}, err
	}
	switch m.(type) {
	case *apiv1.OpenTableRequest, *apiv1.SitRequest:
		return wire.Credential{PlayerKey: key}, nil
	}
	token, err := Bearer(header.Get("Authorization"))
	if err != nil {
		return wire.Credential{}, err
	}
	if token != "" {
		return wire.Credential{SeatToken: token}, nil
	}
	return wire.Credential{PlayerKey: key}, nil
}

// vouched tells whether a message has to come with the token of an issuer, or
// comes with one.
func (a *API) vouched(authorization string, m any) bool {
	switch m.(type) {
	case *apiv1.OpenTableRequest, *apiv1.SitRequest:
		return true
	}
	return identity.Looks(authorization)
}

// person is whom an issuer's token in an Authorization header is of, if the message
// is for their role.
func (a *API) person(ctx context.Context, authorization string, m any) (identity.Person, error) {
	if authorization == "" {
		return identity.Person{}, rpcerr.New("no_token", `want the header "Authorization: Bearer <token of the issuer>"`)
	}
	text, err := bearer(authorization, identity.MaxToken)
	if err != nil {
		return identity.Person{}, err
	}
	who, err := a.o.People.Verify(ctx, text)
	if err != nil {
		return identity.Person{}, err
	}
	if err := limit.Person(ctx, who.Player); err != nil {
		return identity.Person{}, err
	}
	return who, entitled(who.Role, m)
}

// Bearer is the seat token of an Authorization header, "" when there is none.
func Bearer(header string) (string, error) { return bearer(header, maxCredential) }

func bearer(header string, most int) (string, error) {
	if header == "" {
		return "", nil
	}
	scheme, token, found := strings.Cut(header, " ")
	token = strings.TrimSpace(token)
	if !found || token == "" || !strings.EqualFold(scheme, "Bearer") {
		return "", rpcerr.New(rpcerr.ReasonBadToken, `header Authorization: want "Bearer <token>"`)
	}
	return token, printable("Authorization", token, most)
}

// printable refuses what no credential of ours looks like, without repeating it.
func printable(header, text string, most int) error {
	if len(text) > most {
		return rpcerr.New(rpcerr.ReasonBadToken, "header "+header+" is too long")
	}
	if strings.ContainsFunc(text, func(c rune) bool { return c <= ' ' || c > '~' }) {
		return rpcerr.New(rpcerr.ReasonBadToken, "header "+header+": want letters, digits and signs of ASCII alone")
	}
	return nil
}

package api

import (
	"context"
	"strings"

	"connectrpc.com/connect/v2"

	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/wire"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// HeaderPlayerKey is the header with the key of a player who has no seat yet.
const HeaderPlayerKey = "Tranca-Player-Key"

// maxCredential bounds what is passed on, in bytes.
const maxCredential = 512

// shown is the credential that the caller shows for a message: whoever opens a
// table or sits down has no seat token yet and shows the player key; all others
// show the token, or the key where they have none.
func shown(ctx context.Context, m any) (wire.Credential, error) {
	info, ok := connect.CallInfoForServerContext(ctx)
	if !ok {
		return wire.Credential{}, nil
	}
	header := info.RequestHeader()
	key := header.Get(HeaderPlayerKey)
	if err := printable(HeaderPlayerKey, key); err != nil {
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

// Bearer is the seat token of an Authorization header, "" when there is none.
func Bearer(header string) (string, error) {
	if header == "" {
		return "", nil
	}
	scheme, token, found := strings.Cut(header, " ")
	token = strings.TrimSpace(token)
	if !found || token == "" || !strings.EqualFold(scheme, "Bearer") {
		return "", rpcerr.New(rpcerr.ReasonBadToken, `header Authorization: want "Bearer <seat token>"`)
	}
	return token, printable("Authorization", token)
}

// printable refuses what no credential of ours looks like, without repeating it.
func printable(header, text string) error {
	if len(text) > maxCredential {
		return rpcerr.New(rpcerr.ReasonBadToken, "header "+header+" is too long")
	}
	if strings.ContainsFunc(text, func(c rune) bool { return c <= ' ' || c > '~' }) {
		return rpcerr.New(rpcerr.ReasonBadToken, "header "+header+": want letters, digits and signs of ASCII alone")
	}
	return nil
}

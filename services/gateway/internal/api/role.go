package api

import (
	"slices"

	"google.golang.org/protobuf/proto"

	"tranca.example/pkg/rpcerr"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
	"tranca.example/services/gateway/internal/identity"
)

// callers are the roles whose token lets a message in. Nothing else decides what a
// role may do: what is not named here needs a seat, which players alone have.
func callers(m any) []identity.Role {
	switch m.(type) {
	case *apiv1.OpenTableRequest, *apiv1.AddBotRequest, *apiv1.RemoveBotRequest, *apiv1.ChangeSettingsRequest, *apiv1.CloseTableRequest:
		return []identity.Role{identity.Player, identity.Referee, identity.Operator, identity.Service}
	case *apiv1.FreezeTableRequest, *apiv1.ThawTableRequest, *apiv1.ForceTakeOverRequest, *apiv1.RevokeSeatTokenRequest,
		*apiv1.ListTablesRequest: // those of private tables; the others are for everybody
		return []identity.Role{identity.Referee, identity.Operator}
	case *apiv1.VoidTableRequest:
		return []identity.Role{identity.Operator}
	case *apiv1.GetTableRequest, *apiv1.GetRecordRequest: // as everybody sees them
		return []identity.Role{identity.Player, identity.Spectator, identity.Referee, identity.Operator, identity.Service}
	default:
		return []identity.Role{identity.Player}
	}
}

// entitled refuses a message of somebody whose role it is not for.
func entitled(role identity.Role, m any) error {
	allowed := callers(m)
	if slices.Contains(allowed, role) {
		return nil
	}
	r := rpcerr.New(rpcerr.ReasonWrongRole, "this is not for the role that your token names").
		With("role", string(role)).With("allowed", identity.List(allowed))
	if named, ok := m.(proto.Message); ok {
		return r.With("call", string(named.ProtoReflect().Descriptor().Name()))
	}
	return r
}

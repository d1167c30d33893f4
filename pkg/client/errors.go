package client

import (
	"errors"

	"connectrpc.com/connect/v2"
	"connectrpc.com/connect/v2/connectproto"

	"tranca.example/pkg/rpcerr"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// ErrOutcomeUnknown says that no try was answered in time. A command may have
// been done all the same: send it again with the same id.
var ErrOutcomeUnknown = errors.New("the server did not answer in time")

// typed turns the server's answer into a *rpcerr.Rejection where it is one, so
// that a caller can test for a reason with errors.Is.
func typed(err error) error {
	answer, ok := errors.AsType[*connect.Error](err)
	if !ok {
		return err
	}
	for _, detail := range answer.Details() {
		message, bad := connectproto.UnmarshalErrorDetail(detail)
		if r, is := message.(*apiv1.Rejection); bad == nil && is {
			return rejection(answer.Code(), r)
		}
	}
	return err
}

func rejection(code connect.Code, r *apiv1.Rejection) *rpcerr.Rejection {
	return &rpcerr.Rejection{
		Code: rpcerr.Code(code.String()), Reason: r.GetReason(), Message: r.GetMessage(),
		Params: r.GetParams(), Version: r.GetCurrentVersion(), Legal: r.GetLegal(),
	}
}

package refuse

import (
	"errors"
	"net/http"
	"strings"

	"connectrpc.com/connect/v2"
	"connectrpc.com/connect/v2/connecthttp"
	"connectrpc.com/connect/v2/connectproto"

	"tranca.example/pkg/rpcerr"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// Connect turns any error into what a client sees. The second result tells that
// the text was withheld, so whoever answers must log err.
func Connect(err error) (shown *connect.Error, withheld bool) {
	if ready, ok := errors.AsType[*connect.Error](err); ok && !ready.IsRemote() {
		return reasoned(ready), false
	}
	r, withheld := rpcerr.From(err)
	shown = connect.NewError(codeOf(r.Code), r.Message)
	detail, err := connectproto.NewErrorDetail(&apiv1.Rejection{
		Reason: r.Reason, Message: r.Message, Params: r.Params, CurrentVersion: r.Version, Legal: r.Legal,
	})
	if err != nil { // text that is no UTF-8
		return connect.NewError(connect.CodeInternal, "internal error"), true
	}
	return shown.WithDetail(detail), withheld
}

// reasoned gives an error of the transport, such as a message that cannot be
// read, the reason that every refusal has.
func reasoned(ready *connect.Error) *connect.Error {
	text := strings.ToValidUTF8(ready.Message(), "\uFFFD") // it may repeat what the client sent
	detail, err := connectproto.NewErrorDetail(&apiv1.Rejection{Reason: reasonOf(ready.Code()), Message: text})
	if err != nil {
		return ready
	}
	return ready.WithDetail(detail)
}

func reasonOf(c connect.Code) string {
	switch c {
	case connect.CodeInvalidArgument:
		return rpcerr.ReasonMalformed
	case connect.CodeResourceExhausted:
		return rpcerr.ReasonTooLarge
	default:
		return c.String()
	}
}

// WriteAs is Write with another HTTP status than that of the error's code.
func WriteAs(w http.ResponseWriter, r *http.Request, status int, err error) {
	Write(asStatus{w, status}, r, err)
}

type asStatus struct {
	http.ResponseWriter
	status int
}

func (s asStatus) WriteHeader(int) { s.ResponseWriter.WriteHeader(s.status) }

// Write answers a request with an error, in the protocol of the request: JSON
// when that is none of ours.
func Write(w http.ResponseWriter, r *http.Request, err error) (withheld bool) {
	shown, withheld := Connect(err)
	if after := RetryAfter(err); after != "" {
		w.Header().Set("Retry-After", after)
	}
	_ = connecthttp.NewErrorWriter().Write(w, r, shown) // the client is gone
	return withheld
}

// RetryAfter is after how many seconds the same may be asked again, for the header
// of that name; "" when that does not help.
func RetryAfter(err error) string {
	r, _ := rpcerr.From(err)
	switch {
	case r == nil:
		return ""
	case r.Reason == rpcerr.ReasonOverloaded:
		return "1"
	}
	return r.Params[rpcerr.ParamRetryAfter]
}

// RPC tells whether a request speaks a protocol in which errors are answers of
// their own.
func RPC(r *http.Request) bool { return connecthttp.NewErrorWriter().IsSupported(r) }

func codeOf(c rpcerr.Code) connect.Code {
	switch c {
	case rpcerr.InvalidArgument:
		return connect.CodeInvalidArgument
	case rpcerr.FailedPrecondition:
		return connect.CodeFailedPrecondition
	case rpcerr.Aborted:
		return connect.CodeAborted
	case rpcerr.NotFound:
		return connect.CodeNotFound
	case rpcerr.AlreadyExists:
		return connect.CodeAlreadyExists
	case rpcerr.PermissionDenied:
		return connect.CodePermissionDenied
	case rpcerr.Unauthenticated:
		return connect.CodeUnauthenticated
	case rpcerr.Unavailable:
		return connect.CodeUnavailable
	case rpcerr.DeadlineExceeded:
		return connect.CodeDeadlineExceeded
	case rpcerr.Canceled:
		return connect.CodeCanceled
	case rpcerr.ResourceExhausted:
		return connect.CodeResourceExhausted
	case rpcerr.Internal, rpcerr.OK:
	}
	return connect.CodeInternal
}

package gateway

import (
	"net/http"
	"strings"

	"tranca.example/pkg/rpcerr"
	"tranca.example/services/gateway/internal/api"
	"tranca.example/services/gateway/internal/refuse"
)

// once are the headers that a request has once at most: of two nobody knows which
// one counts.
func once() []string {
	return []string{
		"Authorization", api.HeaderPlayerKey, "Content-Type", "Content-Encoding", "Connect-Timeout-Ms",
		"Grpc-Encoding", "Grpc-Timeout", "Last-Event-ID", "Traceparent",
	}
}

// unequivocal lets requests in that say what they say once.
func unequivocal(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := unambiguous(r); err != nil {
			refuse.Write(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// unambiguous refuses a request that has one of those headers twice.
func unambiguous(r *http.Request) error {
	for _, name := range once() {
		if len(r.Header.Values(name)) > 1 {
			return badHeader(name, "once")
		}
	}
	return nil
}

// legible refuses a call whose compression or deadline cannot be read; the status
// is that of the answer.
func legible(r *http.Request) (status int, err error) {
	for _, name := range []string{"Content-Encoding", "Grpc-Encoding"} {
		switch r.Header.Get(name) {
		case "", "identity", "gzip":
		default:
			return http.StatusUnsupportedMediaType, badHeader(name, "gzip or identity")
		}
	}
	if wait := r.Header.Get("Connect-Timeout-Ms"); len(wait) > 10 || strings.Trim(wait, digits) != "" {
		return http.StatusBadRequest, badHeader("Connect-Timeout-Ms", "milliseconds, at most 10 digits")
	}
	if wait := r.Header.Get("Grpc-Timeout"); wait != "" && !isGRPCTimeout(wait) {
		return http.StatusBadRequest, badHeader("Grpc-Timeout", "at most 8 digits and one of H, M, S, m, u, n")
	}
	return 0, nil
}

const digits = "0123456789"

// isGRPCTimeout tells whether a text is a number and a unit, as gRPC writes times.
func isGRPCTimeout(text string) bool {
	number := strings.TrimRight(text, "HMSmun")
	return len(text) == len(number)+1 && number != "" && len(number) <= 8 && strings.Trim(number, digits) == ""
}

func badHeader(name, want string) error {
	return rpcerr.New(rpcerr.ReasonMalformed, "header "+name+": want "+want).With("header", name).With("want", want)
}

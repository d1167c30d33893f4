package gateway

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"connectrpc.com/connect/v2"

	"tranca.example/pkg/rpcerr"
	"tranca.example/services/gateway/internal/refuse"
)

// receive takes the whole message in, before the call gets one of the slots: a
// client that sends slowly keeps nobody out, and loses its connection after
// Options.Sending. Of a message that is too long it takes what shows that.
func (d *door) receive(w http.ResponseWriter, r *http.Request) error {
	if r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	control := http.NewResponseController(w)
	if err := control.SetReadDeadline(d.o.Now().Add(d.o.Sending)); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return rpcerr.New(rpcerr.ReasonCanceled, "the connection is gone")
	}
	body, err := readAll(r)
	if err != nil {
		w.Header().Set("Connection", "close")
		return rpcerr.New(rpcerr.ReasonMalformed, "the message did not come in time, or not whole; nothing was done")
	}
	if err := control.SetReadDeadline(time.Time{}); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return rpcerr.New(rpcerr.ReasonCanceled, "the connection is gone")
	}
	r.Body = received{bytes.NewReader(body), r.Body}
	return nil
}

// readAll reads a body, at once where it is said to be short: room for a long one is
// made as it comes.
func readAll(r *http.Request) ([]byte, error) {
	if r.ContentLength < 0 || r.ContentLength > shortBody {
		return io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	}
	body := make([]byte, r.ContentLength)
	_, err := io.ReadFull(r.Body, body)
	return body, err
}

// received is a body that is here; closing it closes the one that it came from.
type received struct {
	io.Reader
	io.Closer
}

// spoken tells whether a request is in a form that calls have, and else says
// which those are.
func spoken(w http.ResponseWriter, r *http.Request, spec connect.Spec) bool {
	asked := spec.IdempotencyLevel == connect.IdempotencyNoSideEffects
	switch {
	case r.Method == http.MethodGet && asked && r.URL.Query().Has("message"):
		return true
	case r.Method == http.MethodGet && asked, r.Method != http.MethodPost:
		how := "call it with POST"
		if asked {
			how += ", or with GET and the parameters encoding=json and message=<JSON>"
		}
		w.Header().Set("Allow", "POST")
		refuse.WriteAs(w, r, http.StatusMethodNotAllowed, rpcerr.New(rpcerr.ReasonMalformed, how).With("method", r.Method))
		return false
	}
	prefix := "application/"
	if spec.StreamType != connect.StreamTypeUnary {
		prefix += "connect+"
	}
	kind, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	utf8 := parameters["charset"] == "" || strings.EqualFold(parameters["charset"], "utf-8")
	if err == nil && utf8 && (kind == prefix+"json" || kind == prefix+"proto" || strings.HasPrefix(kind, "application/grpc")) {
		return true
	}
	refuse.WriteAs(w, r, http.StatusUnsupportedMediaType, rpcerr.New(rpcerr.ReasonMalformed,
		"header Content-Type: want "+prefix+"json or "+prefix+"proto, in UTF-8").With("header", "Content-Type"))
	return false
}

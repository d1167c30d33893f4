package rpcerr

import (
	"encoding/json"
	"fmt"
)

// Header names of a rejection on the wire. The first two are those of the NATS
// service protocol, so that its tools show them.
const (
	HeaderCode   = "Nats-Service-Error-Code"
	HeaderText   = "Nats-Service-Error"
	HeaderDetail = "tranca-rejection"
)

type detail struct {
	Code    Code              `json:"code"`
	Reason  string            `json:"reason"`
	Message string            `json:"message,omitempty"`
	Params  map[string]string `json:"params,omitempty"`
	Version uint32            `json:"version,omitempty"`
	Legal   []string          `json:"legal,omitempty"`
}

// Encode writes r into a header (any map of header names to values).
func Encode(r *Rejection, header map[string][]string) error {
	body, err := json.Marshal(detail(*r))
	if err != nil {
		return fmt.Errorf("rpcerr: encode rejection %s: %w", r.Reason, err)
	}
	header[HeaderCode] = []string{string(r.Code)}
	header[HeaderText] = []string{r.Reason}
	header[HeaderDetail] = []string{string(body)}
	return nil
}

// Decode reads the rejection of a reply's header; nil means that the reply is
// no rejection. A service error without our detail is an internal rejection.
func Decode(header map[string][]string) *Rejection {
	if len(header[HeaderCode]) == 0 {
		return nil
	}
	var d detail
	if text := header[HeaderDetail]; len(text) == 1 && json.Unmarshal([]byte(text[0]), &d) == nil && d.Code != "" {
		r := Rejection(d)
		return &r
	}
	return New(ReasonInternal, "internal error")
}

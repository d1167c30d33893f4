package rpcerr

import (
	"errors"
	"maps"
)

// Rejection is a refusal that the caller may see in full.
type Rejection struct {
	Code    Code
	Reason  string            // from a closed set, such as must_play
	Message string            // for people; never holds another seat's tile
	Params  map[string]string // details by name, such as owner or tile
	Version uint32            // the table's version that was judged; 0 if none was
	Legal   []string          // for the actor alone: what would have been possible
}

// Error tells reason and message.
func (r *Rejection) Error() string {
	if r.Message == "" {
		return r.Reason
	}
	return r.Reason + ": " + r.Message
}

// Is makes errors.Is compare rejections by reason.
func (r *Rejection) Is(target error) bool {
	other, ok := target.(*Rejection)
	return ok && other.Reason == r.Reason
}

// New makes a rejection whose code the table gives.
func New(reason, message string) *Rejection {
	return &Rejection{Code: CodeOf(reason), Reason: reason, Message: message}
}

// With returns a copy with one more parameter.
func (r *Rejection) With(name, value string) *Rejection {
	c := *r
	c.Params = make(map[string]string, len(r.Params)+1)
	maps.Copy(c.Params, r.Params)
	c.Params[name] = value
	return &c
}

// At returns a copy that tells which version was judged.
func (r *Rejection) At(version uint32) *Rejection {
	c := *r
	c.Version = version
	return &c
}

// Reasoned is an error that can tell its reason. Domain errors satisfy it
// without knowing this package. Its Error text goes out as the message, so it
// must be fit for the caller.
type Reasoned interface {
	error
	Reason() string
}

// From maps any error to what the caller may see; nil stays nil. The second
// result tells that the text was withheld, so whoever answers must log err.
//
// A Reasoned error may also have Code() string, Params() map[string]string,
// Version() uint32 and Legal() []string.
func From(err error) (r *Rejection, withheld bool) {
	var rejection *Rejection
	var reasoned Reasoned
	switch {
	case err == nil:
		return nil, false
	case errors.As(err, &rejection):
		return rejection, false
	case errors.As(err, &reasoned):
		return fromReasoned(err, reasoned), false
	}
	if r := fromSentinel(err); r != nil {
		return r, false
	}
	return New(ReasonInternal, "internal error"), true
}

func fromReasoned(err error, reasoned Reasoned) *Rejection {
	r := New(reasoned.Reason(), reasoned.Error())
	var coded interface{ Code() string }
	if errors.As(err, &coded) {
		r.Code = Code(coded.Code())
	}
	var params interface{ Params() map[string]string }
	if errors.As(err, &params) {
		r.Params = params.Params()
	}
	var version interface{ Version() uint32 }
	if errors.As(err, &version) {
		r.Version = version.Version()
	}
	var legal interface{ Legal() []string }
	if errors.As(err, &legal) {
		r.Legal = legal.Legal()
	}
	return r
}

// Outcome names an error for metrics: "ok" or its code.
func Outcome(err error) string {
	if err == nil {
		return string(OK)
	}
	r, _ := From(err)
	return string(r.Code)
}

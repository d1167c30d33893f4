package rpcerr_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/rpcerr"
)

// mustPlay is what a domain error looks like: it imports nothing of rpcerr.
type mustPlay struct{}

func (mustPlay) Error() string             { return "a tile fits" }
func (mustPlay) Reason() string            { return "must_play" }
func (mustPlay) Params() map[string]string { return map[string]string{"end": "5"} }
func (mustPlay) Legal() []string           { return []string{"5-6L"} }

type judged struct{ error }

func (judged) Version() uint32 { return 7 }
func (e judged) Unwrap() error { return e.error }

type coded struct{}

func (coded) Error() string  { return "no" }
func (coded) Reason() string { return "odd" }
func (coded) Code() string   { return "not_found" }

func TestErrorsMapToWhatTheCallerMaySee(t *testing.T) {
	stale := rpcerr.New(rpcerr.ReasonStale, "version 3 is not the latest").At(9)
	for name, c := range map[string]struct {
		given    error
		want     *rpcerr.Rejection
		withheld bool
	}{
		"no error": {},
		"a domain error tells its reason and details": {
			given: fmt.Errorf("decide: %w", mustPlay{}),
			want: &rpcerr.Rejection{Code: rpcerr.FailedPrecondition, Reason: "must_play", Message: "a tile fits",
				Params: map[string]string{"end": "5"}, Legal: []string{"5-6L"}},
		},
		"a wrapper adds the version": {
			given: judged{mustPlay{}},
			want: &rpcerr.Rejection{Code: rpcerr.FailedPrecondition, Reason: "must_play", Message: "a tile fits",
				Params: map[string]string{"end": "5"}, Legal: []string{"5-6L"}, Version: 7},
		},
		"a domain error may bring its code": {
			given: coded{},
			want:  &rpcerr.Rejection{Code: rpcerr.NotFound, Reason: "odd", Message: "no"},
		},
		"a rejection stays what it is": {given: fmt.Errorf("play: %w", stale), want: stale},
		"a deadline": {
			given: fmt.Errorf("read: %w", context.DeadlineExceeded),
			want: &rpcerr.Rejection{Code: rpcerr.DeadlineExceeded, Reason: "deadline_exceeded",
				Message: "the deadline passed; the outcome is unknown"},
		},
		"a caller that went away": {
			given: context.Canceled,
			want: &rpcerr.Rejection{Code: rpcerr.Canceled, Reason: "canceled",
				Message: "the request was cancelled; the outcome is unknown"},
		},
		"a command that another service must take": {
			given: fmt.Errorf("play: %w", &eventlog.WrongPhaseError{Phase: "dealing", Owner: "dealer", Version: 4}),
			want: &rpcerr.Rejection{Code: rpcerr.FailedPrecondition, Reason: "wrong_phase",
				Message: "another service owns the table's phase",
				Params:  map[string]string{"phase": "dealing", "owner": "dealer"}, Version: 4},
		},
		"a conflict of the log": {
			given: &eventlog.ConflictError{Want: 3, Last: 9},
			want:  &rpcerr.Rejection{Code: rpcerr.Aborted, Reason: "conflict", Message: "others were faster; look again"},
		},
		"a table that does not exist": {
			given: eventlog.ErrNotFound,
			want:  &rpcerr.Rejection{Code: rpcerr.NotFound, Reason: "unknown_table", Message: "there is no such table"},
		},
		"a log that did not say what became of the commit": {
			given: fmt.Errorf("%w: %w", eventlog.ErrUnknownOutcome, context.DeadlineExceeded),
			want: &rpcerr.Rejection{Code: rpcerr.Unavailable, Reason: "unavailable",
				Message: "the outcome is unknown; try again with the same id"},
		},
		"a gap in the log is our fault": {
			given:    eventlog.ErrGap,
			want:     &rpcerr.Rejection{Code: rpcerr.Internal, Reason: "internal", Message: "internal error"},
			withheld: true,
		},
		"an unknown error keeps its text to itself": {
			given:    errors.New("seed 42 is wrong"),
			want:     &rpcerr.Rejection{Code: rpcerr.Internal, Reason: "internal", Message: "internal error"},
			withheld: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, withheld := rpcerr.From(c.given)
			if !reflect.DeepEqual(got, c.want) || withheld != c.withheld {
				t.Errorf("got %+v, withheld %v; want %+v, %v", got, withheld, c.want, c.withheld)
			}
		})
	}
}

func TestReasonsHaveTheirCodes(t *testing.T) {
	for reason, want := range map[string]rpcerr.Code{
		"wrong_phase":     rpcerr.FailedPrecondition,
		"not_your_turn":   rpcerr.FailedPrecondition,
		"stale_version":   rpcerr.Aborted,
		"conflict":        rpcerr.Aborted,
		"malformed":       rpcerr.InvalidArgument,
		"unknown_table":   rpcerr.NotFound,
		"unknown_shard":   rpcerr.NotFound,
		"bad_knob_value":  rpcerr.InvalidArgument,
		"deal_missing":    rpcerr.Unavailable,
		"too_large":       rpcerr.ResourceExhausted,
		"key_reused":      rpcerr.AlreadyExists,
		"not_your_seat":   rpcerr.PermissionDenied,
		"bad_token":       rpcerr.Unauthenticated,
		"unavailable":     rpcerr.Unavailable,
		"overloaded":      rpcerr.ResourceExhausted,
		"something_novel": rpcerr.FailedPrecondition,
	} {
		if got := rpcerr.CodeOf(reason); got != want {
			t.Errorf("%s: got %s, want %s", reason, got, want)
		}
	}
}

func TestARejectionTravelsInHeaders(t *testing.T) {
	want := rpcerr.New("wrong_phase", "ask the dealer: «gleich»").With("owner", "dealer").With("phase", "dealing").At(12)
	want.Legal = []string{"5-6L", "pass"}
	header := map[string][]string{"traceparent": {"x"}}
	if err := rpcerr.Encode(want, header); err != nil {
		t.Fatal(err)
	}
	if got := rpcerr.Decode(header); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := header[rpcerr.HeaderCode][0]; got != "failed_precondition" {
		t.Errorf("got code header %q", got)
	}
}

func TestDecodeNeverGuesses(t *testing.T) {
	if got := rpcerr.Decode(map[string][]string{"traceparent": {"x"}}); got != nil {
		t.Errorf("a plain reply is no rejection: got %+v", got)
	}
	for _, detail := range [][]string{nil, {"{"}, {"{}"}, {"{}", "{}"}} {
		got := rpcerr.Decode(map[string][]string{rpcerr.HeaderCode: {"500"}, rpcerr.HeaderDetail: detail})
		if got == nil || got.Code != rpcerr.Internal {
			t.Errorf("detail %q: got %+v, want internal", detail, got)
		}
	}
}

func TestRejectionsCompareByReasonAndAreNotChangedByCopies(t *testing.T) {
	r := rpcerr.New("wrong_phase", "").With("owner", "dealer")
	other := r.With("owner", "rules").At(3)
	if r.Params["owner"] != "dealer" || r.Version != 0 {
		t.Errorf("the original changed: %+v", r)
	}
	if !errors.Is(fmt.Errorf("x: %w", other), rpcerr.New("wrong_phase", "")) || errors.Is(other, rpcerr.New("stale_version", "")) {
		t.Error("rejections do not compare by reason")
	}
	if got := r.Error() + "|" + rpcerr.New("a", "b").Error(); got != "wrong_phase|a: b" {
		t.Errorf("got %q", got)
	}
	if got := rpcerr.Outcome(nil) + " " + rpcerr.Outcome(other) + " " + rpcerr.Outcome(errors.New("x")); got != "ok failed_precondition internal" {
		t.Errorf("got %q", got)
	}
}

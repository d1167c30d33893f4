package rpcerr_test

import (
	"errors"
	"fmt"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/rpcerr"
)

// Errors of the domain and of the log become what a caller may see; the text of
// any other error is withheld.
func ExampleFrom() {
	_, badKnob := domino.NewRules("latin.pairs", map[string]string{"target": "never"})
	for _, err := range []error{
		&domino.Illegal{Seat: 2, Why: domino.MustPlay},
		fmt.Errorf("make rules: %w", badKnob),
		fmt.Errorf("append: %w", eventlog.ErrConflict),
		errors.New("dial 10.0.0.7: connection refused"),
	} {
		rejection, withheld := rpcerr.From(err)
		fmt.Println(rejection.Code, rejection.Reason, withheld)
	}
	// Output:
	// failed_precondition must_play false
	// invalid_argument bad_knob_value false
	// aborted conflict false
	// internal internal true
}

// Rejections are compared by reason, whatever else they tell.
func ExampleRejection() {
	rejection := rpcerr.New(rpcerr.ReasonStale, "the table went on").With("current", "9").At(9)
	fmt.Println(rejection, rejection.Code, rejection.Params, rejection.Version)
	fmt.Println(errors.Is(rejection, rpcerr.New(rpcerr.ReasonStale, "")))
	// Output:
	// stale_version: the table went on aborted map[current:9] 9
	// true
}

// A rejection travels in the headers of a reply.
func ExampleEncode() {
	header := map[string][]string{}
	if err := rpcerr.Encode(rpcerr.New("must_play", "a tile fits"), header); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(header[rpcerr.HeaderCode], header[rpcerr.HeaderText])
	fmt.Println(rpcerr.Decode(header))
	fmt.Println(rpcerr.Decode(map[string][]string{}))
	// Output:
	// [failed_precondition] [must_play]
	// must_play: a tile fits
	// <nil>
}

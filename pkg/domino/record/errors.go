package record

import (
	"errors"
	"fmt"
	"strings"
)

// The kinds of unusable input, for errors.Is.
var (
	ErrSyntax       = errors.New("not a record")       // no JSON object, or a value of the wrong shape
	ErrUnknownField = errors.New("unknown field")      // a field that no record has
	ErrMissing      = errors.New("missing field")      // a premise without which there is no round
	ErrPremise      = errors.New("impossible premise") // premises that contradict the rule set or each other
)

// InputError says that a record cannot be judged at all. An illegal move or a
// wrong outcome is no InputError: Verdict tells those.
type InputError struct {
	Line  int    // from 1; 0 when the record was not read from a file
	ID    string // when it was readable
	Field string // when one field is at fault
	Kind  error  // one of the Err values
	Err   error  // what was wrong and what was allowed
}

// Error names the line, the record, the field and the reason.
func (e *InputError) Error() string {
	var where []string
	if e.Line > 0 {
		where = append(where, fmt.Sprintf("line %d", e.Line))
	}
	if e.ID != "" {
		where = append(where, fmt.Sprintf("record %q", e.ID))
	}
	if e.Field != "" {
		where = append(where, fmt.Sprintf("field %q", e.Field))
	}
	return strings.Join(append(where, fmt.Sprintf("%v: %v", e.Kind, e.Err)), ": ")
}

// Unwrap is the kind and the reason.
func (e *InputError) Unwrap() []error { return []error{e.Kind, e.Err} }

// premise makes the error for a field that contradicts the rules.
func premise(field, format string, args ...any) error {
	return &InputError{Field: field, Kind: ErrPremise, Err: fmt.Errorf(format, args...)}
}

// in adds the place of rec to an InputError.
func in(rec Record, err error) error {
	if e, ok := errors.AsType[*InputError](err); ok {
		e.Line, e.ID = rec.Line, rec.ID
	}
	return err
}

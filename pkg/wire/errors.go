package wire

import "fmt"

// Malformed says that bytes or a message are not what the contract describes.
// It is never about the rules of a game.
type Malformed struct {
	Field string // where, such as "state.round.steps"
	Got   string // what stood there
	Want  string // what is allowed
	Err   error  // cause, if another package found it
}

// Error names the field, what stood there and what is allowed.
func (e *Malformed) Error() string {
	switch {
	case e.Err != nil:
		return fmt.Sprintf("malformed %s: %v", e.Field, e.Err)
	case e.Got == "":
		return fmt.Sprintf("malformed %s: want %s", e.Field, e.Want)
	}
	return fmt.Sprintf("malformed %s: %s: want %s", e.Field, e.Got, e.Want)
}

// Unwrap is the cause, if there is one.
func (e *Malformed) Unwrap() error { return e.Err }

// Reason is the stable code of the refusal.
func (e *Malformed) Reason() string { return "malformed" }

// Params tells the field.
func (e *Malformed) Params() map[string]string { return map[string]string{"field": e.Field} }

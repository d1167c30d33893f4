package deadletter

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"tranca.example/pkg/subject"
)

// Kind is how a consumer gave up.
type Kind string

// The kinds.
const (
	Deliveries Kind = "max_deliveries" // it was delivered as often as it may be
	Terminated Kind = "terminated"     // whoever handles it said so, with a reason
	Unreadable Kind = "unreadable"     // the advisory itself cannot be read: it is the message
)

// State is what became of a letter.
type State string

// The states. A letter that is not waiting is never changed again.
const (
	Waiting State = "waiting"
	Retried State = "retried"
	Dropped State = "dropped"
)

// Lack is why a letter comes without its message. "" is: it has it.
type Lack string

// The lacks.
const (
	Gone     Lack = "gone"     // its stream had forgotten it
	Withheld Lack = "withheld" // its stream may hold secrets, or is none of ours
	Huge     Lack = "huge"     // it is too large to be kept
)

// Letter is one message that a consumer gave up on.
type Letter struct {
	ID         subject.PoisonID `json:"id"`
	Kind       Kind             `json:"kind"`
	Reason     string           `json:"reason,omitempty"` // in words, for Terminated
	Deliveries uint64           `json:"deliveries,omitempty"`
	GivenUp    time.Time        `json:"given_up"`

	// The message as its stream held it, unless it lacks.
	Lack    Lack        `json:"lack,omitempty"`
	Subject string      `json:"subject,omitempty"`
	Header  nats.Header `json:"header,omitempty"`
	Data    []byte      `json:"data,omitempty"`
	Stored  time.Time   `json:"stored,omitzero"`

	State   State     `json:"state"`
	By      string    `json:"by,omitempty"`  // who decided
	Why     string    `json:"why,omitempty"` // in that one's words
	Decided time.Time `json:"decided,omitzero"`
}

// NotWaitingError says that somebody has decided about a letter already.
type NotWaitingError struct{ Letter Letter }

// Error tells what was decided, and when.
func (e *NotWaitingError) Error() string {
	return fmt.Sprintf("dead letter %s was %s already, at %s", e.Letter.ID, e.Letter.State, e.Letter.Decided.UTC().Format(time.RFC3339))
}

// NoRetryError says why a message cannot be handled once more from here.
type NoRetryError struct {
	ID  subject.PoisonID
	Why string
}

// Error names the letter and the cause.
func (e *NoRetryError) Error() string { return fmt.Sprintf("dead letter %s: %s", e.ID, e.Why) }

// ErrNone says that there is no such letter.
var ErrNone = errors.New("there is no such dead letter")

// ErrUnreadable says that what is kept of a letter is none. It may be dropped.
var ErrUnreadable = errors.New("its copy cannot be read")

func encode(l Letter) ([]byte, error) {
	body, err := json.Marshal(l)
	if err != nil {
		return nil, fmt.Errorf("dead letter %s: %w", l.ID, err)
	}
	return body, nil
}

func decode(id subject.PoisonID, body []byte) (l Letter, err error) {
	if err := json.Unmarshal(body, &l); err != nil || l.ID != id {
		return l, fmt.Errorf("dead letter %s: %w: %w", id, ErrUnreadable, errors.Join(err, errOther(l.ID, id)))
	}
	return l, nil
}

func errOther(got, want subject.PoisonID) error {
	if got == want {
		return nil
	}
	return fmt.Errorf("it is about %s", got)
}

package deadletter

import (
	"encoding/json"
	"strings"
	"time"

	"tranca.example/pkg/stored"
	"tranca.example/pkg/subject"
)

// maxReason is how much of a reason is kept, in bytes.
const maxReason = 300

// advisory is what the server tells when a consumer gives up.
type advisory struct {
	Time       time.Time `json:"timestamp"`
	Stream     string    `json:"stream"`
	Consumer   string    `json:"consumer"`
	Seq        uint64    `json:"stream_seq"`
	Deliveries uint64    `json:"deliveries"`
	Reason     string    `json:"reason"`
}

// readAdvisory makes a letter without its message. An advisory that cannot be
// read becomes a letter about itself, so that none is lost.
func readAdvisory(m stored.Message) (Letter, error) {
	var a advisory
	err := json.Unmarshal(m.Data, &a)
	id, idErr := subject.NewPoisonID(a.Stream, a.Consumer, a.Seq)
	if err != nil || idErr != nil {
		id, err := subject.NewPoisonID(subject.DLQStream, copier, m.Seq)
		return Letter{ID: id, Kind: Unreadable, GivenUp: m.Time, State: Waiting}, err
	}
	l := Letter{ID: id, Kind: Deliveries, Reason: short(a.Reason), Deliveries: a.Deliveries, GivenUp: a.Time, State: Waiting}
	if subject.IsTermination(m.Subject) {
		l.Kind = Terminated
	}
	return l, nil
}

// deleted is the server's reason when a stream drops a message that a consumer was
// still at.
const deleted = "Unacknowledged message was deleted"

// replaced tells that nobody gave up: the next firing of a table takes the place of
// one that is still being handled or put off, and brings what that was for.
func replaced(l Letter) bool {
	return l.Kind == Terminated && l.Reason == deleted && l.ID.Stream() == subject.TimersStream
}

func short(reason string) string {
	reason = strings.ToValidUTF8(strings.Join(strings.Fields(reason), " "), "?")
	if len(reason) <= maxReason {
		return reason
	}
	return strings.ToValidUTF8(reason[:maxReason], "") + " …"
}

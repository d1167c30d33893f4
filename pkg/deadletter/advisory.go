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

func short(reason string) string {
	reason = strings.ToValidUTF8(strings.Join(strings.Fields(reason), " "), "?")
	if len(reason) <= maxReason {
		return reason
	}
	return strings.ToValidUTF8(reason[:maxReason], "") + " …"
}

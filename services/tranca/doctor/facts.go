package doctor

import (
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/deadletter"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/subject"
)

// Facts are what was seen of a cluster. They travel as JSON.
type Facts struct {
	// Settings are those that the streams should have.
	Settings natsboot.Settings `json:"settings"`
	// Before and After are the same things seen twice: whoever is behind in the
	// first must have reached in the second what the first one showed.
	Before Sight `json:"before"`
	After  Sight `json:"after"`

	Letters   Letters   `json:"letters"`
	Replicas  []Replica `json:"replicas"`  // of services that answered
	Processes []Process `json:"processes"` // whose admin ports were asked
	Clocks    []Clock   `json:"clocks"`
}

// Letters are the dead letters.
type Letters struct {
	Error   string   `json:"error,omitempty"` // why not all is known
	Kept    int      `json:"kept"`            // those that were decided, too
	Waiting int      `json:"waiting"`         // for a decision
	First   []Letter `json:"first,omitempty"` // some of those that wait
}

// Letter is a message that a consumer gave up on, without the message.
type Letter struct {
	ID     subject.PoisonID `json:"id"`
	Kind   deadletter.Kind  `json:"kind"`
	Reason string           `json:"reason,omitempty"`
}

// Sight is what can lag, at about one moment.
type Sight struct {
	Streams []Stream `json:"streams"`
	Nodes   []Node   `json:"nodes"`           // none: no monitor was given
	Redis   *Redis   `json:"redis,omitempty"` // nil: none was given
}

// State is what a copy of a stream holds.
type State struct {
	Messages uint64 `json:"messages"`
	First    uint64 `json:"first_seq"`
	Last     uint64 `json:"last_seq"`
	Deleted  int    `json:"num_deleted"` // between first and last
}

// Stream is a stream as its leader tells it.
type Stream struct {
	Name      string                 `json:"name"`
	Missing   bool                   `json:"missing,omitempty"`
	Error     string                 `json:"error,omitempty"` // why nothing is known
	Config    jetstream.StreamConfig `json:"config"`
	State     State                  `json:"state"`
	Clustered bool                   `json:"clustered"`
	Leader    string                 `json:"leader"`
	Peers     []Peer                 `json:"peers,omitempty"` // without the leader; all copies where none leads
	Consumers []Consumer             `json:"consumers,omitempty"`
	Unlisted  string                 `json:"unlisted,omitempty"` // why its consumers are not known
}

// known tells whether the leader has told its state.
func (s Stream) known() bool { return !s.Missing && s.Error == "" }

// held is how many copies the servers keep or should keep.
func (s Stream) held() int {
	if s.Leader == "" {
		return len(s.Peers)
	}
	return 1 + len(s.Peers)
}

// Peer is a server that keeps a copy, as the leader sees it.
type Peer struct {
	Name    string `json:"name"`
	Offline bool   `json:"offline,omitempty"`
}

// Consumer is a reader of a stream.
type Consumer struct {
	Name    string `json:"name"`
	Durable bool   `json:"durable"`
	Pending uint64 `json:"pending"` // messages not delivered yet
	Unacked int    `json:"unacked"` // delivered, not acknowledged
	Pulls   int    `json:"pulls"`   // requests that wait for messages
}

// lag is what the consumer has not done with.
func (c Consumer) lag() uint64 { return c.Pending + uint64(max(c.Unacked, 0)) }

// left tells whether its reader went away; the server removes it soon. Whoever
// reads the log does so until it may follow the one reader of its process.
func (c Consumer) left() bool { return !c.Durable && c.Pulls == 0 }

// Node is a NATS server, as its monitor tells.
type Node struct {
	URL        string           `json:"url"`             // of the monitor
	Error      string           `json:"error,omitempty"` // why nothing is known
	Name       string           `json:"name"`
	Version    string           `json:"version"`
	Unhealthy  string           `json:"unhealthy,omitempty"` // what /healthz complains about
	SyncAlways bool             `json:"sync_always"`
	Copies     map[string]State `json:"copies"` // by stream
}

// label names a node for people.
func (n Node) label() string {
	if n.Name == "" {
		return n.URL
	}
	return n.Name
}

// Redis is the store of projections.
type Redis struct {
	Error       string       `json:"error,omitempty"`
	Checkpoints []Checkpoint `json:"checkpoints"`
}

// Checkpoint is how far a projection is.
type Checkpoint struct {
	Projection string        `json:"projection"`
	Shard      subject.Shard `json:"shard"`
	Seq        uint64        `json:"seq"`
}

// Replica is one replica of a service.
type Replica struct {
	Service subject.Service `json:"service"`
	Name    string          `json:"name"`
	Build   string          `json:"build"` // its version; "" when it does not tell
	// Keys are the prints of its keys for seat tokens with commas between, that which
	// signs first; "" when it does not tell.
	Keys string `json:"keys,omitempty"`
}

// Process is what the admin port of a process tells.
type Process struct {
	URL     string            `json:"url"`
	Error   string            `json:"error,omitempty"`
	Failing map[string]string `json:"failing"` // checks of /readyz that fail
	Alarms  map[string]int    `json:"alarms"`  // shards that do not go on now, by projection
}

// Clock is another machine's clock beside this one's. Ahead is exact to
// Uncertain, which is half of what the question took.
type Clock struct {
	Of        string        `json:"of"`
	Ahead     time.Duration `json:"ahead"`
	Uncertain time.Duration `json:"uncertain"`
}

// heads are the highest sequences that anybody has shown, by stream.
func (s Sight) heads() map[string]uint64 { return s.highest(func(s State) uint64 { return s.Last }) }

// firsts are the highest first sequences, by stream.
func (s Sight) firsts() map[string]uint64 { return s.highest(func(s State) uint64 { return s.First }) }

func (s Sight) highest(of func(State) uint64) map[string]uint64 {
	all := map[string]uint64{}
	for _, stream := range s.Streams {
		if stream.known() {
			all[stream.Name] = of(stream.State)
		}
	}
	for _, n := range s.Nodes {
		for name, state := range n.Copies {
			all[name] = max(all[name], of(state))
		}
	}
	return all
}

// stream finds a stream by its name.
func (s Sight) stream(name string) (Stream, bool) {
	for _, stream := range s.Streams {
		if stream.Name == name && stream.known() {
			return stream, true
		}
	}
	return Stream{}, false
}

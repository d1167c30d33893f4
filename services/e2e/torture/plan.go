package torture

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// Kind is what a fault does.
type Kind string

// The kinds of faults.
const (
	Kill        Kind = "kill -9"       // a replica or a server is gone for a while
	Pause       Kind = "pause"         // it stands still, and goes on where it was
	Roll        Kind = "roll"          // a replica is asked to stop, and started again
	Leave       Kind = "leave"         // a NATS server hands over and ends, and is started again
	KillTwo     Kind = "kill -9 twice" // two NATS servers are gone: nothing can be written
	StepDown    Kind = "step down"     // the leader of a stream gives its place away
	Flush       Kind = "flush"         // Redis forgets everything
	Cut         Kind = "cut"           // nothing gets through in one direction or both
	Reset       Kind = "reset"         // connections break
	Part        Kind = "partition"     // a NATS server and the others do not hear each other, or one side does not
	Slow        Kind = "slow"          // few bytes get through
	Delay       Kind = "delay"         // everything comes late
	PowerCut    Kind = "power cut"     // NATS servers end, and their disks forget what was not synced
	redisName        = "redis"
	maxPause         = 6 * time.Second
	nodeRest         = 6 * time.Second // how long a server gets to catch up before the next one goes
	replicaRest      = 2 * time.Second
)

// Fault is one thing that goes wrong, from a moment of the run on and for a while.
type Fault struct {
	At     time.Duration `json:"at"`
	For    time.Duration `json:"for"`
	Kind   Kind          `json:"kind"`
	Target string        `json:"target"`           // a replica, a server, a stream or redis
	Peer   string        `json:"peer,omitempty"`   // of a network's fault: nats or redis
	Detail string        `json:"detail,omitempty"` // of a network's fault
}

// String is the fault on a line.
func (f Fault) String() string {
	text := fmt.Sprintf("%8.2fs %-13s %s", f.At.Seconds(), f.Kind, f.Target)
	if f.Peer != "" {
		text += " to " + f.Peer
	}
	if f.Detail != "" {
		text += " (" + f.Detail + ")"
	}
	if f.For > 0 {
		text += fmt.Sprintf(" for %.2fs", f.For.Seconds())
	}
	return text
}

// Targets are what faults can hit.
type Targets struct {
	Replicas map[string][]string // by service
	Redis    []string            // replicas whose way to Redis can be spoilt
	Nodes    []string            // NATS servers
	Streams  []string
	Disks    bool // the servers' disks may lose their power
}

// planner makes a plan.
type planner struct {
	rand    *rand.Rand
	targets Targets
	names   []string // services
	all     []string // replicas
	busy    map[string]time.Duration
	plan    []Fault
}

// NewPlan is the faults of a run of that length, about one every pace. The same
// seed, length, pace and targets give the same plan. One NATS server is disturbed
// at a time, but for KillTwo, and no target by two faults at once.
func NewPlan(seed string, length, pace time.Duration, targets Targets) []Fault {
	p := &planner{
		rand:    rand.New(rand.NewChaCha8(sha256.Sum256([]byte("tranca torture\x00" + seed)))), //nolint:gosec // it is to be repeated
		targets: targets, busy: map[string]time.Duration{},
	}
	for service, replicas := range targets.Replicas {
		p.names, p.all = append(p.names, service), append(p.all, replicas...)
	}
	slices.Sort(p.names)
	slices.Sort(p.all)
	for at := p.between(pace/2, pace); at < length; at += p.between(pace/2, pace*3/2) {
		p.next(at)
	}
	slices.SortStableFunc(p.plan, func(a, b Fault) int { return int(a.At - b.At) })
	return p.plan
}

func (p *planner) between(from, to time.Duration) time.Duration {
	return from + time.Duration(p.rand.Int64N(int64(to-from)+1))
}

// next adds a fault that begins at a moment, if its target is free then.
func (p *planner) next(at time.Duration) {
	type choice struct {
		weight int
		make   func(at time.Duration)
	}
	choices := []choice{
		{5, p.killReplica}, {4, p.pauseReplica}, {2, p.roll}, {2, p.killNode}, {2, p.pauseNode}, {2, p.leave}, {1, p.killTwo},
		{3, p.stepDown}, {2, p.part}, {2, p.breakRedis}, {2, p.flush}, {9, p.network},
	}
	if p.targets.Disks {
		choices = append(choices, choice{15, p.powerCut})
	}
	sum := 0
	for _, c := range choices {
		sum += c.weight
	}
	n := p.rand.IntN(sum)
	for _, c := range choices {
		if n -= c.weight; n < 0 {
			c.make(at)
			return
		}
	}
}

// add adds the fault unless something of it is busy; it is, until some time after
// the fault's end.
func (p *planner) add(f Fault, rest time.Duration, what ...string) {
	for _, w := range what {
		if p.busy[w] > f.At {
			return
		}
	}
	for _, w := range what {
		p.busy[w] = f.At + f.For + rest
	}
	p.plan = append(p.plan, f)
}

func pick[T any](p *planner, from []T) T { return from[p.rand.IntN(len(from))] }

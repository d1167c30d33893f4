package torture

import (
	"fmt"
	"time"
)

// nodes is what a fault of a NATS server keeps busy: all of them.
const nodes = "nodes"

// maxPart is how long a NATS server may be cut off from the others.
const maxPart = 9 * time.Second

func (p *planner) killReplica(at time.Duration) {
	name := pick(p, p.all)
	p.add(Fault{At: at, For: p.between(100*time.Millisecond, 2*time.Second), Kind: Kill, Target: name}, replicaRest, name)
}

func (p *planner) pauseReplica(at time.Duration) {
	name := pick(p, p.all)
	p.add(Fault{At: at, For: p.between(200*time.Millisecond, maxPause), Kind: Pause, Target: name}, replicaRest, name)
}

// roll restarts all replicas of a service, one after the other.
func (p *planner) roll(at time.Duration) {
	for _, name := range p.targets.Replicas[pick(p, p.names)] {
		length := p.between(500*time.Millisecond, 2*time.Second)
		p.add(Fault{At: at, For: length, Kind: Roll, Target: name}, replicaRest, name)
		at += length + 3*time.Second
	}
}

func (p *planner) killNode(at time.Duration) {
	p.add(Fault{At: at, For: p.between(200*time.Millisecond, 3*time.Second), Kind: Kill, Target: pick(p, p.targets.Nodes)}, nodeRest, nodes)
}

func (p *planner) pauseNode(at time.Duration) {
	p.add(Fault{At: at, For: p.between(500*time.Millisecond, maxPause), Kind: Pause, Target: pick(p, p.targets.Nodes)}, nodeRest, nodes)
}

// leave takes as long as the server's clients take to be sent away.
func (p *planner) leave(at time.Duration) {
	p.add(Fault{At: at, For: 5 * time.Second, Kind: Leave, Target: pick(p, p.targets.Nodes)}, 2*nodeRest, nodes)
}

// killTwo names the one server that stays.
func (p *planner) killTwo(at time.Duration) {
	p.add(Fault{At: at, For: p.between(200*time.Millisecond, 1500*time.Millisecond), Kind: KillTwo, Target: pick(p, p.targets.Nodes), Detail: "it alone stays"}, 2*nodeRest, nodes)
}

// powerCut hits all servers at once, or one of them.
func (p *planner) powerCut(at time.Duration) {
	target := pick(p, []string{nodes, pick(p, p.targets.Nodes)})
	p.add(Fault{At: at, For: p.between(200*time.Millisecond, 2*time.Second), Kind: PowerCut, Target: target}, 2*nodeRest, nodes)
}

// part lasts long enough for the others to elect leaders without the server.
func (p *planner) part(at time.Duration) {
	ways := pick(p, []string{up, down, up + " and " + down, up + " and " + down})
	p.add(Fault{At: at, For: p.between(time.Second, maxPart), Kind: Part, Target: pick(p, p.targets.Nodes), Detail: ways}, nodeRest, nodes)
}

func (p *planner) stepDown(at time.Duration) {
	p.add(Fault{At: at, Kind: StepDown, Target: pick(p, p.targets.Streams)}, 0, nodes)
}

func (p *planner) breakRedis(at time.Duration) {
	kind := pick(p, []Kind{Kill, Pause})
	p.add(Fault{At: at, For: p.between(200*time.Millisecond, 4*time.Second), Kind: kind, Target: redisName}, replicaRest, redisName)
}

func (p *planner) flush(at time.Duration) {
	p.add(Fault{At: at, Kind: Flush, Target: redisName}, time.Second, redisName)
}

// network spoils what one replica has with NATS or Redis.
func (p *planner) network(at time.Duration) {
	f := Fault{At: at, Kind: pick(p, []Kind{Cut, Cut, Reset, Slow, Delay}), Target: pick(p, p.all), Peer: "nats"}
	if p.rand.IntN(4) == 0 && len(p.targets.Redis) > 0 {
		f.Target, f.Peer = pick(p, p.targets.Redis), redisName
	}
	ways := pick(p, []string{up, down, up + " and " + down})
	switch f.Kind {
	case Cut:
		f.For, f.Detail = p.between(200*time.Millisecond, maxPause), ways
	case Reset:
		f.For, f.Detail = 200*time.Millisecond, down
	case Slow:
		f.For, f.Detail = p.between(time.Second, 5*time.Second), fmt.Sprintf("%d KiB/s %s", 4<<p.rand.IntN(5), ways)
	default:
		f.For, f.Detail = p.between(time.Second, 5*time.Second), fmt.Sprintf("%d ms %s", 10<<p.rand.IntN(6), ways)
	}
	p.add(f, replicaRest, f.Target+" "+f.Peer)
}

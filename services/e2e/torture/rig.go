package torture

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/subject"
	"tranca.example/services/e2e/harness"
)

// replicas of each service.
const replicas = 2

// rig is everything that can break.
type rig struct {
	tb       testing.TB
	programs harness.Programs // that are tortured
	first    harness.Programs // as which the replicas begin
	cluster  *harness.Cluster
	apart    *harness.Apart
	redis    *memory
	network  *network
	power    *power          // of the servers' disks; nil when these lose nothing
	wanted   map[string]bool // programs that a fault keeps away
	ended    []string        // what ended by itself, and when
}

func newRig(tb testing.TB, programs harness.Programs, o Options) *rig {
	tb.Helper()
	r := &rig{tb: tb, redis: newMemory(tb, o.Redis), network: newNetwork(tb), wanted: map[string]bool{}}
	servers := harness.ClusterOptions{Lazy: o.Lazy, Route: r.network.link}
	if o.Disks {
		r.power = newPower(tb)
		servers.Store = r.power.disk
	}
	r.programs, r.first = programs, programs
	if o.Upgrade != nil {
		r.first, servers.Streams = o.Upgrade.From, &o.Upgrade.From
	}
	r.cluster = programs.StartCluster(tb, servers)
	r.apart = r.first.StartApart(tb, harness.ApartOptions{
		NATS: r.cluster, Redis: r.redis.url, Seed: o.Seed, Replicas: replicas, LogLevel: "info",
		Network: func(replica string) (harness.Broker, string) {
			return r.network.of(replica, r.cluster, r.redis.url)
		},
	})
	return r
}

// prepare does with the streams what comes before an upgrade: an administrator
// changes what he has to, and 'tranca streams' makes those that are new.
func (r *rig) prepare() error {
	if err := r.uncompress(); err != nil {
		return err
	}
	if said, err := r.cluster.StreamsBy(r.programs); err != nil {
		return fmt.Errorf("tranca streams: %w: %s", err, said)
	}
	return nil
}

// uncompress does what 'nats stream edit GAME_0 --compression none' does.
func (r *rig) uncompress() error {
	ctx, cancel := context.WithTimeout(r.tb.Context(), 10*time.Second)
	defer cancel()
	_, js := r.cluster.Admin()
	stream, err := js.Stream(ctx, subject.GameStream(0))
	if err != nil {
		return err
	}
	config := stream.CachedInfo().Config
	config.Compression = jetstream.NoCompression
	_, err = js.UpdateStream(ctx, config)
	return err
}

// streamsBy has programs say what they think of the streams.
func (r *rig) streamsBy(p harness.Programs) error {
	if said, err := r.cluster.StreamsBy(p, "--verify"); err != nil {
		return fmt.Errorf("tranca streams --verify: %w: %s", err, said)
	}
	return nil
}

// targets are what the plan may hit.
func (r *rig) targets() Targets {
	t := Targets{Replicas: map[string][]string{}, Disks: r.power != nil}
	for _, service := range harness.Services() {
		for n := range replicas {
			name := harness.ReplicaName(service, n)
			t.Replicas[service] = append(t.Replicas[service], name)
			if r.redis.alone() && slices.Contains([]string{"lobby", "rules", "scoring"}, service) {
				t.Redis = append(t.Redis, name)
			}
		}
	}
	for _, n := range r.cluster.Nodes {
		t.Nodes = append(t.Nodes, n.Name)
	}
	game := subject.GameStream(0)
	t.Streams = []string{game, game, subject.TimersStream, subject.SecretStream(0), subject.AllocStream}
	return t
}

// program is a replica or a server.
func (r *rig) program(name string) *harness.Process {
	for _, n := range r.cluster.Nodes {
		if n.Name == name {
			return n.Process
		}
	}
	return r.apart.Parts[name]
}

// others are the servers but one.
func (r *rig) others(name string) (all []*harness.Node) {
	for _, n := range r.cluster.Nodes {
		if n.Name != name {
			all = append(all, n)
		}
	}
	return all
}

// eachCut does something for each route of a server that is cut off.
func (r *rig) eachCut(f Fault, do func(Fault) error) (err error) {
	var names []string
	for _, n := range r.others(f.Target) {
		names = append(names, n.Name)
	}
	for _, cut := range r.network.cuts(f, names) {
		err = errors.Join(err, do(cut))
	}
	return err
}

// begin lets a fault happen.
func (r *rig) begin(f Fault) error {
	switch f.Kind {
	case Cut, Reset, Slow, Delay:
		return r.network.spoil(f)
	case Part:
		return r.eachCut(f, r.network.spoil)
	case StepDown:
		return r.cluster.StepDown(f.Target)
	case Flush:
		ctx, cancel := context.WithTimeout(r.tb.Context(), 5*time.Second)
		defer cancel()
		return harness.Flush(ctx, r.redis.client)
	case KillTwo:
		for _, n := range r.others(f.Target) {
			r.wanted[n.Name] = true
			n.Kill()
		}
		return nil
	case PowerCut:
		r.cut(f)
		return nil
	case Kill, Pause, Roll, Leave:
	}
	if f.Target == redisName {
		return r.redis.strike(r.tb.Context(), f.Kind)
	}
	p := r.program(f.Target)
	r.wanted[f.Target] = f.Kind != Pause
	switch f.Kind {
	case Kill:
		p.Kill()
	case Pause:
		p.Pause()
	case Roll:
		p.Terminate()
	default:
		p.Leave()
	}
	return nil
}

// end undoes a fault; false when it has to be tried again.
func (r *rig) end(f Fault, late time.Duration) (bool, error) {
	switch f.Kind {
	case Cut, Reset, Slow, Delay:
		ctx, cancel := context.WithTimeout(r.tb.Context(), 5*time.Second)
		defer cancel()
		return true, r.network.heal(ctx, f)
	case Part:
		return true, r.eachCut(f, func(cut Fault) error { return r.network.heal(r.tb.Context(), cut) })
	case StepDown, Flush:
		return true, nil
	case KillTwo:
		for _, n := range r.others(f.Target) {
			delete(r.wanted, n.Name)
			n.Launch()
		}
		return true, nil
	case PowerCut:
		return true, r.restore(f)
	case Kill, Pause, Roll, Leave:
	}
	if f.Target == redisName {
		r.redis.relieve(f.Kind)
		return true, nil
	}
	p := r.program(f.Target)
	if f.Kind == Pause {
		p.Resume()
		return true, nil
	}
	return r.again(f, p, late)
}

// gentle is how long a program may take to stop when it is asked to.
const gentle = 30 * time.Second

// again starts what has ended.
func (r *rig) again(f Fault, p *harness.Process, late time.Duration) (bool, error) {
	var err error
	if !p.Ended() {
		if late < gentle {
			return false, nil
		}
		p.Kill()
		err = fmt.Errorf("%s did not end within %s", f.Target, gentle)
	}
	delete(r.wanted, f.Target)
	p.Launch()
	return true, err
}

// supervise starts what ended by itself, as whoever runs services would.
func (r *rig) supervise(at time.Duration) {
	for name, p := range r.apart.Parts {
		r.revive(name, p, at)
	}
	for _, n := range r.cluster.Nodes {
		r.revive(n.Name, n.Process, at)
	}
}

func (r *rig) revive(name string, p *harness.Process, at time.Duration) {
	if r.wanted[name] || !p.Ended() {
		return
	}
	r.ended = append(r.ended, fmt.Sprintf("%.2fs %s: %v: %s", at.Seconds(), name, p.WaitFor(0), p.LastLine()))
	p.Launch()
}

// ready waits until everything works again.
func (r *rig) ready() {
	r.tb.Helper()
	for _, n := range r.cluster.Nodes {
		n.WaitReady()
	}
	for _, p := range r.apart.Parts {
		p.WaitReady()
	}
}

// panicked are the programs whose logs tell of a panic.
func (r *rig) panicked() (err error) {
	for name, p := range r.apart.Parts {
		if text := p.Panicked(); text != "" {
			err = errors.Join(err, fmt.Errorf("%s: %s", name, text))
		}
	}
	return err
}

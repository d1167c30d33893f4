package torture

import (
	"fmt"
	"slices"
	"time"

	"tranca.example/services/e2e/harness"
)

// Upgrade lets the replicas begin as other programs and exchanges them one after the
// other, in the order that deploy/README.md tells, while everybody plays.
type Upgrade struct {
	From harness.Programs
	// Back exchanges them again afterwards, in the opposite order. No table may have
	// what From does not know.
	Back bool
}

// UpgradeOrder is the order of the services: gateways come last, because they let in
// what older programs behind them do not know.
func UpgradeOrder() []string {
	return []string{"lobby", "dealer", "scoring", "rules", "bots", "gateway"}
}

// betweenExchanges is how long a mixture is played on.
const betweenExchanges = 400 * time.Millisecond

// exchange is one replica that becomes another program.
type exchange struct {
	name string
	to   harness.Programs
	last bool // all replicas are to's then
}

// exchanges is what an upgrade does; nil does nothing.
type exchanges struct {
	rig      *rig
	queue    []exchange
	now      *exchange // under way
	begun    time.Duration
	launched bool
	rest     time.Duration // nothing happens before
	steps    []string
	failures []string
	before   func() error                 // called once
	whole    func(harness.Programs) error // called whenever all are of one kind
}

// newExchanges plans an upgrade to programs.
func newExchanges(r *rig, u *Upgrade, to harness.Programs) *exchanges {
	e := &exchanges{rig: r, before: r.prepare, whole: r.streamsBy}
	e.plan(UpgradeOrder(), to)
	if u.Back {
		back := UpgradeOrder()
		slices.Reverse(back)
		e.plan(back, u.From)
	}
	return e
}

func (e *exchanges) plan(services []string, to harness.Programs) {
	for _, service := range services {
		for n := range replicas {
			e.queue = append(e.queue, exchange{name: harness.ReplicaName(service, n), to: to})
		}
	}
	e.queue[len(e.queue)-1].last = true
}

// over tells whether every replica has been exchanged.
func (e *exchanges) over() bool { return e == nil || e.now == nil && len(e.queue) == 0 }

// advance does what is due.
func (e *exchanges) advance(now time.Duration) {
	if e.over() || now < e.rest {
		return
	}
	if e.before != nil {
		if err := e.before(); err != nil {
			e.fail("%v", err)
		}
		e.before = nil
	}
	if e.now == nil {
		e.now, e.queue, e.begun, e.launched = &e.queue[0], e.queue[1:], now, false
		e.rig.wanted[e.now.name] = true
		e.rig.apart.Parts[e.now.name].Terminate()
		return
	}
	p := e.rig.apart.Parts[e.now.name]
	switch {
	case !e.launched:
		e.relaunch(p, now)
	case p.Ready():
		e.steps = append(e.steps, fmt.Sprintf("%s after %s", e.now.name, (now-e.begun).Round(time.Millisecond)))
		e.finish(now)
	case now-e.begun > 2*gentle:
		e.fail("%s is not ready %s after it was asked to stop: %s", e.now.name, 2*gentle, p.LastLine())
		e.finish(now)
	}
}

// relaunch starts what has ended as the other program.
func (e *exchanges) relaunch(p *harness.Process, now time.Duration) {
	if !p.Ended() && now-e.begun < gentle {
		return
	}
	if err := p.WaitFor(0); err != nil {
		e.fail("%s was asked to stop: %v: %s", e.now.name, err, p.LastLine())
	}
	p.Become(e.now.to)
	delete(e.rig.wanted, e.now.name)
	p.Launch()
	e.launched = true
}

func (e *exchanges) finish(now time.Duration) {
	if e.now.last && e.now.to == e.rig.programs {
		if err := e.whole(e.now.to); err != nil {
			e.fail("%v", err)
		}
	}
	e.now, e.rest = nil, now+betweenExchanges
}

func (e *exchanges) fail(format string, args ...any) {
	e.failures = append(e.failures, fmt.Sprintf(format, args...))
}

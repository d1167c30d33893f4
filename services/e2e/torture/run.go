package torture

import (
	"context"
	"fmt"
	"testing"
	"time"

	"tranca.example/services/e2e/harness"
)

// Options describe a run.
type Options struct {
	// Seed of the faults, and of the matches.
	Seed string
	// Time is how long faults happen. Matches that were begun are played to their
	// end afterwards.
	Time time.Duration
	// Tables that are played at the same time, about.
	Tables int
	// Pace is how often something happens.
	Pace time.Duration
	// Short plays matches of two rounds, for runs of seconds.
	Short bool
	// Disks lets the NATS servers' disks lose their power, and then what was not
	// synced. It takes root and FUSE.
	Disks bool
	// Lazy lets the servers sync when they like, as they do unless they are told to
	// sync always.
	Lazy bool
	// Plan, if set, is made instead of the seed's.
	Plan func(Targets) []Fault
	// Patience is how long nobody may get on before that counts as broken for good;
	// 0: three minutes.
	Patience time.Duration
	Now      func() time.Time
	// Redis is one of Redises; "" is the first.
	Redis string
	// Upgrade, if set, is done besides the faults.
	Upgrade *Upgrade
}

// Limits of a run: how many acknowledged commands it takes until the first fault,
// how long nobody may get on before something is broken for good, how many tables
// have a viewer at a time, of how many tables one has a sleeper, and how often players'
// files are looked into.
const (
	warm     = 4 << 10 // bytes of acks
	lookAt   = 10 * tick
	stuck    = 3 * time.Minute
	viewers  = 24
	sleeping = 8
)

// Run tortures the programs and tells what came of it. Only what makes a run
// impossible fails the test at once.
func Run(tb testing.TB, programs harness.Programs, o Options) *Report {
	tb.Helper()
	r := newRig(tb, programs, o)
	w := &run{
		tb: tb, o: o, rig: r, audience: &audience{servers: r.apart.URLs},
		crowd: &crowd{tb: tb, programs: programs, servers: r.apart.URLs, seed: o.Seed, tables: max(1, o.Tables/slots)},
	}
	if o.Short {
		w.crowd.further = []string{"--knob", "rounds=2", "--knob", "target=0"}
	}
	if o.Patience == 0 {
		w.o.Patience = stuck
	}
	plan := NewPlan(o.Seed, o.Time, o.Pace, r.targets())
	if o.Plan != nil {
		plan = o.Plan(r.targets())
	}
	w.plan = newExecutor(r, plan, w.tell)
	if o.Upgrade != nil {
		w.upgrade = newExchanges(r, o.Upgrade, programs)
	}
	var err error
	if w.sleepers, err = newSleepers(r.apart.URLs, o.Upgrade != nil && o.Upgrade.Back); err != nil {
		tb.Fatal(err)
	}
	w.perform()
	return w.report()
}

// run is one run.
type run struct {
	tb       testing.TB
	o        Options
	rig      *rig
	plan     *executor
	upgrade  *exchanges // nil: none
	crowd    *crowd
	audience *audience
	sleepers *sleepers
	begun    time.Time
	took     time.Duration
	stall    time.Duration // the longest time in which no command was acknowledged
	stalled  time.Duration // when it ended
}

func (w *run) tell(text string) { w.tb.Log(text) }

// perform lets everybody play under faults until the time is over and all matches
// have finished, and everything healed and at rest.
func (w *run) perform() {
	w.tb.Helper()
	ctx, cancel := context.WithCancel(w.tb.Context())
	stop := make(chan struct{})
	defer w.audience.group.Wait()
	defer cancel()
	w.crowd.begin()
	w.sleepers.begin(ctx, max(1, w.o.Tables/sleeping), stop)
	harness.Eventually(w.tb, time.Minute, "the players have begun", func() bool { return w.crowd.progress() > warm })
	w.begun = w.o.Now()
	w.play(ctx)
	close(stop)
	for !w.plan.over() {
		w.plan.advance(w.now())
		time.Sleep(tick)
	}
	w.rig.ready()
	w.awake(cancel)
	w.took = w.now()
}

func (w *run) now() time.Duration { return w.o.Now().Sub(w.begun) }

// play lets faults happen under the players, and these finish what they began.
func (w *run) play(ctx context.Context) {
	progress, since, due := int64(0), time.Duration(0), time.Duration(0)
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	for range ticker.C {
		now := w.now()
		w.plan.advance(now)
		w.upgrade.advance(now)
		w.crowd.stopped = w.crowd.stopped || now > w.o.Time && w.upgrade.over()
		w.crowd.look()
		if w.crowd.stopped && w.crowd.idle() {
			return
		}
		if now < due {
			continue
		}
		due = now + lookAt
		if p := w.crowd.progress(); p != progress {
			if now-since > w.stall {
				w.stall, w.stalled = now-since, now
			}
			progress, since = p, now
			w.invite(ctx)
		}
		if now-since > w.o.Patience {
			w.crowd.failures = append(w.crowd.failures, fmt.Sprintf("nothing was acknowledged for %s", w.o.Patience))
			return
		}
	}
}

// awake waits for the tables of the sleepers, but not for ever.
func (w *run) awake(cancel context.CancelFunc) {
	timer := time.AfterFunc(w.o.Patience, cancel)
	defer timer.Stop()
	w.sleepers.group.Wait()
	for _, err := range w.sleepers.errs {
		w.crowd.failures = append(w.crowd.failures, err.Error())
	}
}

// invite gives tables that were opened since viewers, until enough are there.
func (w *run) invite(ctx context.Context) {
	watched := map[string]bool{}
	for _, id := range w.audience.tables() {
		watched[id] = true
	}
	for _, s := range w.crowd.playing {
		if s == nil || w.audience.present() >= viewers {
			return
		}
		if id := s.LastTable(); id != "" && !watched[id] {
			watched[id] = true
			w.audience.watch(ctx, id)
		}
	}
}

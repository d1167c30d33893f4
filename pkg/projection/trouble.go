package projection

import (
	"context"
	"errors"
	"hash/fnv"
	"strconv"
	"time"
)

// Trouble is nil while the projector goes on, and else why it does not: an
// ErrAlarm, or a failure that came twice without anything done in between.
func (p *Projector) Trouble() error {
	if err := p.trouble.Load(); err != nil {
		return *err
	}
	return nil
}

// alarm raises the alarm, unless it is up for an alarm already.
func (p *Projector) alarm(ctx context.Context, err error) {
	if !errors.Is(p.Trouble(), ErrAlarm) {
		p.metrics.Alarm(p.o.Name)
		p.o.Logger.ErrorContext(ctx, "projection stopped; it tries again", "error", err)
	}
	p.worry(err)
}

// often is up to how many failures in a row each new text is told, and seldom how
// many come between two after that: some texts are never the same twice.
const (
	often  = 8
	seldom = 256
)

// isNews tells whether a failure is worth a line: the first one always is.
func (p *Projector) isNews(err error, told string) bool {
	return told == "" || told != err.Error() && (p.failures <= often || p.failures%seldom == 0)
}

// worry makes err the trouble.
func (p *Projector) worry(err error) {
	if p.trouble.Swap(&err) == nil {
		p.metrics.AddStopped(p.o.Name, 1)
	}
}

// resolve ends the trouble.
func (p *Projector) resolve() {
	if p.trouble.Swap(nil) != nil {
		p.metrics.AddStopped(p.o.Name, -1)
	}
}

// goesOn is called when a batch or a look at the store went well: what was in the
// log when the projector started over is stored.
func (p *Projector) goesOn(ctx context.Context) {
	if !p.caughtUp.Load() || p.checkpoint.Load() > p.end {
		return
	}
	p.failures = 0
	if p.Trouble() != nil {
		p.o.Logger.InfoContext(ctx, "projection goes on")
		p.resolve()
	}
}

// pause doubles from first up to most times as much, by the failures so far, and
// lasts between three quarters and all of that.
func (p *Projector) pause(first time.Duration, most int) time.Duration {
	d := min(first<<min(p.failures-1, 10), first*time.Duration(most))
	h := fnv.New32a()
	for _, text := range []string{p.o.Spread, p.o.Name, p.o.Shard.String(), strconv.Itoa(p.failures)} {
		_, _ = h.Write([]byte(text)) // it never fails
	}
	return d - time.Duration(float64(d)/4*float64(h.Sum32())/float64(1<<32))
}

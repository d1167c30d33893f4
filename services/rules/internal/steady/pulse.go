package steady

import (
	"context"
	"sync"
	"time"
)

// DefaultFor is longer than any pause between two tries of a caller who could not
// reach a replica: what was sent before a gap has come again by then.
const DefaultFor = 2250 * time.Millisecond

const (
	every = 250 * time.Millisecond
	gap   = time.Second // between two beats: there should have been others
)

// Options describe a Pulse; all are required.
type Options struct {
	Now       func() time.Time
	Connected func() bool   // to the broker
	For       time.Duration // how long a replica must have been at work
}

// Pulse beats while its process runs and has a connection. It is safe for
// concurrent use.
type Pulse struct {
	o Options

	mu          sync.Mutex
	last, since time.Time // the latest beat, and the first one after the latest gap
}

// New makes a pulse; Run makes it beat.
func New(o Options) *Pulse { return &Pulse{o: o} }

// Run beats until ctx ends.
func (p *Pulse) Run(ctx context.Context) error {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		p.Beat()
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// Beat is one sign of life. A pulse that nobody runs is for tests to beat.
func (p *Pulse) Beat() {
	if !p.o.Connected() {
		return
	}
	now := p.o.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	if now.Sub(p.last) > gap {
		p.since = now
	}
	p.last = now
}

// Steady tells whether the replica has been at work for as long as the options ask.
func (p *Pulse) Steady() bool {
	now := p.o.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	return now.Sub(p.last) <= gap && now.Sub(p.since) >= p.o.For
}

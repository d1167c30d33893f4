package doctor

import (
	"context"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/natsboot"
)

// Doors are where the facts come from. All but Now and Settings may be left out,
// and what cannot be seen without them is not judged.
type Doors struct {
	Conn     *nats.Conn // of the user doctor
	Settings natsboot.Settings
	Monitors []string // base URLs of the NATS servers' monitors
	Redis    string   // URL
	Admin    []string // base URLs of the admin ports of services
	Now      func() time.Time
	// Patience is how long whoever is behind may take; 0: 5 s.
	Patience time.Duration
}

// How often those who are behind are looked at again, and how long one question
// may take.
const (
	lookAgain = 100 * time.Millisecond
	askLimit  = 5 * time.Second
)

// Look looks until everybody has reached what was seen first, or patience is
// over. What does not answer is a fact, and no error: that is only a door that
// cannot be used, or the end of ctx.
func Look(ctx context.Context, d Doors) (Facts, error) {
	if d.Patience == 0 {
		d.Patience = 5 * time.Second
	}
	f := Facts{Settings: d.Settings}
	l := &looker{Doors: d}
	defer l.close()
	if err := l.open(); err != nil {
		return f, err
	}
	roll := l.call()
	until := d.Now().Add(d.Patience)
	f.Before = l.sight(ctx)
	for {
		f.After = l.sight(ctx)
		if ctx.Err() != nil {
			return f, ctx.Err()
		}
		f.Replicas = roll.answered()
		late := f.late()
		if !late || d.Now().After(until) {
			break
		}
		pause(ctx)
	}
	f.Letters, f.Processes, f.Clocks = l.letters(ctx), l.processes(ctx), l.clocks
	return f, ctx.Err()
}

// late tells whether waiting may make a verdict better.
func (f Facts) late() bool {
	return Worst(copies(f)) == Fail || Worst(projections(f)) == Fail || Worst(projections(f)) == Warn || Worst(services(f)) == Fail
}

func pause(ctx context.Context) {
	timer := time.NewTimer(lookAgain)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

// looker asks through the doors and compares clocks on the way.
type looker struct {
	Doors
	js     jetstream.JetStream
	store  *store
	mu     sync.Mutex // guards clocks
	clocks []Clock
}

func (l *looker) open() (err error) {
	if l.Conn != nil {
		if l.js, err = jetstream.New(l.Conn, jetstream.WithDefaultTimeout(askLimit)); err != nil {
			return err
		}
	}
	l.store, err = openStore(l.Redis)
	return err
}

func (l *looker) close() {
	if l.store != nil {
		l.store.close()
	}
}

// sight asks Redis before the log: a projection that works is never ahead then.
func (l *looker) sight(ctx context.Context) Sight {
	l.clocks = nil // of the last sight
	var s Sight
	if l.store != nil {
		s.Redis = l.redis(ctx)
	}
	if l.js != nil {
		s.Streams = l.streams(ctx)
	}
	s.Nodes = each(l.Monitors, func(url string) Node { return l.node(ctx, url) })
	return s
}

// each asks all at once, and keeps the order of the answers.
func each[Q, A any](questions []Q, ask func(Q) A) []A {
	answers := make([]A, len(questions))
	var all sync.WaitGroup
	for i, q := range questions {
		all.Go(func() { answers[i] = ask(q) })
	}
	all.Wait()
	return answers
}

// compared notes another clock that was read between two moments of this one.
func (l *looker) compared(of string, asked, answered, theirs time.Time, grain time.Duration) {
	half := answered.Sub(asked) / 2
	l.mu.Lock()
	defer l.mu.Unlock()
	l.clocks = append(l.clocks, Clock{Of: of, Ahead: theirs.Add(grain / 2).Sub(asked.Add(half)), Uncertain: half + grain/2})
}

package projection

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/telemetry"
)

// Fold tells what one commit changes. It depends on the commit alone, because it
// is asked again after every restart. An error stops the projector at this commit,
// until the fold or the commit is another.
type Fold func(c eventlog.Commit) ([]Change, error)

// Options describe a Projector. All fields without a default are required.
type Options struct {
	Name    string // of the projection: a metric label, from a closed set
	Shard   subject.Shard
	Source  eventlog.Follower
	Fold    Fold
	Writer  Writer
	Logger  *slog.Logger
	Tracer  trace.Tracer
	Metrics prometheus.Registerer

	// Latest says that the rows of a table follow from its last commit alone: of
	// the commits of a table that come together only the last is folded.
	Latest bool
	// MaxBatch is the number of commits that are written at once; default 512.
	MaxBatch int
	// MaxDelay is how long a commit waits for others; default 10 ms.
	MaxDelay time.Duration
	// CheckEvery is the interval at which the store's checkpoint and the head of
	// the log are looked at; default 1 s.
	CheckEvery time.Duration
	// RetryAfter is the pause after the first failure of log or store; it doubles
	// up to four times as much. Default 500 ms.
	RetryAfter time.Duration
	// AlarmAfter is the pause after the first alarm; it doubles up to sixty times
	// as much. Default 1 s.
	AlarmAfter time.Duration
	// Spread names who runs the projector: those of different names pause
	// differently, so that not all ask a log or store that is back at one moment.
	Spread string
}

func (o Options) withDefaults() Options {
	if o.MaxBatch == 0 {
		o.MaxBatch = 512
	}
	if o.MaxDelay == 0 {
		o.MaxDelay = 10 * time.Millisecond
	}
	if o.CheckEvery == 0 {
		o.CheckEvery = time.Second
	}
	if o.RetryAfter == 0 {
		o.RetryAfter = 500 * time.Millisecond
	}
	if o.AlarmAfter == 0 {
		o.AlarmAfter = time.Second
	}
	return o
}

// ErrAlarm is the trouble of a projector that does not go on because that would
// make the projection wrong. The cause is wrapped as well: a gap in the log that is
// still there at the second look, a store that refuses the same batch twice, or
// a commit that cannot be folded.
var ErrAlarm = errors.New("projection stopped")

// Projector keeps one shard of one projection up to date.
type Projector struct {
	o       Options
	metrics *telemetry.Projections

	checkpoint atomic.Uint64
	head       atomic.Uint64
	target     atomic.Uint64 // being caught up means to have passed it; 0: not known yet
	caughtUp   atomic.Bool
	trouble    atomic.Pointer[error]

	// Of Run's goroutine only.
	shown    float64 // the share in the lag gauge
	end      uint64  // of the log, as of the last look
	failures int     // since it went on last
}

// NewProjector makes a projector; Run makes it work.
func NewProjector(o Options) (*Projector, error) {
	o = o.withDefaults()
	if o.Name == "" || o.Source == nil || o.Fold == nil || o.Writer == nil || o.Logger == nil || o.Tracer == nil || o.Metrics == nil {
		return nil, errors.New("projection: projector: want Name, Source, Fold, Writer, Logger, Tracer and Metrics")
	}
	if o.MaxBatch < 0 || o.MaxDelay < 0 || o.CheckEvery < 0 || o.RetryAfter < 0 || o.AlarmAfter < 0 {
		return nil, errors.New("projection: projector: want no negative limit")
	}
	metrics, err := telemetry.NewProjections(o.Metrics)
	if err != nil {
		return nil, err
	}
	o.Logger = o.Logger.With("projection", o.Name, "shard", o.Shard.String())
	return &Projector{o: o, metrics: metrics}, nil
}

// CaughtUp is a readiness check: nil once the projector has applied what the log
// held when it began, an error with the progress before.
func (p *Projector) CaughtUp(context.Context) error {
	if p.caughtUp.Load() {
		return nil
	}
	return fmt.Errorf("projection %s of shard %s is at %d of %d", p.o.Name, p.o.Shard, p.checkpoint.Load(), p.head.Load())
}

// Lag is the number of commits that are in the log and not in the projection, as
// of the last look.
func (p *Projector) Lag() uint64 {
	head, checkpoint := p.head.Load(), p.checkpoint.Load()
	return head - min(head, checkpoint)
}

// Run follows the log until ctx ends, which is no error. It survives failures of
// log and store and a store that is wiped or replaced: it then goes on from the
// checkpoint that it finds. What it must not pass it stops at, with an alarm, and
// tries again with growing pauses: a new version, a store that is mended or a
// checkpoint that a human moved set it going again.
func (p *Projector) Run(ctx context.Context) error {
	defer p.showLag(0)
	defer p.resolve()
	p.failures = 0
	var memory gaps
	var told string // what was logged since it was caught up last
	for {
		err := p.follow(ctx, &memory)
		if ctx.Err() != nil {
			return nil
		}
		if p.caughtUp.Swap(false) {
			told = ""
		}
		p.target.Store(0)
		p.failures++
		pause := p.pause(p.o.RetryAfter, 4)
		if alarm := memory.judge(err); alarm != nil {
			err, pause = fmt.Errorf("projection %s, shard %s: %w: %w", p.o.Name, p.o.Shard, ErrAlarm, alarm), p.pause(p.o.AlarmAfter, 60)
			p.alarm(ctx, err)
		} else {
			p.tell(ctx, err, told)
			if p.failures == 1 && isGap(err) {
				pause = 0
			}
		}
		told = err.Error()
		sleep(ctx, pause)
	}
}

// tell logs a failure that will pass; a store that stays away is no news.
func (p *Projector) tell(ctx context.Context, err error, told string) {
	level := slog.LevelWarn
	if !p.isNews(err, told) {
		level = slog.LevelDebug
	}
	p.o.Logger.Log(ctx, level, "projection starts over from its checkpoint", "error", err)
	if p.failures > 1 {
		p.worry(fmt.Errorf("projection %s, shard %s: %w", p.o.Name, p.o.Shard, err))
	}
}

func (p *Projector) showLag(lag uint64) {
	p.metrics.AddLag(p.o.Name, float64(lag)-p.shown)
	p.shown = float64(lag)
}

func sleep(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

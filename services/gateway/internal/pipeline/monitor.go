package pipeline

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/pkg/subject"
)

const (
	window      = 10 // quantiles are those of so many rounds
	tablesEvery = 5  // tables are counted every so many rounds
)

// Options describe a monitor; all are required.
type Options struct {
	Version string
	Metrics prometheus.Gatherer
	// Replicas counts those that live, of every service that is known.
	Replicas func() map[subject.Service]int
	// Ping asks the broker for an answer.
	Ping func(ctx context.Context) error
	// Tables counts tables.
	Tables  func(ctx context.Context) (*Tables, error)
	Logger  *slog.Logger
	Now     func() time.Time
	Every   time.Duration // between two rounds
	Streams int           // at the same time
}

// Monitor tells the figures to everybody who watches.
type Monitor struct {
	o       Options
	slots   chan struct{}
	stopped chan struct{}

	past   []snapshot // the newest last; of Run alone
	rounds int        // of Run alone
	tables *Tables    // of Run alone

	mu       sync.Mutex
	watchers map[chan []byte]struct{}
}

// New makes a monitor.
func New(o Options) *Monitor {
	return &Monitor{
		o: o, slots: make(chan struct{}, o.Streams), stopped: make(chan struct{}), watchers: map[chan []byte]struct{}{},
	}
}

// Run looks again and again while somebody watches, until ctx ends; then all
// streams end.
func (m *Monitor) Run(ctx context.Context) error {
	defer close(m.stopped)
	ticks := time.NewTicker(m.o.Every)
	defer ticks.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticks.C:
			m.round(ctx)
		}
	}
}

func (m *Monitor) round(ctx context.Context) {
	if !m.watched() {
		m.past, m.rounds, m.tables = nil, 0, nil
		return
	}
	ctx, cancel := context.WithTimeout(ctx, m.o.Every)
	defer cancel()
	f, err := m.look(ctx)
	if err == nil {
		var told []byte
		if told, err = json.Marshal(f); err == nil {
			m.tell(told)
		}
	}
	if err != nil {
		m.o.Logger.ErrorContext(ctx, "no figures for operators", "error", err)
	}
}

// look measures everything.
func (m *Monitor) look(ctx context.Context) (Figures, error) {
	now, err := gather(m.o.Metrics, m.o.Now())
	if err != nil {
		return Figures{}, err
	}
	if len(m.past) == 0 {
		m.past = append(m.past, now)
	}
	f := now.since(m.past[len(m.past)-1], m.past[0])
	m.past = append(m.past, now)
	m.past = m.past[max(0, len(m.past)-window):]
	f.Version, f.NATS, f.Services = m.o.Version, m.ping(ctx), m.services()
	if f.NATS.Connected && m.rounds%tablesEvery == 0 {
		m.tables, _ = m.o.Tables(ctx) // without an answer nothing is told of them
	}
	m.rounds++
	f.Tables = m.tables
	return f, nil
}

func (m *Monitor) ping(ctx context.Context) NATS {
	ctx, cancel := context.WithTimeout(ctx, m.o.Every/2)
	defer cancel()
	begun := m.o.Now()
	if err := m.o.Ping(ctx); err != nil {
		return NATS{}
	}
	ms := float64(m.o.Now().Sub(begun)) / float64(time.Millisecond)
	return NATS{Connected: true, RoundTrip: &ms}
}

func (m *Monitor) services() []Service {
	live := m.o.Replicas()
	all := []Service{}
	for _, name := range slices.Sorted(maps.Keys(live)) {
		all = append(all, Service{Name: string(name), Replicas: live[name]})
	}
	return all
}

func (m *Monitor) watched() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.watchers) > 0
}

// tell lets a watcher miss a second for whom the one before still waits.
func (m *Monitor) tell(figures []byte) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for w := range m.watchers {
		select {
		case w <- figures:
		default:
		}
	}
}

func (m *Monitor) join() (figures chan []byte, leave func()) {
	w := make(chan []byte, 1)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.watchers[w] = struct{}{}
	return w, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.watchers, w)
	}
}

package telemetry

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Commands counts and times the commands of one service.
type Commands struct{ durations prometheus.ObserverVec }

// NewCommands registers tranca_command_duration_seconds{service,command,outcome}.
func NewCommands(reg prometheus.Registerer, service string) (*Commands, error) {
	h, err := NewHistogram(reg, "tranca_command_duration_seconds",
		"Time from receiving a command to its answer, by outcome (ok or a code).", "service", "command", "outcome")
	if err != nil {
		return nil, err
	}
	curried, err := h.CurryWith(prometheus.Labels{"service": service})
	return &Commands{durations: curried}, err
}

// Observe records one command. Command and outcome must come from closed sets:
// the command's kind, and "ok" or the code of the refusal.
func (c *Commands) Observe(ctx context.Context, command, outcome string, d time.Duration) {
	Observe(ctx, c.durations.WithLabelValues(command, outcome), d)
}

// Events counts the events that were appended to the log.
type Events struct{ appended *prometheus.CounterVec }

// NewEvents registers tranca_events_appended_total{type}.
func NewEvents(reg prometheus.Registerer) (*Events, error) {
	c, err := Register(reg, prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "tranca_events_appended_total",
		Help: "Events of acknowledged commits, by event type.",
	}, []string{"type"}))
	return &Events{appended: c}, err
}

// Appended counts n events of one type, after the commit was acknowledged.
func (e *Events) Appended(eventType string, n int) {
	e.appended.WithLabelValues(eventType).Add(float64(n))
}

// Projections tells how far the projections of a process are behind the log.
type Projections struct {
	lag     *prometheus.GaugeVec
	stopped *prometheus.GaugeVec
	alarms  *prometheus.CounterVec
}

// NewProjections registers tranca_projection_lag_events{projection},
// tranca_projection_stopped{projection} and tranca_projection_alarms_total{projection}.
func NewProjections(reg prometheus.Registerer) (*Projections, error) {
	lag, err := Register(reg, prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "tranca_projection_lag_events",
		Help: "Commits of the log that the projection has not stored yet, summed over its shards.",
	}, []string{"projection"}))
	if err != nil {
		return nil, err
	}
	stopped, err := Register(reg, prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "tranca_projection_stopped",
		Help: "Shards in which the projection does not go on now; it tries again by itself.",
	}, []string{"projection"}))
	if err != nil {
		return nil, err
	}
	alarms, err := Register(reg, prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "tranca_projection_alarms_total",
		Help: "Times that a projection stopped at a commit that it could not take, a gap in the log, or a store that moved under it.",
	}, []string{"projection"}))
	return &Projections{lag: lag, stopped: stopped, alarms: alarms}, err
}

// AddStopped moves the number of shards in which a projection does not go on.
func (p *Projections) AddStopped(projection string, delta float64) {
	p.stopped.WithLabelValues(projection).Add(delta)
}

// AddLag moves the lag of a projection by delta commits. Each shard's projector
// adds its own change, so the gauge is the sum over the shards.
func (p *Projections) AddLag(projection string, delta float64) {
	p.lag.WithLabelValues(projection).Add(delta)
}

// Alarm counts a stop of the projection that needs a human.
func (p *Projections) Alarm(projection string) {
	p.alarms.WithLabelValues(projection).Inc()
}

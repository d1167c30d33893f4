package pipeline

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	dto "github.com/prometheus/client_model/go"
)

// group is a service and an outcome.
type group struct{ service, outcome string }

// snapshot is what the metrics said at a moment.
type snapshot struct {
	at          time.Time
	commands    map[group]histogram
	events      float64
	updates     float64
	gaps, slow  float64
	streams     float64
	lag, halted map[string]float64 // by projection
}

// gather reads what is wanted of the metrics.
func gather(from prometheus.Gatherer, at time.Time) (snapshot, error) {
	s := snapshot{at: at, commands: map[group]histogram{}, lag: map[string]float64{}, halted: map[string]float64{}}
	families, err := from.Gather()
	if err != nil {
		return s, err
	}
	for _, f := range families {
		for _, m := range f.GetMetric() {
			s.take(f.GetName(), m)
		}
	}
	return s, nil
}

func (s *snapshot) take(name string, m *dto.Metric) {
	switch name {
	case "tranca_command_duration_seconds":
		of := group{label(m, "service"), label(m, "outcome")}
		s.commands[of] = s.commands[of].plus(m.GetHistogram())
	case "tranca_events_appended_total":
		s.events += m.GetCounter().GetValue()
	case "tranca_live_updates_total":
		s.updates += m.GetCounter().GetValue()
	case "tranca_live_gaps_total":
		s.gaps += m.GetCounter().GetValue()
	case "tranca_live_slow_viewers_total":
		s.slow += m.GetCounter().GetValue()
	case "tranca_live_viewers":
		s.streams += m.GetGauge().GetValue()
	case "tranca_projection_lag_events":
		s.lag[label(m, "projection")] += m.GetGauge().GetValue()
	case "tranca_projection_stopped":
		s.halted[label(m, "projection")] += m.GetGauge().GetValue()
	}
}

func label(m *dto.Metric, name string) string {
	for _, l := range m.GetLabel() {
		if l.GetName() == name {
			return l.GetValue()
		}
	}
	return ""
}

// since are the figures of what the metrics tell: rates since the snapshot before,
// quantiles since one that is older.
func (s snapshot) since(before, older snapshot) Figures {
	seconds := s.at.Sub(before.at).Seconds()
	rate := func(now, then float64) float64 {
		if seconds <= 0 {
			return 0
		}
		return (now - then) / seconds
	}
	f := Figures{
		At: s.at, Events: rate(s.events, before.events), Commands: []Commands{}, Projections: []Projection{},
		Live: Live{
			Streams: int(s.streams), Updates: rate(s.updates, before.updates), Gaps: uint64(s.gaps), Slow: uint64(s.slow),
		},
	}
	for _, of := range slices.SortedFunc(maps.Keys(s.commands), byName) {
		lately := s.commands[of].minus(older.commands[of])
		f.Commands = append(f.Commands, Commands{
			Service: of.service, Outcome: of.outcome,
			PerSecond: rate(float64(s.commands[of].count), float64(before.commands[of].count)),
			P50:       lately.quantile(0.5), P99: lately.quantile(0.99),
		})
	}
	for _, name := range slices.Sorted(maps.Keys(s.lag)) {
		f.Projections = append(f.Projections, Projection{Name: name, Lag: s.lag[name], Stopped: s.halted[name]})
	}
	return f
}

func byName(a, b group) int {
	return cmp.Or(cmp.Compare(a.service, b.service), cmp.Compare(a.outcome, b.outcome))
}

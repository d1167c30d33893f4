package timekeeper

import (
	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/pkg/telemetry"
)

type metrics struct{ armed, fired prometheus.Counter }

func newMetrics(reg prometheus.Registerer) (*metrics, error) {
	armed, err := telemetry.Register(reg, prometheus.NewCounter(prometheus.CounterOpts{
		Name: "tranca_timers_armed_total", Help: "Schedules that were written.",
	}))
	if err != nil {
		return nil, err
	}
	fired, err := telemetry.Register(reg, prometheus.NewCounter(prometheus.CounterOpts{
		Name: "tranca_timers_fired_total", Help: "Deliveries of schedules that fired, repeated ones included.",
	}))
	return &metrics{armed: armed, fired: fired}, err
}

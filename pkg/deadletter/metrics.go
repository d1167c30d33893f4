package deadletter

import (
	"slices"

	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/pkg/telemetry"
)

type metrics struct {
	waiting prometheus.Gauge
	stuck   prometheus.Gauge
	letters *prometheus.CounterVec
}

func newMetrics(reg prometheus.Registerer) (*metrics, error) {
	waiting, err := telemetry.Register(reg, prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "tranca_dlq_messages",
		Help: "Dead letters that wait for a decision, as the replica counts them that looks after them; 0 at the others.",
	}))
	if err != nil {
		return nil, err
	}
	stuck, err := telemetry.Register(reg, prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "tranca_dlq_stuck",
		Help: "Advisories of which no letter could be made yet and which are tried again, as that replica counts them.",
	}))
	if err != nil {
		return nil, err
	}
	letters, err := telemetry.Register(reg, prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "tranca_dlq_letters_total",
		Help: "Messages that a consumer gave up on, by stream, consumer and kind (max_deliveries, terminated, unreadable).",
	}, []string{"stream", "consumer", "kind"}))
	return &metrics{waiting: waiting, stuck: stuck, letters: letters}, err
}

// clear is for a replica that looks no more.
func (m *metrics) clear() {
	m.waiting.Set(0)
	m.stuck.Set(0)
}

// ours bounds the labels: only what we run ourselves is named.
func ours() []string { return []string{copier, "timekeeper"} }

func (m *metrics) copied(l Letter, open []string) {
	stream, consumer := l.ID.Stream(), l.ID.Consumer()
	if !slices.Contains(open, stream) {
		stream = "other"
	}
	if !slices.Contains(ours(), consumer) {
		consumer = "other"
	}
	m.letters.WithLabelValues(stream, consumer, string(l.Kind)).Inc()
}

package secret

import (
	"context"
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/pkg/telemetry"
)

// Alarm is what is wrong with a secret. The set is closed.
type Alarm string

// The alarms.
const (
	RootLost    Alarm = "root_lost"    // the match has started, and its root is gone or another
	OtherSeed   Alarm = "other_seed"   // somebody else wrote a seed
	SeedMissing Alarm = "seed_missing" // a running round has no seed, or one that does not hash to its commit
	DealLost    Alarm = "deal_lost"    // a round or a match was ended because nobody can open its deal
)

// ReasonRootLost is the refusal of a dealer that cannot write a seed again.
const ReasonRootLost = "root_lost"

// Alarms tells people about secrets that are not what they should be.
type Alarms struct {
	logger *slog.Logger
	raised *prometheus.CounterVec
}

// NewAlarms registers tranca_deal_alarms_total{alarm}.
func NewAlarms(scope telemetry.Scope) (*Alarms, error) {
	raised, err := telemetry.Register(scope.Registerer, prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "tranca_deal_alarms_total",
		Help: "Roots and seeds of running deals that were missing or not the right ones; any increase needs a look.",
	}, []string{"alarm"}))
	if err != nil {
		return nil, err
	}
	for _, a := range []Alarm{RootLost, OtherSeed, SeedMissing, DealLost} {
		raised.WithLabelValues(string(a))
	}
	return &Alarms{logger: scope.Logger, raised: raised}, nil
}

// Raise counts and logs an alarm about a deal.
func (a *Alarms) Raise(ctx context.Context, what Alarm, d Deal, cause error) {
	a.raised.WithLabelValues(string(what)).Inc()
	a.logger.ErrorContext(ctx, "deal alarm", "alarm", string(what), "deal", d.String(), "error", cause)
}

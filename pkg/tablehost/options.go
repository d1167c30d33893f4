package tablehost

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/trace"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/telemetry"
	"tranca.example/pkg/token"
	"tranca.example/pkg/wire"
)

// Log is what a host needs of the event log.
type Log interface {
	eventlog.Appender
	eventlog.LastReader
	eventlog.HistoryReader
}

// Waker tells a service that a table may need it.
type Waker interface {
	Wake(ctx context.Context, service subject.Service, w natsrpc.Wake) error
}

// Opener knows the hidden tiles of running rounds. Only rules has one.
type Opener interface {
	Open(ctx context.Context, s table.State) (*table.Hidden, error)
}

// Memory is what hosts remember of tables.
type Memory = eventlog.Memory[table.State]

// Options describe a host. Opener may be nil; Memory and TokenLife have
// defaults; everything else is required.
type Options struct {
	Service table.Service
	Log     Log
	Codec   *wire.Codec
	Keys    token.Keys
	// Authority checks what gateways say of officials; without a key nobody is one.
	Authority token.Authority
	Waker     Waker
	Opener    Opener
	Events    *telemetry.Events
	Logger    *slog.Logger
	Tracer    trace.Tracer
	Now       func() time.Time
	// Memory keeps the tables' states; nil: one of the host's own. Hosts of one
	// process share one.
	Memory *Memory
	// TokenLife is how long a seat token is good; 0: DefaultTokenLife.
	TokenLife time.Duration
}

// DefaultTokenLife outlives any match.
const DefaultTokenLife = 24 * time.Hour

// Validate joins every complaint about the options.
func (o Options) Validate() error {
	var all []error
	switch o.Service {
	case table.Lobby, table.Dealer, table.Rules, table.Scoring:
	case table.Bots, table.Gateway:
		all = append(all, fmt.Errorf("service %q owns no phase", o.Service))
	default:
		all = append(all, fmt.Errorf("unknown service %q", o.Service))
	}
	for name, missing := range map[string]bool{
		"log": o.Log == nil, "codec": o.Codec == nil, "waker": o.Waker == nil,
		"events counter": o.Events == nil, "logger": o.Logger == nil, "tracer": o.Tracer == nil, "clock": o.Now == nil,
	} {
		if missing {
			all = append(all, fmt.Errorf("no %s", name))
		}
	}
	if o.TokenLife < 0 {
		all = append(all, fmt.Errorf("token life %v: want more than 0", o.TokenLife))
	}
	return errors.Join(all...)
}

// Baton is who may append in which phase, for the log and for every reader.
func Baton() eventlog.Baton {
	owners := map[string]string{}
	for _, p := range []table.Phase{
		table.PhaseOpen, table.PhaseDealing, table.PhasePlaying,
		table.PhaseScoring, table.PhaseFinished, table.PhaseClosed,
	} {
		owners[string(p)] = string(p.Owner())
	}
	return eventlog.NewBaton(string(table.PhaseNone.Owner()), owners)
}

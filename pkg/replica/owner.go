package replica

import (
	"context"
	"fmt"
	"strings"
	"time"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/tablehost"
	"tranca.example/pkg/telemetry"
	"tranca.example/pkg/wire"
)

// logTimeout bounds one request to the log; after it the outcome is unknown.
const logTimeout = 2 * time.Second

// Wakes that may wait, and how many tables a replica looks at together.
const (
	wakeWorkers = 64
	wakeLimit   = 1 << 16
)

// Owner is a replica of a service that owns phases.
type Owner struct {
	Host  *tablehost.Host
	Log   *jetstream.Log
	Codec *wire.Codec

	env     Env
	service table.Service
}

// NewOwner makes the owner; opener is for rules alone and else nil.
func NewOwner(env Env, service table.Service, opener tablehost.Opener) (*Owner, error) {
	if err := env.ValidateKeyed(); err != nil {
		return nil, err
	}
	log, err := jetstream.New(env.Conn, logTimeout, env.Shards...)
	if err != nil {
		return nil, fmt.Errorf("replica of %s: %w", service, err)
	}
	events, err := telemetry.NewEvents(env.Scope.Registerer)
	if err != nil {
		return nil, fmt.Errorf("replica of %s: %w", service, err)
	}
	memory := env.Memory
	if memory == nil {
		if memory, err = eventlog.NewMemory[table.State](env.Remember); err != nil {
			return nil, fmt.Errorf("replica of %s: %w", service, err)
		}
	}
	codec := wire.NewCodec()
	host, err := tablehost.New(tablehost.Options{
		Service: service, Log: told(log, env.Appended), Codec: codec, Keys: env.Keys, Authority: env.Authority, Memory: memory,
		Waker: natsrpc.NewWaker(env.Conn, env.Local), Opener: opener, Events: events,
		Logger: env.Scope.Logger, Tracer: env.Scope.Tracer, Now: env.Now,
	})
	if err != nil {
		return nil, fmt.Errorf("replica of %s: %w", service, err)
	}
	return &Owner{Host: host, Log: log, Codec: codec, env: env, service: service}, nil
}

// Read is what a commit of the log says.
func (o *Owner) Read(c eventlog.Commit) (table.Commit, error) { return tablehost.Read(o.Codec, c) }

// Serve is the unit that answers requests; asker may be nil.
func (o *Owner) Serve(asker tablehost.Asker) lifecycle.Unit {
	return ServeUnit(o.env, subject.Service(o.service), o.Host.Handler(asker))
}

// Wakes is the unit that reacts to wakes with react.
func (o *Owner) Wakes(react func(ctx context.Context, id subject.TableID, version uint32) error) lifecycle.Unit {
	return WakeUnit(o.env, subject.Service(o.service), react)
}

// ServeUnit answers the requests of a service.
func ServeUnit(env Env, service subject.Service, handler natsrpc.Handler) lifecycle.Unit {
	return lifecycle.Unit{Name: string(service) + " requests", Run: func(ctx context.Context) error {
		return natsrpc.Serve(ctx, env.Conn, natsrpc.Options{
			Service: service, Replica: env.Name, Local: env.Local, Build: env.Version, Keys: strings.Join(env.Keys.Prints(), ","), Handler: handler, Logger: env.Scope.Logger,
			Tracer: env.Scope.Tracer, Metrics: env.Scope.Registerer, Now: env.Now,
		})
	}}
}

// WakeUnit reacts to the wakes of a service. An error is logged and forgotten:
// the sweep wakes the table again.
func WakeUnit(env Env, service subject.Service, react func(ctx context.Context, id subject.TableID, version uint32) error) lifecycle.Unit {
	queue := natsrpc.NewWakeQueue(wakeWorkers, wakeLimit, func(ctx context.Context, w natsrpc.Wake) {
		id, err := subject.ParseTableID(w.Table)
		if err == nil {
			err = react(ctx, id, w.Version)
		}
		if err != nil && ctx.Err() == nil {
			env.Scope.Logger.WarnContext(ctx, "reaction failed", "table", w.Table, "reason", rpcerr.Outcome(err), "error", err)
		}
	})
	return lifecycle.Unit{Name: string(service) + " wakes", Run: func(ctx context.Context) error {
		return natsrpc.ServeWakes(ctx, env.Conn, env.Local, service, queue)
	}}
}

package process

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"tranca.example/pkg/config"
	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/telemetry"
)

// Service is what a main runs: units in the order of their start, and the
// conditions for being ready.
type Service interface {
	Units() []lifecycle.Unit
	Ready(ctx context.Context) error
}

// Program is one service as a program.
type Program struct {
	Service subject.Service
	Version string
	// Bind, if set, binds further settings.
	Bind func(*config.Set)
	// Build makes the service. Settings of all services are valid then; a further one
	// that cannot be used is a *lifecycle.UsageError.
	Build func(env replica.Env, s *Settings) (Service, error)
	// Keyless is set for a service that neither makes nor checks seat tokens.
	Keyless bool
}

// stopGrace is how long requests to the admin port may take at the end.
const stopGrace = 2 * time.Second

// Main runs the program until it is asked to stop, and exits: 0 after a gentle
// stop, 1 after an error, which is told in one line, 2 when its settings cannot be
// used.
func Main(p Program) {
	lifecycle.Main(func(ctx context.Context) error { return Run(ctx, p, os.Args[1:], os.LookupEnv) })
}

// Run is Main without the process: settings come from args and lookup. Those that
// cannot be used are a *lifecycle.UsageError.
func Run(ctx context.Context, p Program, args []string, lookup func(string) (string, bool)) error {
	s := DefaultSettings(p.Service)
	set := config.NewSet(string(p.Service))
	s.Bind(set)
	if p.Bind != nil {
		p.Bind(set)
	}
	err := set.Load(args, lookup)
	if errors.Is(err, flag.ErrHelp) {
		set.Usage(os.Stdout)
		return nil
	}
	if err = errors.Join(err, s.Validate(!p.Keyless)); err == nil {
		err = CheckRedisURL(s.RedisURL.Reveal())
	}
	if err != nil {
		return &lifecycle.UsageError{Err: err}
	}
	lifecycle.CollectLess(lookup)
	return p.run(ctx, &s, set)
}

// errStops is why a service that was asked to stop is not ready.
var errStops = errors.New("it stops")

// ErrStopLimit says that the process did not stop by itself within the limit.
var ErrStopLimit = errors.New("not stopped within the limit")

// run ends with serve, or a StopLimit after ctx: whatever hangs then is left behind,
// and told by name where it is a unit.
func (p Program) run(ctx context.Context, s *Settings, set *config.Set) error {
	ended, units := make(chan error, 1), make(chan error, 1)
	go func() { ended <- p.serve(ctx, s, set, units) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	timer := time.NewTimer(s.StopLimit)
	defer timer.Stop()
	select {
	case err := <-ended:
		return err
	case <-timer.C:
	}
	err := fmt.Errorf("%w of %s", ErrStopLimit, s.StopLimit)
	select {
	case told := <-units:
		return errors.Join(told, err)
	default:
		return err
	}
}

// serve tells ended what its units ended with before it closes what they used.
func (p Program) serve(ctx context.Context, s *Settings, set *config.Set, ended chan<- error) error {
	level, err := s.Level()
	if err != nil {
		return err
	}
	tel, err := telemetry.New(ctx, telemetry.Options{
		Version: p.Version, OTLPEndpoint: s.OTLPEndpoint, TraceRatio: s.TraceRatio, LogLevel: level,
	})
	if err != nil {
		return err
	}
	defer flush(tel)
	scope := tel.Service(string(p.Service))
	stores, err := OpenStores(s.RedisURL.Reveal(), scope, time.Now)
	if err != nil {
		return err
	}
	defer stores.Close()
	env, err := p.env(s, scope, stores)
	if err != nil {
		return err
	}
	defer env.Conn.Close()
	service, err := p.Build(env, s)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", s.AdminAddr)
	if err != nil {
		return fmt.Errorf("admin port: %w", err)
	}
	env.Scope.Logger.InfoContext(ctx, "service starts", "replica", env.Name.String(),
		"version", p.Version, "admin", listener.Addr().String(), "settings", set)
	defer context.AfterFunc(ctx, func() {
		env.Scope.Logger.InfoContext(ctx, "service stops", "replica", env.Name.String(), "limit", s.StopLimit.String())
	})()
	admin := lifecycle.HTTPUnit("admin", listener, adminMux(ctx, tel, env.Conn, service), stopGrace)
	units := append([]lifecycle.Unit{admin}, stores.Units()...)
	err = lifecycle.RunWithin(ctx, s.StopLimit*4/5, append(units, service.Units()...)...) // the rest is for what closes then
	ended <- err
	return err
}

// env connects the replica; whoever calls closes the connection.
func (p Program) env(s *Settings, scope telemetry.Scope, stores *Stores) (env replica.Env, err error) {
	name, err := subject.ParseToken(s.Replica)
	if err != nil {
		return env, err
	}
	env = replica.Env{
		Name: name, Version: p.Version, Remember: s.Remember, Shards: ShardList(s.Shards), Scope: scope, Stores: stores.Open, Now: time.Now, Random: rand.Reader,
	}
	if env.Authority, err = s.Authority(); err != nil {
		return env, err
	}
	if !p.Keyless {
		if env.Keys, err = s.Keys(); err != nil {
			return env, err
		}
	}
	if env.Conn, err = natsboot.Connect(s.NATSURL, s.Auth(), natsboot.LogErrors(scope.Logger)); err != nil {
		return env, fmt.Errorf("%s: %w", s.NATSURL, err)
	}
	return env, nil
}

// adminMux is not ready from the moment on when ctx ends: nobody new shall come.
func adminMux(ctx context.Context, tel *telemetry.Telemetry, conn *nats.Conn, service Service) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", tel.Handler())
	var health lifecycle.Health
	health.AddCheck("nats", func(context.Context) error { return connected(conn) })
	health.AddCheck("service", func(probe context.Context) error {
		if ctx.Err() != nil {
			return errStops
		}
		return service.Ready(probe)
	})
	health.Mount(mux)
	return mux
}

func connected(conn *nats.Conn) error {
	if status := conn.Status(); status != nats.CONNECTED {
		return fmt.Errorf("the connection is %s", strings.ToLower(status.String()))
	}
	return nil
}

// flush sends what is left of the spans, and waits only shortly for it.
func flush(tel *telemetry.Telemetry) {
	ctx, cancel := context.WithTimeout(context.Background(), stopGrace)
	defer cancel()
	if err := tel.Shutdown(ctx); err != nil {
		tel.Logger().Warn("spans not sent", "error", err)
	}
}

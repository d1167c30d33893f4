package cli

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"tranca.example/pkg/config"
	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/process"
	"tranca.example/pkg/subject"
	"tranca.example/services/gateway"
	"tranca.example/services/tranca/allinone"
	"tranca.example/services/tranca/internal/keyfile"
)

const upHelp = `Run everything in one process: lobby, dealer, rules, scoring, bots and gateway
over an embedded NATS server that keeps all games in the data directory. Kill it
in any way and start it again: the games go on.

With --nats the services use a NATS server elsewhere, which keeps the games; the
data directory then only holds the key of seat tokens. With --redis the
projections are kept in Redis.

Every flag may also be set in the environment, under the name in brackets.

Exit codes: 0 it was asked to stop; 1 it could not start or go on, for instance
because a port or the data directory is taken, or because NATS or Redis does not
answer; 2 the call cannot be used.`

// What may be done about the streams at the start.
const (
	createStreams = "create"
	verifyStreams = "verify"
)

// Who is told how the service does.
const (
	opsOn       = "on"
	opsOff      = "off"
	opsLoopback = "loopback"
)

// isLoopback tells whether nobody but this machine gets to an address.
func isLoopback(addr string) bool {
	host, _, err := net.SplitHostPort(addr)
	ip := net.ParseIP(host)
	return err == nil && (host == "localhost" || ip != nil && ip.IsLoopback())
}

// upSettings are the flags of 'tranca up'.
type upSettings struct {
	data, http, admin, nats, passwords string
	redis, seed                        config.Secret
	natsPort, shards, remember         int
	natsOpen                           bool
	streams, opsPage                   string
	open                               subject.ShardSet
	logLevel, otlp                     string
	traceRatio                         float64
	limits                             gateway.LimitSettings
	people                             gateway.PeopleSettings
}

func (s *upSettings) bind(set *config.Set) {
	*s = upSettings{
		data: "data", http: "127.0.0.1:8080", admin: "127.0.0.1:9090",
		natsPort: natsboot.AnyPort, shards: 1, remember: eventlog.DefaultRemember, streams: createStreams, opsPage: opsLoopback, logLevel: "warn", traceRatio: 1,
	}
	set.String(&s.data, "data", "", "data directory")
	set.String(&s.http, "http", "", "address of the API; port 0 is any free one")
	set.String(&s.admin, "admin", "", "address of /metrics, /livez and /readyz")
	set.String(&s.nats, "nats", "NATS_URL", "use the NATS server at these URLs instead of the embedded one")
	set.String(&s.passwords, "nats-passwords", "", "file with the passwords of its users, as nats-config writes it; none: it is open")
	set.Int(&s.natsPort, "nats-port", "", "loopback port of the embedded NATS server, where an observer may read public facts; -1 is any free one, 0 none")
	set.Bool(&s.natsOpen, "nats-open", "", "let everybody on this machine in as observer, without a password")
	set.Var(&s.redis, "redis", "REDIS_URL", "keep projections in this Redis, such as redis://127.0.0.1:6379/0")
	set.Int(&s.shards, "shards", "", "number of event streams; only ever grows")
	set.Var(&s.open, "open-shards", "", "those of new tables, such as 0,2-3; none: all. Tables that exist go on wherever they are")
	set.Int(&s.remember, "remember", "", "number of tables whose state is kept in memory, those used last")
	set.String(&s.streams, "streams", "", "create the streams that are missing and verify the others, or only verify all; one that differs is told, never changed")
	s.limits.Bind(set)
	s.people.Bind(set)
	set.String(&s.opsPage, "ops-page", "", "tell whoever asks how the service does, for the page #/ops: on, off, or loopback: if the API is for this machine alone")
	set.Var(&s.seed, "seed", "", "make all deals repeatable from this seed, in hexadecimal; for simulations, not for people")
	set.String(&s.logLevel, "log-level", "", "debug, info, warn or error; the log goes to stderr")
	set.String(&s.otlp, "otlp-endpoint", "OTEL_EXPORTER_OTLP_ENDPOINT", "OTLP/HTTP collector of traces; none exports none")
	set.Float(&s.traceRatio, "trace-ratio", "OTEL_TRACES_SAMPLER_ARG", "share of the traces that is exported, above 0 and up to 1")
}

func newUpCmd(w World) *cobra.Command {
	var s upSettings
	set := config.NewSet("up")
	s.bind(set)
	environment := set.LoadEnv(w.Getenv) // before the flags, which win
	cmd := &cobra.Command{
		Use: "up", Short: "Run everything in one process", Long: upHelp,
		Example: "  tranca up\n  tranca up --data /var/lib/tranca --http 0.0.0.0:8080 --redis redis://127.0.0.1:6379/0",
		Args:    cobra.NoArgs,
		RunE: runs(func(cmd *cobra.Command, _ []string) error {
			if environment != nil {
				return unusable("%w", environment)
			}
			return w.up(cmd.Context(), s)
		}),
	}
	cmd.Flags().AddGoFlagSet(set.Flags())
	return cmd
}

func (w World) up(ctx context.Context, s upSettings) error {
	options, err := w.upOptions(s)
	if err != nil {
		return err
	}
	if len(options.Seed) > 0 {
		fmt.Fprintln(w.Stderr, "warning: --seed makes every deal predictable; this server is not for people")
	}
	begun := w.Now()
	lifecycle.CollectLess(w.Getenv)
	cluster, err := allinone.Start(ctx, options)
	if err != nil {
		return unlessAsked(ctx, advised(err))
	}
	w.banner(cluster, options, w.Now().Sub(begun))
	return cluster.Wait()
}

// upOptions reads what the flags say.
func (w World) upOptions(s upSettings) (o allinone.Options, err error) {
	if s.traceRatio <= 0 || s.traceRatio > 1 {
		return o, unusable("--trace-ratio: want more than 0 and at most 1")
	}
	common := config.Common{LogLevel: s.logLevel}
	level, err := common.Level()
	if err != nil {
		return o, unusable("%w", err)
	}
	if err := errors.Join(config.CheckAddr("--http", s.http), config.CheckAddr("--admin", s.admin)); err != nil {
		return o, unusable("%w", err)
	}
	seed, err := hex.DecodeString(s.seed.Reveal())
	if err != nil {
		return o, unusable("--seed: want hexadecimal digits, two for a byte")
	}
	if _, err := shardList(s.shards); err != nil {
		return o, err
	}
	if s.remember < 1 {
		return o, unusable("--remember %d: want 1 or more", s.remember)
	}
	if err := s.checkChoices(); err != nil {
		return o, err
	}
	passwords, err := s.users()
	if err != nil {
		return o, err
	}
	limits, badLimits := s.limits.Limits()
	people, badPeople := s.people.People()
	if err := errors.Join(badLimits, badPeople); err != nil {
		return o, unusable("%w", err)
	}
	dir, err := filepath.Abs(s.data)
	if err != nil {
		return o, unusable("--data: %w", err)
	}
	o = allinone.Options{
		DataDir: dir, HTTPAddr: s.http, AdminAddr: s.admin, NATSURL: s.nats, Passwords: passwords,
		NATSPort: s.natsPort, OpenObserver: s.natsOpen, RedisURL: s.redis.Reveal(), Shards: s.shards, Seed: seed,
		OpenShards: s.open, Remember: s.remember, VerifyStreams: s.streams == verifyStreams,
		Limits: limits, People: people, OpsPage: s.opsPage == opsOn || s.opsPage == opsLoopback && isLoopback(s.http),
		Version: w.Version, OTLPEndpoint: s.otlp, TraceRatio: s.traceRatio, LogLevel: level, LogWriter: w.Stderr,
		Now: w.Now, Random: w.Random,
	}
	if err := o.Validate(); err != nil {
		return o, unusable("%w", err)
	}
	return o, nil
}

// checkChoices checks what is one of several words, and where NATS is.
func (s upSettings) checkChoices() error {
	if s.streams != createStreams && s.streams != verifyStreams {
		return unusable("--streams %q: want %s or %s", s.streams, createStreams, verifyStreams)
	}
	if s.opsPage != opsOn && s.opsPage != opsOff && s.opsPage != opsLoopback {
		return unusable("--ops-page %q: want %s, %s or %s", s.opsPage, opsOn, opsOff, opsLoopback)
	}
	if s.nats == "" {
		return nil
	}
	if err := config.CheckNATS("--nats", s.nats); err != nil {
		return unusable("%w", err)
	}
	return nil
}

// users are the passwords of the users on a server elsewhere, nil for an open one.
func (s upSettings) users() (keyfile.Passwords, error) {
	if s.passwords == "" {
		return nil, nil
	}
	var needed []string
	if s.nats != "" {
		needed = allinone.Users()
	}
	all, err := keyfile.ReadPasswords(s.passwords, needed...)
	if err != nil {
		return nil, unusable("%w", err)
	}
	return all, nil
}

// advised adds what to do about an error that a flag can settle, to each one of
// several.
func advised(err error) error {
	if several, ok := err.(joined); ok { // only what is joined itself
		var all []error
		for _, one := range several.Unwrap() {
			all = append(all, advised(one))
		}
		return errors.Join(all...)
	}
	if port, ok := errors.AsType[*allinone.PortError](err); ok {
		return fmt.Errorf("%w: choose another with --%s", port, port.Port)
	}
	if port, ok := errors.AsType[*natsboot.PortTakenError](err); ok {
		return fmt.Errorf("nats port: %s is in use by another process: choose another with --nats-port", port.Address)
	}
	if redis, ok := errors.AsType[*process.RedisError](err); ok {
		return fmt.Errorf("%w: start it, or choose another with --redis", redis)
	}
	_, locked := errors.AsType[*natsboot.LockedError](err)
	if _, dir := errors.AsType[*natsboot.DirError](err); dir || locked {
		return fmt.Errorf("%w: choose another with --data", err)
	}
	return err
}

// joined is what errors.Join makes.
type joined interface{ Unwrap() []error }

const bannerText = `Tranca %s is ready (after %s).

  API      %s
  admin    %s/metrics, /livez, /readyz
  games    %s
  views    %s
  observe  %s

Try:
  curl -s %s/tranca.api.v1.TableService/ListPresets -H 'Content-Type: application/json' -d '{}'
  %s rules show classic.draw
  %s events tail TABLE --server %s

Stop it with Ctrl-C. The games go on when it is started again.
`

// banner tells where everything is.
func (w World) banner(c *allinone.Cluster, o allinone.Options, took time.Duration) {
	games, views := "in "+o.DataDir, "in memory"
	if o.NATSURL != "" {
		games = "on NATS at " + o.NATSURL + "; keys in " + o.DataDir
	}
	if o.RedisURL != "" {
		views = "in Redis"
	}
	fmt.Fprintf(w.Stdout, bannerText, w.Version, took.Round(10*time.Millisecond), c.URL(), c.AdminURL(),
		games, views, w.observeLine(c, o), c.URL(), w.Program, w.Program, c.URL())
}

// observeLine is the command that watches all tables as the observer.
func (w World) observeLine(c *allinone.Cluster, o allinone.Options) string {
	url, password := c.Observer()
	switch {
	case o.NATSURL != "":
		return "on that server, as its user " + natsboot.ObserverUser
	case url == "":
		return "off (--nats-port)"
	}
	line := fmt.Sprintf("%s events tail --nats %s", w.Program, url)
	if o.Shards > 1 {
		line += fmt.Sprintf(" --shards %d", o.Shards)
	}
	if password == "" {
		return line + "  # open to this machine"
	}
	return line + " --nats-password " + password
}

package allinone

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"path/filepath"
	"time"

	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/process"
	"tranca.example/pkg/subject"
	"tranca.example/services/gateway"
	"tranca.example/services/tranca/internal/keyfile"
)

// Options say what to run. Everything without a note has a useful zero value.
type Options struct {
	// DataDir keeps the embedded server's streams, the key of seat tokens and the
	// observer's password. Made when missing; needed.
	DataDir string
	// HTTPAddr is where the gateway listens, AdminAddr where /metrics, /livez and
	// /readyz are; port 0 is a free one. Both are needed.
	HTTPAddr, AdminAddr string

	// NATSURL is a server elsewhere; empty: an embedded one. Passwords are those
	// of its users by name; a user without one sends only its name.
	NATSURL   string
	Passwords map[string]string
	// NATSPort of the embedded server's loopback listener for the observer: 0 for
	// none, natsboot.AnyPort for a free one.
	NATSPort int
	// OpenObserver lets every client of that listener in as observer.
	OpenObserver bool

	// RedisURL keeps the projections in Redis; empty: in memory.
	RedisURL string
	// Shards is the number of event streams; 0: 1. OpenShards are those of them on
	// which new tables are put; none: all.
	Shards     int
	OpenShards []subject.Shard
	// Remember is how many tables' states are kept in memory; 0:
	// eventlog.DefaultRemember.
	Remember int
	// People says whose tokens tell who a player is, for the API over the network and
	// for Transport; without a key, the one in the data directory.
	People gateway.People
	// Limits bound what a client may ask for over the network; the zero value is none.
	Limits gateway.Limits
	// OpsPage tells clients how the service does.
	OpsPage bool
	// VerifyStreams creates no stream: one that is missing is an error too.
	VerifyStreams bool
	// Seed makes deals, tables and bots repeatable, for simulations. Whoever knows
	// it knows every deal.
	Seed []byte

	// Version, OTLPEndpoint, TraceRatio, LogLevel and LogWriter are for the telemetry.
	Version, OTLPEndpoint string
	TraceRatio            float64
	LogLevel              slog.Leveler
	LogWriter             io.Writer

	Now    func() time.Time // needed
	Random io.Reader        // cryptographic; needed
}

// Validate joins every complaint.
func (o Options) Validate() error {
	var all []error
	need := func(ok bool, what string) {
		if !ok {
			all = append(all, errors.New("no "+what))
		}
	}
	need(o.DataDir != "", "data directory")
	need(o.HTTPAddr != "", "HTTP address")
	need(o.AdminAddr != "", "admin address")
	need(o.Now != nil, "clock")
	need(o.Random != nil, "source of randomness")
	if o.Shards < 0 || o.Shards > int(subject.MaxShard)+1 {
		all = append(all, fmt.Errorf("shards %d: want 1 to %d", o.Shards, int(subject.MaxShard)+1))
	}
	for _, shard := range o.OpenShards {
		if int(shard) >= max(o.Shards, 1) {
			all = append(all, fmt.Errorf("open shard %s: want one of 0 to %d", shard, max(o.Shards, 1)-1))
		}
	}
	if o.Remember < 0 {
		all = append(all, fmt.Errorf("remember %d tables: want 0 (default) or more", o.Remember))
	}
	if o.NATSPort < natsboot.AnyPort || o.NATSPort > 65535 {
		all = append(all, fmt.Errorf("NATS port %d: want %d to 65535", o.NATSPort, natsboot.AnyPort))
	}
	people := o.People
	people.Key = make([]byte, gateway.MinPeopleKey) // it will be there
	return errors.Join(append(all, people.Validate(), process.CheckRedisURL(o.RedisURL))...)
}

// secret is the secret of that name in the data directory, drawn when there is
// none yet.
func (o Options) secret(name string, size int) ([]byte, error) {
	secret, err := keyfile.Secret(filepath.Join(o.DataDir, name), size, o.Random)
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		return nil, &natsboot.DirError{Dir: o.DataDir, Err: err}
	}
	return secret, err
}

func (o Options) shards() []subject.Shard {
	all := make([]subject.Shard, max(o.Shards, 1))
	for i := range all {
		all[i] = subject.Shard(i) //nolint:gosec // at most 1000
	}
	return all
}

package allinone

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"connectrpc.com/connect/v2"
	"github.com/nats-io/nats.go"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/eventlog/tail"
	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/process"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/telemetry"
	"tranca.example/pkg/token"
	"tranca.example/services/gateway"
)

// stopGrace is how long the last requests and spans may take.
const stopGrace = 2 * time.Second

// The window of the log that projections read from, and how long one that has
// read all of it waits for more than one commit: a fraction of what a projection
// waits before it writes.
const (
	tailKeep   = 2048
	tailLinger = 2 * time.Millisecond
)

// Cluster is all services, running.
type Cluster struct {
	o           Options
	tel         *telemetry.Telemetry
	broker      *broker
	stores      *process.Stores
	health      lifecycle.Health
	units       []lifecycle.Unit
	http, admin net.Listener
	transport   connect.Transport
	gatewayConn *nats.Conn
	local       *natsrpc.Local
	cursorKey   []byte
	people      gateway.People

	stop context.CancelFunc
	done chan struct{}
	err  error // after done
}

// Start runs everything until ctx ends or Stop, and returns when it answers.
// Errors that a caller may tell apart, joined when there are several:
// *PortError, *natsboot.PortTakenError, *natsboot.LockedError,
// *natsboot.DirError, *process.RedisError.
func Start(ctx context.Context, o Options) (*Cluster, error) {
	if err := o.Validate(); err != nil {
		return nil, fmt.Errorf("start: %w", err)
	}
	c := &Cluster{o: o, local: natsrpc.NewLocal(), done: make(chan struct{})}
	if err := c.prepare(ctx); err != nil {
		c.release()
		return nil, err
	}
	ctx, c.stop = context.WithCancel(ctx)
	go c.run(ctx)
	if err := c.waitReady(ctx); err != nil {
		return nil, errors.Join(err, c.Stop())
	}
	return c, nil
}

// prepare makes everything that can fail before the first unit runs.
func (c *Cluster) prepare(ctx context.Context) (err error) {
	c.tel, err = telemetry.New(ctx, telemetry.Options{
		Version: c.o.Version, OTLPEndpoint: c.o.OTLPEndpoint, TraceRatio: c.o.TraceRatio, LogLevel: c.o.LogLevel, LogWriter: c.o.LogWriter,
	})
	if err != nil {
		return err
	}
	server := natsboot.ServerConfig{
		Dir: c.o.DataDir, Shards: c.o.shards(), Random: c.o.Random, Port: c.o.NATSPort, Logger: c.tel.Logger(),
	}
	if err := c.claim(server); err != nil {
		return err
	}
	if c.stores, err = process.OpenStores(c.o.RedisURL, c.tel.Service("projections"), c.o.Now); err != nil {
		return err
	}
	if err := c.stores.AwaitRedis(ctx); err != nil {
		return err
	}
	if c.broker, err = newBroker(ctx, c.o, server); err != nil {
		return err
	}
	env, err := c.env()
	if err != nil {
		return err
	}
	return c.build(env)
}

// claim binds the ports, and tells at once of all that others have.
func (c *Cluster) claim(server natsboot.ServerConfig) error {
	var errs []error
	listen := func(port, address string) net.Listener {
		l, err := net.Listen("tcp", address)
		if err != nil {
			errs = append(errs, &PortError{Port: port, Address: address, Err: err})
			return nil
		}
		return l
	}
	c.http, c.admin = listen("http", c.o.HTTPAddr), listen("admin", c.o.AdminAddr)
	if c.o.NATSURL == "" {
		errs = append(errs, server.Taken())
	}
	return errors.Join(errs...)
}

// env is what all services share.
func (c *Cluster) env() (env replica.Env, err error) {
	keys, err := c.keys()
	if err != nil {
		return env, err
	}
	authority, err := c.authority()
	if err != nil {
		return env, err
	}
	follower, err := c.follower()
	if err != nil {
		return env, err
	}
	memory, err := eventlog.NewMemory[table.State](c.o.Remember)
	if err != nil {
		return env, err
	}
	name, err := c.replicaName()
	return replica.Env{
		Name: name, Local: c.local, Version: c.o.Version, Shards: c.o.shards(), Keys: keys, Authority: authority, Stores: c.stores.Open,
		Memory: memory, Remember: c.o.Remember, Follower: follower, Appended: follower.Appended, Now: c.o.Now, Random: c.o.Random,
		AllowSeeded: len(c.o.Seed) > 0, // the one switch there is; the command line warns
	}, err
}

// follower reads the log once for the projections of all services, as far as it is
// not told what they append. It does so as rules, one of those that may.
func (c *Cluster) follower() (*tail.Tail, error) {
	conn, err := c.broker.open(string(subject.Rules))
	if err != nil {
		return nil, err
	}
	log, err := jetstream.New(conn, 0, c.o.shards()...)
	if err != nil {
		return nil, err
	}
	return tail.New(tail.Options{Source: log, Keep: tailKeep, Linger: tailLinger})
}

// keys reads or draws what has to survive a restart: without it no client could
// go on with its game.
func (c *Cluster) keys() (token.Keys, error) {
	key, err := c.o.secret("token.key", 32)
	if err != nil {
		return token.Keys{}, err
	}
	if c.cursorKey, err = c.o.secret("cursor.key", gateway.MinCursorKey); err != nil {
		return token.Keys{}, err
	}
	if c.people = c.o.People; len(c.people.Issuers) > 0 && len(c.people.Key) == 0 {
		if c.people.Key, err = c.o.secret("pseudonym.key", gateway.MinPeopleKey); err != nil {
			return token.Keys{}, err
		}
	}
	return token.NewKeys(key)
}

// authority reads or draws what the gateway signs with what it says of officials.
func (c *Cluster) authority() (token.Authority, error) {
	key, err := c.o.secret("authority.key", token.MinKey)
	if err != nil {
		return token.Authority{}, err
	}
	return token.NewAuthority(key)
}

// replicaName is drawn, because on a server elsewhere there may be others.
func (c *Cluster) replicaName() (subject.Token, error) {
	var id [4]byte
	if _, err := io.ReadFull(c.o.Random, id[:]); err != nil {
		return subject.Token{}, fmt.Errorf("name of the replica: %w", err)
	}
	return subject.ParseToken("up-" + hex.EncodeToString(id[:]))
}

// run works until ctx ends or a unit fails.
func (c *Cluster) run(ctx context.Context) {
	defer close(c.done)
	admin := lifecycle.HTTPUnit("admin", c.admin, c.adminMux(), stopGrace)
	c.err = lifecycle.Run(ctx, append([]lifecycle.Unit{admin}, c.units...)...)
	c.release()
}

func (c *Cluster) adminMux() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", c.tel.Handler())
	mux.HandleFunc("GET /doctor", c.doctor)
	c.health.Mount(mux)
	return mux
}

// release gives back what prepare took.
func (c *Cluster) release() {
	if c.broker != nil {
		c.broker.close()
	}
	if c.stores != nil {
		c.stores.Close()
	}
	for _, l := range []net.Listener{c.http, c.admin} {
		if l != nil {
			_ = l.Close() // closed already when its unit ran
		}
	}
	if c.tel == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), stopGrace)
	defer cancel()
	if err := c.tel.Shutdown(ctx); err != nil {
		c.tel.Logger().Warn("spans not sent", "error", err)
	}
}

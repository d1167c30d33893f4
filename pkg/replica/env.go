package replica

import (
	"errors"
	"io"
	"time"

	"github.com/nats-io/nats.go"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/projection"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/tablehost"
	"tranca.example/pkg/telemetry"
	"tranca.example/pkg/token"
)

// Store holds one projection.
type Store interface {
	projection.Writer
	projection.Reader
	// Shared tells whether other replicas have the same store.
	Shared() bool
}

// Stores opens the store of a projection by its name.
type Stores func(name string) (Store, error)

// Env is what a replica is given. Keys may be zero for a service that neither
// makes nor checks seat tokens, Stores nil for one without projections.
type Env struct {
	Conn *nats.Conn // as the service's own user
	// Local is where services of one process find one another without the broker;
	// nil: they do not.
	Local  *natsrpc.Local
	Name   subject.Token
	Shards []subject.Shard
	Keys   token.Keys
	// Authority is what gateways sign with what they say of officials, and owners
	// check it by. Without a key nobody is one.
	Authority token.Authority
	Stores    Stores
	// Memory of tables; nil: one of its own. Services of one process share one.
	Memory *tablehost.Memory
	// Remember is how many tables a memory keeps, those used last; 0:
	// eventlog.DefaultRemember.
	Remember int
	// Follower is what projections read the log from; nil: each from its service's
	// own log. Services of one process share one.
	Follower eventlog.Follower
	// Appended, if set, is told of every commit that a service has appended.
	Appended func(c eventlog.Commit)
	Scope    telemetry.Scope
	Now      func() time.Time
	Random   io.Reader // cryptographic
	// Version of the program, told to whoever asks its replicas.
	Version string
	// AllowSeeded lets a service be made repeatable from a seed, for simulations:
	// whoever knows the seed knows every deal. A server that people play on leaves
	// it out.
	AllowSeeded bool
}

// ErrSeeded refuses a seed where people may play.
var ErrSeeded = errors.New("replica: a seed makes all that is random foreseeable: want it allowed explicitly (allow-seeded), and no people")

// CheckSeeded is ErrSeeded for a service with a seed that is not allowed one.
func (e Env) CheckSeeded(seeded bool) error {
	if seeded && !e.AllowSeeded {
		return ErrSeeded
	}
	return nil
}

// ErrNoKeys says that a service that makes or checks seat tokens got no keys.
var ErrNoKeys = errors.New("replica: no seat token keys")

// Validate joins every complaint.
func (e Env) Validate() error {
	var all []error
	need := func(ok bool, what string) {
		if !ok {
			all = append(all, errors.New("replica: no "+what))
		}
	}
	need(e.Conn != nil, "connection")
	need(e.Name.String() != "", "name")
	need(len(e.Shards) > 0, "shards")
	need(e.Scope.Logger != nil && e.Scope.Tracer != nil && e.Scope.Registerer != nil, "telemetry scope")
	need(e.Now != nil, "clock")
	need(e.Random != nil, "randomness")
	return errors.Join(all...)
}

// ValidateKeyed is Validate for a service that makes or checks seat tokens.
func (e Env) ValidateKeyed() error {
	err := e.Validate()
	if e.Keys.IsZero() {
		return errors.Join(err, ErrNoKeys)
	}
	return err
}

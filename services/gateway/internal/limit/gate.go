package limit

import (
	"hash/maphash"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/telemetry"
)

// Gate keeps the limits of one gateway.
type Gate struct {
	o       Options
	now     func() time.Time
	seed    maphash.Seed
	refused *prometheus.CounterVec

	addresses *buckets[netip.Addr]
	actors    *buckets[Actor]
	tables    *buckets[string]

	addressStreams *held[netip.Addr]
	actorStreams   *held[Actor]
	connections    *connections
}

// Actor is who shows a credential, as a digest under a key of this process; 0 is
// nobody.
type Actor uint64

// New makes a gate and registers tranca_gateway_limited_total{limit}.
func New(o Options, reg prometheus.Registerer, now func() time.Time) (*Gate, error) {
	refused, err := telemetry.Register(reg, prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "tranca_gateway_limited_total",
		Help: "Requests that a limit of the gateway refused, by limit.",
	}, []string{"limit"}))
	if err != nil {
		return nil, err
	}
	g := &Gate{
		o: o, now: now, seed: maphash.MakeSeed(), refused: refused,
		addressStreams: newHeld[netip.Addr](o.AddressStreams), actorStreams: newHeld[Actor](o.ActorStreams),
		connections: newConnections(o),
	}
	for _, reason := range reasons() {
		refused.WithLabelValues(reason)
	}
	if g.addresses, err = newBuckets[netip.Addr](o.Address, o.Remember); err != nil {
		return nil, err
	}
	if g.actors, err = newBuckets[Actor](o.Actor, o.Remember); err != nil {
		return nil, err
	}
	g.tables, err = newBuckets[string](o.Table, o.Remember)
	return g, err
}

func reasons() []string {
	return []string{
		rpcerr.ReasonAddressRate, rpcerr.ReasonActorRate, rpcerr.ReasonTableRate, rpcerr.ReasonAddressStreams,
		rpcerr.ReasonActorStreams, rpcerr.ReasonConnections, rpcerr.ReasonAddressConnections,
	}
}

// Actor is who shows this credential; nobody shows none.
func (g *Gate) Actor(credential string) Actor {
	if credential == "" {
		return 0
	}
	return Actor(maphash.String(g.seed, credential) | 1)
}

// Request admits a request of a client.
func (g *Gate) Request(r *http.Request) error {
	if over := overdrawn(r.Context()); over != "" {
		return g.open(over, g.connections.most(over))
	}
	if wait := g.addresses.take(network(g.o.Proxies.client(r)), g.now()); wait > 0 {
		return g.often(rpcerr.ReasonAddressRate, g.o.Address, wait)
	}
	return nil
}

// Call admits a call or stream of an actor.
func (g *Gate) Call(a Actor) error {
	if a == 0 {
		return nil
	}
	if wait := g.actors.take(a, g.now()); wait > 0 {
		return g.often(rpcerr.ReasonActorRate, g.o.Actor, wait)
	}
	return nil
}

// Stream admits a stream until done is called.
func (g *Gate) Stream(r *http.Request, a Actor) (done func(), err error) {
	from := network(g.o.Proxies.client(r))
	if !g.addressStreams.take(from) {
		return nil, g.open(rpcerr.ReasonAddressStreams, g.o.AddressStreams)
	}
	if a != 0 && !g.actorStreams.take(a) {
		g.addressStreams.give(from)
		return nil, g.open(rpcerr.ReasonActorStreams, g.o.ActorStreams)
	}
	return func() {
		g.addressStreams.give(from)
		if a != 0 {
			g.actorStreams.give(a)
		}
	}, nil
}

// often is the refusal of what comes too often.
func (g *Gate) often(reason string, r Rate, wait time.Duration) error {
	return g.refuse(reason, "too often; wait and send it again with the same id", wait).
		With("limit", strconv.FormatFloat(r.Each, 'g', -1, 64)).With("window", "1s").With("burst", strconv.Itoa(r.Burst))
}

// comeBack is when something that is open may have ended.
const comeBack = 5 * time.Second

// open is the refusal of more than may be open at once.
func (g *Gate) open(reason string, most int) error {
	return g.refuse(reason, "too many are open; close one, or come back later", comeBack).
		With("limit", strconv.Itoa(most)).With("window", "open")
}

func (g *Gate) refuse(reason, message string, wait time.Duration) *rpcerr.Rejection {
	g.refused.WithLabelValues(reason).Inc()
	return rpcerr.New(reason, message).With(rpcerr.ParamRetryAfter, strconv.Itoa(int(math.Ceil(wait.Seconds()))))
}

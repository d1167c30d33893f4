package torture

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	toxiproxy "github.com/Shopify/toxiproxy/v2"
	"github.com/rs/zerolog"

	"tranca.example/services/e2e/harness"
)

// Directions of a link: from the service, and to it.
const (
	up   = "upstream"
	down = "downstream"
)

// network lies between the replicas and the servers: each replica has a link of
// its own to each server.
type network struct {
	tb     testing.TB
	server *toxiproxy.ApiServer
	links  map[string][]*toxiproxy.Proxy // by replica and peer
}

func newNetwork(tb testing.TB) *network {
	tb.Helper()
	n := &network{
		tb: tb, server: toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop()),
		links: map[string][]*toxiproxy.Proxy{},
	}
	tb.Cleanup(func() {
		for _, all := range n.links {
			for _, link := range all {
				go link.Stop() // one that hangs does not end
			}
		}
	})
	return n
}

// link is a new way from a replica to an address, and where it begins.
func (n *network) link(replica, peer, addr string) string {
	n.tb.Helper()
	p := toxiproxy.NewProxy(n.server, replica+" to "+addr, "127.0.0.1:0", addr)
	if err := p.Start(); err != nil {
		n.tb.Fatal(err)
	}
	n.links[replica+" "+peer] = append(n.links[replica+" "+peer], p)
	return p.Listen
}

// through is a broker whose servers are reached over links.
type through struct {
	harness.Broker
	servers string
}

// Servers implements harness.Broker.
func (t through) Servers() string { return t.servers }

// of is what one replica sees of NATS and Redis.
func (n *network) of(replica string, nats harness.Broker, redis string) (harness.Broker, string) {
	n.tb.Helper()
	var servers []string
	for server := range strings.SplitSeq(nats.Servers(), ",") {
		servers = append(servers, "nats://"+n.link(replica, "nats", strings.TrimPrefix(server, "nats://")))
	}
	if strings.Contains(redis, "+") { // servers behind it are found by the addresses that they tell
		return through{nats, strings.Join(servers, ",")}, redis
	}
	u, err := url.Parse(redis)
	if err != nil {
		n.tb.Fatal(err)
	}
	return through{nats, strings.Join(servers, ",")}, "redis://" + n.link(replica, redisName, u.Host)
}

// cuts are what a partition does to the routes between a server and others. What the
// server says goes up its own routes and down those of the others.
func (n *network) cuts(f Fault, others []string) (all []Fault) {
	turned := strings.NewReplacer(up, down, down, up).Replace(f.Detail)
	for _, other := range others {
		all = append(all,
			Fault{Kind: Cut, Target: f.Target, Peer: other, Detail: f.Detail},
			Fault{Kind: Cut, Target: other, Peer: f.Target, Detail: turned})
	}
	return all
}

// toxic is what a fault does to a link, as toxiproxy wants to be told.
type toxic struct {
	Name       string           `json:"name"`
	Type       string           `json:"type"`
	Stream     string           `json:"stream"`
	Attributes map[string]int64 `json:"attributes"`
}

// toxics are what the fault adds to each of its links.
func (f Fault) toxics() (all []toxic, err error) {
	one := toxic{Attributes: map[string]int64{}}
	var number int64
	switch f.Kind {
	case Cut:
		one.Type = "timeout" // of 0: never
	case Reset:
		one.Type = "reset_peer"
	case Slow:
		one.Type = "bandwidth"
		_, err = fmt.Sscanf(f.Detail, "%d KiB/s", &number)
		one.Attributes["rate"] = number
	case Delay:
		one.Type = "latency"
		_, err = fmt.Sscanf(f.Detail, "%d ms", &number)
		one.Attributes["latency"], one.Attributes["jitter"] = number, number/2
	default:
		return nil, fmt.Errorf("%s is no fault of a network", f.Kind)
	}
	for _, way := range []string{up, down} {
		if strings.Contains(f.Detail, way) {
			one.Name, one.Stream = string(f.Kind)+" "+way, way
			all = append(all, one)
		}
	}
	return all, err
}

// spoil begins a fault on its links.
func (n *network) spoil(f Fault) error {
	toxics, err := f.toxics()
	for _, link := range n.links[f.Target+" "+f.Peer] {
		for _, t := range toxics {
			text, failed := json.Marshal(t)
			if failed == nil {
				_, failed = link.Toxics.AddToxicJson(strings.NewReader(string(text)))
			}
			err = errors.Join(err, failed)
		}
	}
	return err
}

// healTime is what taking a toxic off may last. toxiproxy never ends with it where
// bytes wait in a link for an end that is gone.
const healTime = 5 * time.Second

// heal ends it. A link that does not let go of it becomes another at the same address.
func (n *network) heal(ctx context.Context, f Fault) error {
	toxics, err := f.toxics()
	links := n.links[f.Target+" "+f.Peer]
	for i, link := range links {
		done := make(chan error, 1)
		go func() { done <- remove(ctx, link, toxics) }()
		select {
		case failed := <-done:
			err = errors.Join(err, failed)
		case <-time.After(healTime):
			fresh, failed := n.replace(link)
			links[i], err = fresh, errors.Join(err, failed)
		}
	}
	return err
}

func remove(ctx context.Context, link *toxiproxy.Proxy, toxics []toxic) (err error) {
	for _, t := range toxics {
		err = errors.Join(err, link.Toxics.RemoveToxic(ctx, t.Name))
	}
	return err
}

// replace cuts all connections of a link and makes another one in its place. What
// hangs in the old one is left to hang.
func (n *network) replace(old *toxiproxy.Proxy) (fresh *toxiproxy.Proxy, err error) {
	go old.Stop()
	const pause = 10 * time.Millisecond
	for range healTime / pause {
		time.Sleep(pause)
		fresh = toxiproxy.NewProxy(n.server, old.Name, old.Listen, old.Upstream)
		if err = fresh.Start(); err == nil {
			return fresh, nil
		}
	}
	return old, fmt.Errorf("link %s is not to be had again: %w", old.Name, err)
}

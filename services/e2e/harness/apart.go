package harness

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"tranca.example/pkg/loopback"
)

// Apart is every service as processes of their own.
type Apart struct {
	URL  string   // of the first gateway
	URLs []string // of all gateways
	// Parts are the replicas by name. The first of a service has the service's
	// name, the others a number more: rules, rules-2, rules-3.
	Parts map[string]*Process
	Admin map[string]string // base URL of each one's admin port
}

// ApartOptions say on what the services run.
type ApartOptions struct {
	NATS  Broker
	Redis string // URL; empty: projections in memory
	Seed  string // of deals and tables; empty: they are random
	OTLP  string // URL of a collector of spans; empty: none
	// LogLevel of all; empty: debug, which is what leak tests want to see.
	LogLevel string
	// Services that run; none: all of them.
	Services []string
	// Replicas of each service; 0: one. ReplicasOf are those of one service in
	// particular.
	Replicas   int
	ReplicasOf map[string]int
	// Network, if set, is asked for each replica through what it sees NATS and
	// Redis. Else all see what is given above.
	Network func(replica string) (nats Broker, redis string)
}

// tokenKey is the one key of seat tokens of all services, cursorKey that of the
// gateways' cursors.
var tokenKey, cursorKey = strings.Repeat("5a", 32), strings.Repeat("c5", 32) //nolint:gochecknoglobals // constants

func (o ApartOptions) services() []string {
	if len(o.Services) > 0 {
		return o.Services
	}
	return Services()
}

func (o ApartOptions) replicas(service string) int {
	if n, found := o.ReplicasOf[service]; found {
		return n
	}
	return max(o.Replicas, 1)
}

// StartApart starts the services and waits until they are ready.
func (p Programs) StartApart(tb testing.TB, o ApartOptions) *Apart {
	tb.Helper()
	a := p.LaunchApart(tb, o)
	for _, part := range a.Parts {
		part.WaitReady()
	}
	return a
}

// LaunchApart is StartApart without the waiting.
func (p Programs) LaunchApart(tb testing.TB, o ApartOptions) *Apart {
	tb.Helper()
	a := &Apart{Parts: map[string]*Process{}, Admin: map[string]string{}}
	for _, service := range o.services() {
		for n := range o.replicas(service) {
			a.launch(tb, p, o, service, n)
		}
	}
	if len(a.URLs) > 0 {
		a.URL = a.URLs[0]
	}
	return a
}

// ReplicaName is the name of the n-th replica of a service, from 0.
func ReplicaName(service string, n int) string {
	if n == 0 {
		return service
	}
	return fmt.Sprintf("%s-%d", service, n+1)
}

// launch starts one replica.
func (a *Apart) launch(tb testing.TB, p Programs, o ApartOptions, service string, n int) {
	tb.Helper()
	name, admin, nats, redis := ReplicaName(service, n), loopback.Addr(tb), o.NATS, o.Redis
	if o.Network != nil {
		nats, redis = o.Network(name)
	}
	env := []string{
		"NATS_URL=" + nats.Servers(), "NATS_USER=" + service, "NATS_PASSWORD=" + nats.Password(service),
		"REDIS_URL=" + redis, "OTEL_EXPORTER_OTLP_ENDPOINT=" + o.OTLP, "TRANCA_TOKEN_KEYS=" + tokenKey,
		"TRANCA_REPLICA=" + service + "-" + port(tb, admin), "TRANCA_LOG_LEVEL=" + or(o.LogLevel, "debug"),
	}
	args := []string{"--admin-addr", admin}
	switch service {
	case "lobby", "dealer", "bots":
		env = append(env, "TRANCA_SEED="+hex.EncodeToString([]byte(o.Seed)), "TRANCA_ALLOW_SEEDED=true")
	case "gateway":
		api := loopback.Addr(tb)
		args, env = append(args, "--addr", api), append(env, "TRANCA_CURSOR_KEY="+cursorKey)
		a.URLs = append(a.URLs, "http://"+api)
	}
	a.Admin[name] = "http://" + admin
	a.Parts[name] = p.launch(tb, service, env, a.Admin[name]+"/readyz", args...)
}

func or(value, otherwise string) string {
	if value == "" {
		return otherwise
	}
	return value
}

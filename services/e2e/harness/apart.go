package harness

import (
	"encoding/hex"
	"strings"
	"testing"
)

// Apart is every service as a process of its own.
type Apart struct {
	URL   string // of the gateway
	Parts map[string]*Process
	Admin map[string]string // base URL of each one's admin port
}

// ApartOptions say on what the services run.
type ApartOptions struct {
	NATS  *NATS
	Redis string // URL; empty: projections in memory
	Seed  string // of deals and tables; empty: they are random
	OTLP  string // URL of a collector of spans; empty: none
	// LogLevel of all; empty: debug, which is what leak tests want to see.
	LogLevel string
}

// tokenKey is the one key of seat tokens of all services.
var tokenKey = strings.Repeat("5a", 32) //nolint:gochecknoglobals // a constant

// StartApart starts the six services.
func (p Programs) StartApart(tb testing.TB, o ApartOptions) *Apart {
	tb.Helper()
	api := FreeAddr(tb)
	a := &Apart{URL: "http://" + api, Parts: map[string]*Process{}, Admin: map[string]string{}}
	for _, name := range Services() {
		admin := FreeAddr(tb)
		env := []string{
			"NATS_URL=" + o.NATS.URL, "NATS_USER=" + name, "NATS_PASSWORD=" + o.NATS.Password(name),
			"REDIS_URL=" + o.Redis, "OTEL_EXPORTER_OTLP_ENDPOINT=" + o.OTLP, "TRANCA_TOKEN_KEYS=" + tokenKey,
			"TRANCA_REPLICA=" + name + "-" + port(tb, admin), "TRANCA_LOG_LEVEL=" + or(o.LogLevel, "debug"),
		}
		args := []string{"--admin-addr", admin}
		switch name {
		case "lobby", "dealer", "bots":
			env = append(env, "TRANCA_SEED="+hex.EncodeToString([]byte(o.Seed)), "TRANCA_ALLOW_SEEDED=true")
		case "gateway":
			args = append(args, "--addr", api)
		}
		a.Admin[name] = "http://" + admin
		a.Parts[name] = p.Start(tb, name, env, a.Admin[name]+"/readyz", args...)
	}
	return a
}

func or(value, otherwise string) string {
	if value == "" {
		return otherwise
	}
	return value
}

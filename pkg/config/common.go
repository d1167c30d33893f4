package config

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"
)

// Common holds the settings that every service has.
type Common struct {
	NATSURL      string  // one or more URLs, separated by commas
	NATSSeedFile string  // file with the nkey seed of the service's user; empty on an open server
	RedisURL     Secret  // may hold a password; empty means memory projections
	Replica      string  // this replica's name, one NATS token
	AdminAddr    string  // where /metrics, /livez and /readyz listen
	OTLPEndpoint string  // empty: spans are not exported
	TraceRatio   float64 // share of the traces that is exported
	LogLevel     string  // debug, info, warn or error
	Shards       int     // number of GAME streams
}

// DefaultCommon returns the defaults. The replica's name is the host's, with
// everything that is not allowed in a subject replaced.
func DefaultCommon() Common {
	host, _ := os.Hostname()
	return Common{
		NATSURL:    "nats://127.0.0.1:4222",
		Replica:    token(host),
		AdminAddr:  "127.0.0.1:9090",
		TraceRatio: 1,
		LogLevel:   "info",
		Shards:     1,
	}
}

// Bind binds the settings to a set; the present values are the defaults.
func (c *Common) Bind(s *Set) {
	s.String(&c.NATSURL, "nats", "NATS_URL", "NATS server URLs, separated by commas")
	s.String(&c.NATSSeedFile, "nats-seed-file", "NATS_NKEY_SEED_FILE", "file with the nkey seed of this service's NATS user")
	s.Var(&c.RedisURL, "redis", "REDIS_URL", "Redis URL of the projections: redis://, unix://, redis+sentinel:// or redis+cluster://; none keeps them in memory")
	s.String(&c.Replica, "replica", "", "name of this replica, unique per service")
	s.String(&c.AdminAddr, "admin-addr", "", "address of /metrics, /livez and /readyz")
	s.String(&c.OTLPEndpoint, "otlp-endpoint", "OTEL_EXPORTER_OTLP_ENDPOINT", "OTLP/HTTP collector URL; none exports no spans")
	s.Float(&c.TraceRatio, "trace-ratio", "OTEL_TRACES_SAMPLER_ARG", "share of the traces that is exported, above 0 and up to 1")
	s.String(&c.LogLevel, "log-level", "", "debug, info, warn or error")
	s.Int(&c.Shards, "shards", "", "number of event streams")
}

// Validate joins every complaint about the settings.
func (c Common) Validate() error {
	errs := []error{CheckNATS("nats", c.NATSURL)}
	if v := c.RedisURL.Reveal(); v != "" {
		errs = append(errs, checkURL("redis", v, true,
			"redis", "rediss", "unix", "redis+sentinel", "rediss+sentinel", "redis+cluster", "rediss+cluster"))
	}
	if c.OTLPEndpoint != "" {
		errs = append(errs, checkURL("otlp-endpoint", c.OTLPEndpoint, false, "http", "https"))
	}
	if c.TraceRatio <= 0 || c.TraceRatio > 1 {
		errs = append(errs, fmt.Errorf("trace-ratio %v: want more than 0 and at most 1; without an endpoint no trace is exported", c.TraceRatio))
	}
	if c.Replica == "" || token(c.Replica) != c.Replica {
		errs = append(errs, fmt.Errorf("replica %q: want 1 to 64 letters, digits, '-' and '_'", c.Replica))
	}
	errs = append(errs, CheckAddr("admin-addr", c.AdminAddr))
	if _, err := c.Level(); err != nil {
		errs = append(errs, err)
	}
	if c.Shards < 1 || c.Shards > 1000 {
		errs = append(errs, fmt.Errorf("shards %d: want 1 to 1000", c.Shards))
	}
	return errors.Join(errs...)
}

// Level parses LogLevel.
func (c Common) Level() (slog.Level, error) {
	var l slog.Level
	if err := l.UnmarshalText([]byte(c.LogLevel)); err != nil {
		return 0, fmt.Errorf("log-level %q: want debug, info, warn or error", c.LogLevel)
	}
	return l, nil
}

// CheckNATS complains about URLs of NATS servers, separated by commas; name is what
// the setting is called.
func CheckNATS(name, urls string) error {
	var errs []error
	for raw := range strings.SplitSeq(urls, ",") {
		errs = append(errs, checkURL(name, strings.TrimSpace(raw), false, "nats", "tls", "ws", "wss"))
	}
	return errors.Join(errs...)
}

// CheckAddr complains about an address that nobody can listen on; name is what
// the setting is called.
func CheckAddr(name, addr string) error {
	_, port, err := net.SplitHostPort(addr)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return fmt.Errorf("%s %q: want host:port with a port from 0 to 65535, such as 127.0.0.1:8080", name, addr)
	}
	return nil
}

// checkURL complains without repeating a URL that holds a secret.
func checkURL(name, raw string, secret bool, schemes ...string) error {
	shown := raw
	if secret {
		shown = masked
	}
	u, err := url.Parse(raw)
	if err == nil && u.User != nil && !secret {
		return fmt.Errorf("%s: want a URL without a user and password in it, which would be logged", name)
	}
	if err == nil {
		for _, s := range schemes {
			if u.Scheme == s && (u.Host != "" || u.Path != "") {
				return nil
			}
		}
	}
	return fmt.Errorf("%s %q: want a URL with %s", name, shown, strings.Join(schemes, ", "))
}

// token makes a text fit to be one element of a NATS subject.
func token(text string) string {
	clean := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '-'
	}, text)
	return clean[:min(len(clean), 64)]
}

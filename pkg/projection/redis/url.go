package redis

import (
	"crypto/tls"
	"errors"
	"net/url"
	"strings"
	"time"

	goredis "github.com/redis/go-redis/v9"
)

// ErrURL says what a URL of Redis looks like. It never repeats the one that was
// refused, which may hold a password.
var ErrURL = errors.New("redis: want a URL such as redis://127.0.0.1:6379/0, unix:///run/redis.sock, " +
	"redis+sentinel://127.0.0.1:26379/0?master_name=tranca, or redis+cluster://127.0.0.1:7000?addr=127.0.0.1:7001")

// URL names a Redis: exactly one of its parts is set.
type URL struct {
	server   *goredis.Options
	sentinel *goredis.FailoverOptions
	cluster  *goredis.ClusterOptions
}

// ParseURL reads a URL. Each addr= adds a sentinel or node beside the first,
// rediss is redis over TLS, and further parameters are those of go-redis
// (read_timeout, pool_size, …):
//
//	redis://user:password@host:port/db                  one server
//	unix://user:password@/path?db=0                     one server by its socket
//	redis+sentinel://user:password@host:port/db?master_name=NAME&addr=host:port
//	redis+cluster://user:password@host:port?addr=host:port
//
// User and password in the URL of sentinels are the sentinels' own; those of the
// servers behind them are the parameters username and password. The error is ErrURL.
func ParseURL(raw string) (URL, error) {
	u, err := url.Parse(raw)
	if err != nil {
		return URL{}, ErrURL
	}
	transport, kind, _ := strings.Cut(u.Scheme, "+")
	u.Scheme = transport
	var out URL
	switch kind {
	case "":
		out.server, err = goredis.ParseURL(raw)
	case "sentinel":
		out.sentinel, err = sentinelOptions(u)
	case "cluster":
		out.cluster, err = clusterOptions(u)
	default:
		err = ErrURL
	}
	if err != nil {
		return URL{}, ErrURL
	}
	return out, nil
}

func sentinelOptions(u *url.URL) (*goredis.FailoverOptions, error) {
	o, err := goredis.ParseFailoverURL(u.String())
	if err != nil || o.MasterName == "" {
		return nil, ErrURL
	}
	if o.TLSConfig != nil {
		o.TLSConfig.ServerName = "" // that of each server, not the first one's
	}
	return o, nil
}

func clusterOptions(u *url.URL) (*goredis.ClusterOptions, error) {
	o, err := goredis.ParseClusterURL(u.String())
	if err != nil || strings.Trim(u.Path, "/") != "" { // a cluster has no numbered databases
		return nil, ErrURL
	}
	if o.TLSConfig != nil {
		o.TLSConfig.ServerName = ""
		o.TLSConfig.MinVersion = tls.VersionTLS12
	}
	return o, nil
}

// Address is what the URL names, without user and password.
func (u URL) Address() string {
	switch {
	case u.server != nil:
		return u.server.Addr
	case u.sentinel != nil:
		return u.sentinel.MasterName + " of " + strings.Join(u.sentinel.SentinelAddrs, ", ")
	case u.cluster != nil:
		return strings.Join(u.cluster.Addrs, ", ")
	}
	return ""
}

// Client makes a client; it asks nothing yet.
func (u URL) Client() goredis.UniversalClient {
	switch {
	case u.sentinel != nil:
		return goredis.NewFailoverClient(u.sentinel)
	case u.cluster != nil:
		return goredis.NewClusterClient(u.cluster)
	}
	return goredis.NewClient(u.server)
}

// Probe makes a client that tries once, for at most limit, and so tells why.
func (u URL) Probe(limit time.Duration) goredis.UniversalClient {
	switch {
	case u.sentinel != nil:
		o := *u.sentinel
		o.DialerRetries, o.MaxRetries = 1, -1
		o.DialTimeout, o.ReadTimeout, o.WriteTimeout = limit, limit, limit
		return goredis.NewFailoverClient(&o)
	case u.cluster != nil:
		o := *u.cluster
		o.DialerRetries, o.MaxRetries, o.MaxRedirects = 1, -1, -1
		o.DialTimeout, o.ReadTimeout, o.WriteTimeout = limit, limit, limit
		return goredis.NewClusterClient(&o)
	}
	o := *u.server
	o.DialerRetries, o.MaxRetries = 1, -1
	o.DialTimeout, o.ReadTimeout, o.WriteTimeout = limit, limit, limit
	return goredis.NewClient(&o)
}

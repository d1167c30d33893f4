package torture

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"tranca.example/pkg/projection/redis"
	"tranca.example/pkg/projection/redisproc"
)

// Redises are the ways to run Redis.
func Redises() []string { return []string{"single", "sentinel", "cluster"} }

// memory is the Redis of the projections: a server, one with a replica under a
// sentinel, or a cluster of three with a replica each.
type memory struct {
	url     string
	servers []*redisproc.Server
	client  goredis.UniversalClient
	asked   []*goredis.Client // one for each server
	victim  *redisproc.Server // of the fault under way
}

// newMemory starts one of Redises; "" is the first.
func newMemory(tb testing.TB, kind string) *memory {
	tb.Helper()
	m := &memory{}
	switch kind {
	case "", "single":
		s := redisproc.StartServer(tb)
		m.url, m.servers = s.URL(), []*redisproc.Server{s}
	case "sentinel":
		s := redisproc.StartSentinel(tb)
		m.url, m.servers = s.URL, []*redisproc.Server{s.Server, s.Replica}
	case "cluster":
		m.url, m.servers = redisproc.StartFailoverCluster(tb)
	default:
		tb.Fatalf("Redis %q: want one of %v", kind, Redises())
	}
	redis.LogTo(slog.New(slog.DiscardHandler)) // what becomes of servers is no news here
	u, err := redis.ParseURL(m.url)
	if err != nil {
		tb.Fatal(err)
	}
	m.client = u.Client()
	tb.Cleanup(func() { _ = m.client.Close() })
	for _, s := range m.servers {
		m.asked = append(m.asked, s.Client())
	}
	return m
}

// alone tells whether there is one server, which links may lead to.
func (m *memory) alone() bool { return len(m.servers) == 1 }

// strike hits a server that takes writes; of a cluster the one that has the tables.
func (m *memory) strike(ctx context.Context, kind Kind) error {
	m.victim = m.writable(ctx)
	if m.victim == nil {
		return errors.New("no server of Redis takes writes")
	}
	if kind == Pause {
		m.victim.Pause()
	} else {
		m.victim.Kill()
	}
	return nil
}

// relieve ends what strike did.
func (m *memory) relieve(kind Kind) {
	switch {
	case m.victim == nil:
	case kind == Pause:
		m.victim.Resume()
	default:
		m.victim.Restart()
	}
	m.victim = nil
}

// writable is the server that has the rows of the tables and takes writes.
func (m *memory) writable(ctx context.Context) *redisproc.Server {
	if m.alone() {
		return m.servers[0]
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	for i, s := range m.servers {
		role, err := m.asked[i].Info(ctx, "replication").Result()
		if err != nil || !strings.Contains(role, "role:master") {
			continue
		}
		rows := m.asked[i].Exists(ctx, "{tranca:tables:0}:checkpoint") // elsewhere in a cluster it is an error
		if n, err := rows.Result(); err == nil && n == 1 {
			return s
		}
	}
	return nil
}

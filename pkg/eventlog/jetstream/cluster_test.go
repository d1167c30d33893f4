package jetstream_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/contract"
	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/loopback"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/subject"
)

// A replicated stream answers conflicts in two ways, and elects its leader anew
// for every test of the suite.
func TestTheReplicatedLogKeepsTheContract(t *testing.T) {
	conn := startCluster(t)
	js, err := natsjs.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	log, err := jetstream.New(conn, 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	contract.Run(t, func(t *testing.T) eventlog.Log {
		recreate(t, js)
		return log
	})
}

func recreate(t *testing.T, js natsjs.JetStream) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	settings := natsboot.DefaultSettings()
	settings.Replicas = 3
	for _, c := range natsboot.Streams(settings) {
		if c.Name != subject.GameStream(contract.Shard) {
			continue
		}
		if err := js.DeleteStream(ctx, c.Name); err != nil && !errors.Is(err, natsjs.ErrStreamNotFound) {
			t.Fatal(err)
		}
		if _, err := js.CreateStream(ctx, c); err != nil {
			t.Fatal(err)
		}
	}
}

// startCluster runs three servers and returns a connection that may do all.
func startCluster(t *testing.T) *nats.Conn {
	t.Helper()
	var routes []*url.URL
	for range 3 {
		routes = append(routes, &url.URL{Scheme: "nats", Host: loopback.Addr(t)})
	}
	var conn *nats.Conn
	for n, route := range routes {
		connect := startNode(t, func(o *server.Options) {
			o.ServerName, o.Routes = fmt.Sprintf("n%d", n), routes
			o.Cluster = server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: port(t, route)}
		})
		if conn == nil {
			conn = connect()
		}
	}
	untilClustered(t, conn)
	return conn
}

// startNode runs a server until the test ends, and returns how to connect to it
// as a user who may do all, even what no service may.
func startNode(t *testing.T, change func(*server.Options)) (connect func() *nats.Conn) {
	t.Helper()
	users := []natsboot.User{{Name: "admin", Rights: natsboot.Rights{Publish: []string{">"}, Subscribe: []string{">"}}}}
	options := &server.Options{}
	if err := options.ProcessConfigString(natsboot.Accounts(users, map[string]natsboot.Credential{"admin": {Password: "test"}})); err != nil {
		t.Fatal(err)
	}
	options.NoSigs, options.Host, options.Port = true, "127.0.0.1", server.RANDOM_PORT
	options.JetStream, options.StoreDir = true, t.TempDir()
	change(options)
	node, err := server.NewServer(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { node.Shutdown(); node.WaitForShutdown() })
	node.Start()
	return func() *nats.Conn {
		t.Helper()
		conn, err := natsboot.Connect(node.ClientURL(), natsboot.Auth{User: "admin", Password: "test"})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(conn.Close)
		return conn
	}
}

// untilClustered waits for the servers to elect who places streams.
func untilClustered(t *testing.T, conn *nats.Conn) {
	t.Helper()
	js, err := natsjs.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	probe := natsjs.StreamConfig{Name: "PROBE", Subjects: []string{"probe"}, Replicas: 3, Storage: natsjs.MemoryStorage}
	deadline := time.Now().Add(time.Minute)
	for {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		_, err := js.CreateStream(ctx, probe)
		cancel()
		if err == nil {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("no cluster: %v", err)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func port(t *testing.T, u *url.URL) int {
	t.Helper()
	n, err := net.LookupPort("tcp", u.Port())
	if err != nil {
		t.Fatal(err)
	}
	return n
}

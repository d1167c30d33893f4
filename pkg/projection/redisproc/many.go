package redisproc

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	goredis "github.com/redis/go-redis/v9"

	"tranca.example/pkg/loopback"
)

// masterName is how the sentinel calls the server that takes writes.
const masterName = "tranca"

// Sentinel is a server, its replica, and the sentinel that makes the replica the
// server when the server has been away for half a second.
type Sentinel struct {
	URL      string
	Server   *Server // at first
	Replica  *Server
	sentinel *Server
}

// StartSentinel starts the three; they end with the test.
func StartSentinel(tb testing.TB) *Sentinel {
	tb.Helper()
	s := &Sentinel{Server: StartServer(tb)}
	host, port := split(tb, s.Server.Addr)
	s.Replica = StartServer(tb, "--replicaof", host+" "+port)
	s.sentinel = startSentinel(tb)
	s.URL = "redis+sentinel://" + s.sentinel.Addr + "?master_name=" + masterName
	client := s.sentinel.Client()
	for _, command := range [][]any{
		{"SENTINEL", "MONITOR", masterName, host, port, "1"}, // one of one sentinel has to agree
		{"SENTINEL", "SET", masterName, "down-after-milliseconds", "500", "failover-timeout", "2000"},
	} {
		if err := client.Do(tb.Context(), command...).Err(); err != nil {
			tb.Fatalf("%v: %v", command, err)
		}
	}
	replica := s.Replica.Client()
	if !eventually(tb.Context(), nil, func(ctx context.Context) bool {
		link, err := replica.Info(ctx, "replication").Result()
		known := client.Do(ctx, "SENTINEL", "REPLICAS", masterName)
		list, _ := known.Slice()
		return err == nil && strings.Contains(link, "master_link_status:up") && len(list) == 1
	}) {
		tb.Fatal("the replica does not follow the server under the sentinel")
	}
	return s
}

// StartCluster starts three servers that share the hash slots, and returns the
// URL of the cluster; they end with the test.
func StartCluster(tb testing.TB) (url string, nodes []*Server) {
	tb.Helper()
	const size, slots = 3, 16384
	for i := range size {
		_, bus := split(tb, loopback.Addr(tb))
		n := StartServer(tb, "--cluster-enabled", "yes", "--cluster-port", bus)
		nodes = append(nodes, n)
		if err := n.Client().ClusterAddSlotsRange(tb.Context(), i*slots/size, (i+1)*slots/size-1).Err(); err != nil {
			tb.Fatal(err)
		}
	}
	url = "redis+cluster://" + nodes[0].Addr + "?addr=" + nodes[1].Addr + "&addr=" + nodes[2].Addr
	for _, n := range nodes[1:] {
		meet(tb, nodes[0].Client(), n)
	}
	for _, n := range nodes {
		client := n.Client()
		if !eventually(tb.Context(), nil, func(ctx context.Context) bool {
			info, err := client.ClusterInfo(ctx).Result()
			return err == nil && strings.Contains(info, "cluster_state:ok") && strings.Contains(info, "cluster_known_nodes:3")
		}) {
			tb.Fatal("the servers form no cluster")
		}
	}
	return url, nodes
}

// StartFailoverCluster is StartCluster with a replica of each server, which takes its
// place when the others have not heard of it for a second. The first three are the
// servers at first.
func StartFailoverCluster(tb testing.TB) (url string, nodes []*Server) {
	tb.Helper()
	url, nodes = StartCluster(tb)
	for _, master := range nodes[:3] {
		_, bus := split(tb, loopback.Addr(tb))
		n := StartServer(tb, "--cluster-enabled", "yes", "--cluster-port", bus)
		nodes = append(nodes, n)
		meet(tb, nodes[0].Client(), n)
		follow(tb, n, master)
	}
	for _, n := range nodes {
		if err := n.Client().ConfigSet(tb.Context(), "cluster-node-timeout", "1000").Err(); err != nil {
			tb.Fatal(err)
		}
		n.args = append(n.args, "--cluster-node-timeout", "1000")
	}
	return url, nodes
}

// follow makes a server the replica of another as soon as it has heard of it.
func follow(tb testing.TB, n, master *Server) {
	tb.Helper()
	id, err := master.Client().Do(tb.Context(), "CLUSTER", "MYID").Text()
	if err != nil {
		tb.Fatal(err)
	}
	client := n.Client()
	if !eventually(tb.Context(), nil, func(ctx context.Context) bool { return client.ClusterReplicate(ctx, id).Err() == nil }) ||
		!eventually(tb.Context(), nil, func(ctx context.Context) bool {
			link, err := client.Info(ctx, "replication").Result()
			return err == nil && strings.Contains(link, "master_link_status:up")
		}) {
		tb.Fatal("a server does not become the replica of another")
	}
}

// startSentinel starts one that watches nothing yet. It keeps what it knows in a file.
func startSentinel(tb testing.TB) *Server {
	tb.Helper()
	file := filepath.Join(tb.TempDir(), "sentinel.conf")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		tb.Fatal(err)
	}
	return start(tb, file, "--sentinel")
}

func meet(tb testing.TB, client *goredis.Client, n *Server) {
	tb.Helper()
	host, port := split(tb, n.Addr)
	bus := n.args[slices.Index(n.args, "--cluster-port")+1]
	if err := client.Do(tb.Context(), "CLUSTER", "MEET", host, port, bus).Err(); err != nil {
		tb.Fatal(err)
	}
}

func split(tb testing.TB, addr string) (host, port string) {
	tb.Helper()
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		tb.Fatal(err)
	}
	return host, port
}

package harness

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/loopback"
	"tranca.example/pkg/natsboot"
)

// clusterSize is how many servers a cluster has: two agree on whatever happens.
const clusterSize = 3

// ClusterOptions say what kind of cluster is wanted.
type ClusterOptions struct {
	// Settings of the streams; zero: the default ones. Replicas is always 3.
	Settings natsboot.Settings
	// Streams, if set, is whose 'tranca streams' makes them.
	Streams *Programs
	// Route, if set, tells at which address one server reaches another, by their names,
	// instead of the address given.
	Route func(from, to, addr string) string
	// Lazy leaves out sync_interval: always, with which an acknowledged write is
	// on the disks of two servers.
	Lazy bool
	// Store, if set, makes the directory in which a server keeps its streams.
	Store func(node string) string
}

// Cluster is three servers that keep every stream thrice.
type Cluster struct {
	*Account
	Nodes []*Node

	admin *nats.Conn // for its own questions
}

// Node is one server of a cluster.
type Node struct {
	*Process
	Name string // in the cluster
	URL  string // for clients
	HTTP string // base URL of the monitor
	Dir  string // where it keeps its streams
}

// Clients are told of no server that they were not given, so that a network of a
// test's own can lie between.
const nodeConfig = `server_name: %s
listen: %q
http: %q
lame_duck_duration: "30s"
lame_duck_grace_period: "100ms"
jetstream { store_dir: %q%s }
%s
%s`

const clusterConfig = `cluster { name: tranca, listen: %q, routes: [%s], no_advertise: true%s }`

// StartCluster starts the servers and makes the streams.
func (p Programs) StartCluster(tb testing.TB, o ClusterOptions) *Cluster {
	tb.Helper()
	if len(o.Settings.Shards) == 0 {
		o.Settings = natsboot.DefaultSettings()
	}
	o.Settings.Replicas = clusterSize
	all, credentials := users(tb, o.Settings)
	accounts := natsboot.Accounts(all, credentials)
	routes, sync := make([]string, clusterSize), ", sync_interval: always"
	for i := range routes {
		routes[i] = loopback.Addr(tb)
	}
	if o.Lazy {
		sync = ""
	}
	c := &Cluster{}
	var urls []string
	for i := range routes {
		n := p.newNode(tb, i, o.cluster(tb, i, routes), sync, accounts, o.Store)
		c.Nodes, urls = append(c.Nodes, n), append(urls, n.URL)
	}
	c.Account = &Account{tb: tb, servers: strings.Join(urls, ","), credentials: credentials}
	for _, n := range c.Nodes {
		n.WaitReady()
	}
	if o.Streams == nil {
		c.makeStreams(o.Settings)
		return c
	}
	Eventually(tb, startLimit, "the cluster takes streams", func() bool {
		out, err := c.StreamsBy(*o.Streams)
		if err != nil {
			tb.Logf("%v: %s", err, out)
		}
		return err == nil
	})
	return c
}

func nodeName(i int) string { return fmt.Sprintf("n%d", i+1) }

// cluster is how a server finds the others. Where routes lie on ways of a test's own
// it tells the others an address where nobody is, so that they find none around these.
func (o ClusterOptions) cluster(tb testing.TB, i int, listen []string) string {
	tb.Helper()
	routes, told := []string{}, ""
	for j, addr := range listen {
		if o.Route != nil && j != i {
			addr = o.Route(nodeName(i), nodeName(j), addr)
		}
		routes = append(routes, "nats://"+addr)
	}
	if o.Route != nil {
		told = fmt.Sprintf(", advertise: %q", loopback.Addr(tb))
	}
	return fmt.Sprintf(clusterConfig, listen[i], strings.Join(routes, ", "), told)
}

// newNode launches a server; it is ready when most of the others run too.
func (p Programs) newNode(tb testing.TB, i int, cluster, sync, accounts string, store func(string) string) *Node {
	tb.Helper()
	listen, monitor, name := loopback.Addr(tb), loopback.Addr(tb), nodeName(i)
	dir := tb.TempDir()
	n := &Node{Name: name, URL: "nats://" + listen, HTTP: "http://" + monitor, Dir: dir}
	if store != nil {
		n.Dir = store(name)
	}
	config := fmt.Sprintf(nodeConfig, name, listen, monitor, n.Dir, sync, cluster, accounts)
	file := filepath.Join(dir, "nats.conf")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		tb.Fatal(err)
	}
	n.Process = p.launch(tb, natsProgram, nil, n.HTTP+"/healthz", "-c", file)
	return n
}

// StreamsBy has 'tranca streams' of these programs make the streams that are
// missing and verify the others; further arguments come last.
func (c *Cluster) StreamsBy(p Programs, further ...string) (said string, err error) {
	c.tb.Helper()
	text, err := json.Marshal(map[string]string{natsboot.BootUser: c.Password(natsboot.BootUser)})
	if err != nil {
		c.tb.Fatal(err)
	}
	file := filepath.Join(c.tb.TempDir(), "passwords.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		c.tb.Fatal(err)
	}
	args := append([]string{
		"streams", "--nats", c.Servers(), "--nats-passwords", file, "--replicas", strconv.Itoa(clusterSize),
	}, further...)
	out, err := exec.CommandContext(c.tb.Context(), p.Path("tranca"), args...).CombinedOutput()
	return string(out), err
}

// makeStreams waits until the servers have elected who places streams.
func (c *Cluster) makeStreams(settings natsboot.Settings) {
	c.tb.Helper()
	js, err := jetstream.New(c.Connect(natsboot.BootUser))
	if err != nil {
		c.tb.Fatal(err)
	}
	var failed error
	Eventually(c.tb, startLimit, "the cluster takes streams", func() bool {
		ctx, cancel := context.WithTimeout(c.tb.Context(), 10*time.Second)
		defer cancel()
		failed = natsboot.EnsureStreams(ctx, js, settings)
		if wrong, ok := errors.AsType[*natsboot.SettingsError](failed); ok {
			c.tb.Fatal(wrong)
		}
		return failed == nil
	})
}

// conn is the connection for questions about leaders.
func (c *Cluster) conn() *nats.Conn {
	c.tb.Helper()
	if c.admin == nil {
		c.admin, _ = c.Admin()
	}
	return c.admin
}

// Leader is the server that leads a stream, nil when none does.
func (c *Cluster) Leader(stream string) *Node {
	c.tb.Helper()
	js, err := jetstream.New(c.conn())
	if err != nil {
		c.tb.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(c.tb.Context(), 5*time.Second)
	defer cancel()
	s, err := js.Stream(ctx, stream)
	if err != nil {
		return nil
	}
	for _, n := range c.Nodes {
		if info := s.CachedInfo().Cluster; info != nil && info.Leader == n.Name {
			return n
		}
	}
	return nil
}

// StepDown asks the leader of a stream to give its place to another.
func (c *Cluster) StepDown(stream string) error { return c.stepDown(stream, "") }

// Lead makes a server the leader of a stream.
func (c *Cluster) Lead(stream string, n *Node) {
	c.tb.Helper()
	Eventually(c.tb, startLimit, n.Name+" leads "+stream, func() bool {
		if c.Leader(stream) == n {
			return true
		}
		if err := c.stepDown(stream, `{"placement":{"preferred":"`+n.Name+`"}}`); err != nil {
			c.tb.Log(err) // an election may be under way
		}
		return false
	})
}

func (c *Cluster) stepDown(stream, body string) error {
	answer, err := c.conn().Request("$JS.API.STREAM.LEADER.STEPDOWN."+stream, []byte(body), 5*time.Second)
	if err != nil {
		return fmt.Errorf("step-down of the leader of %s: %w", stream, err)
	}
	if !strings.Contains(string(answer.Data), `"success":true`) {
		return fmt.Errorf("step-down of the leader of %s: %s", stream, answer.Data)
	}
	return nil
}

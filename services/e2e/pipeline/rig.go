package pipeline

import (
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/projection/redisproc"
	"tranca.example/pkg/subject"
	"tranca.example/services/e2e/harness"
)

// Names of programs that are no services.
const (
	natsName  = "nats"
	redisName = "redis"
	upName    = "tranca"
)

// seed of all deals.
const seed = "pipeline"

// rig is servers, and services on them, of one set-up. It ends with its test. Of one
// process the servers are those of the floors alone.
type rig struct {
	t        *testing.T
	o        Options
	programs harness.Programs
	setup    string
	broker   *harness.Account
	nats     map[string]*harness.Process
	redis    *redisproc.Server // nil with one process
	apart    *harness.Apart    // nil until services are started
	up       *harness.Up       // nil but for one process
	url      string            // of the API
	admin    *nats.Conn
	js       jetstream.JetStream // of the servers
	log      jetstream.JetStream // of the commits
}

func newRig(t *testing.T, programs harness.Programs, o Options, setup string) *rig {
	t.Helper()
	r := &rig{t: t, o: o, programs: programs, setup: setup, nats: map[string]*harness.Process{}}
	if apart(setup) {
		r.redis = redisproc.StartServer(t)
	}
	if setup == SetupR1 || !apart(setup) {
		one := programs.StartNATS(t)
		r.broker, r.nats[natsName] = one.Account, one.Process
	} else {
		cluster := programs.StartCluster(t, harness.ClusterOptions{Lazy: setup == SetupR3})
		r.broker = cluster.Account
		for _, n := range cluster.Nodes {
			r.nats[natsName+"-"+n.Name] = n.Process
		}
	}
	r.admin, r.js = r.broker.Admin()
	r.log = r.js
	return r
}

// serve starts services; each as one replica if nothing else is said.
func (r *rig) serve(o harness.ApartOptions) {
	r.t.Helper()
	o.NATS, o.Redis, o.Seed, o.LogLevel = r.broker, r.redis.URL(), seed, "info"
	r.apart = r.programs.StartApart(r.t, o)
	r.url = r.apart.URL
}

// serveOne starts all services in one process.
func (r *rig) serveOne() {
	r.t.Helper()
	r.up = r.programs.StartUp(r.t, r.t.TempDir(), seed, "--log-level", "info")
	r.url = r.up.URL
	var err error
	if r.log, err = jetstream.New(r.up.Observer()); err != nil {
		r.t.Fatal(err)
	}
}

// gateway connects as gateways do.
func (r *rig) gateway() *nats.Conn { return r.broker.Connect(string(subject.Gateway)) }

// processes are the ids of all programs by name that have to do with moves.
func (r *rig) processes() map[string]int {
	if r.up != nil {
		return map[string]int{upName: r.up.PID()}
	}
	all := r.servers()
	all[redisName] = r.redis.PID()
	if r.apart != nil {
		for name, p := range r.apart.Parts {
			all[name] = p.PID()
		}
	}
	return all
}

// servers are the ids of the nats-servers by name.
func (r *rig) servers() map[string]int {
	all := map[string]int{}
	for name, p := range r.nats {
		all[name] = p.PID()
	}
	return all
}

// cpu is the processor time of programs so far.
func (r *rig) cpu(programs map[string]int) map[string]time.Duration {
	r.t.Helper()
	all := map[string]time.Duration{}
	for name, pid := range programs {
		d, err := cpuOf(pid)
		if err != nil {
			r.t.Fatal(err)
		}
		all[name] = d
	}
	return all
}

// stream is how a stream stands.
func (r *rig) stream(name string) jetstream.StreamState {
	r.t.Helper()
	s, err := r.log.Stream(r.t.Context(), name)
	if err != nil {
		r.t.Fatal(err)
	}
	return s.CachedInfo().State
}

// streams are the settings of all streams of the set-up.
func (r *rig) streams() []jetstream.StreamConfig {
	settings := natsboot.DefaultSettings()
	if r.setup == SetupR3 || r.setup == SetupAlways {
		settings.Replicas = 3
	}
	return natsboot.Streams(settings)
}

// metric reads a figure without labels from the admin port of rules.
func (r *rig) metric(name string) float64 {
	r.t.Helper()
	return r.metricOf(rules, name)
}

// metricOf is metric of any service.
func (r *rig) metricOf(service, name string) float64 {
	r.t.Helper()
	text, err := fetch(r.t, r.apart.Admin[service]+"/metrics")
	if err != nil {
		r.t.Fatal(err)
	}
	_, rest, _ := strings.Cut(text, "\n"+name+" ")
	figure, _, _ := strings.Cut(rest, "\n")
	f, err := strconv.ParseFloat(figure, 64)
	if err != nil {
		r.t.Fatalf("%s of %s: %v", name, service, err)
	}
	return f
}

func fetch(t *testing.T, url string) (string, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		return "", err
	}
	res, err := (&http.Client{}).Do(req)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(res.Body)
	return string(text), errors.Join(err, res.Body.Close())
}

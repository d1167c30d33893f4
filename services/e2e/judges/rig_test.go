package judges_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"tranca.example/pkg/dispatch"
	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/projection/memory"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/telemetry"
	"tranca.example/pkg/telemetry/logtest"
	"tranca.example/pkg/token"
	"tranca.example/pkg/wire"
	"tranca.example/services/dealer"
	"tranca.example/services/rules"
)

// rig is a server with everything around dealer and rules.
type rig struct {
	t        *testing.T
	server   *natsboot.Server
	keys     token.Keys
	stores   replica.Stores
	registry *prometheus.Registry
	spans    *tracetest.SpanRecorder
	lobby    *replica.Owner
	players  *dispatch.Dispatcher
	logs     logtest.Lines
	n        int
}

// newRig starts the server and those who play lobby and scoring. Streams may be
// changed before they are made.
func newRig(t *testing.T, change func(*jetstream.StreamConfig)) *rig {
	t.Helper()
	settings := natsboot.DefaultSettings()
	server, err := natsboot.Start(natsboot.ServerConfig{Dir: t.TempDir(), Shards: settings.Shards, Random: rand.Reader})
	must(t, err)
	t.Cleanup(server.Stop)
	js, err := jetstream.New(natstest.Connect(t, server, natsboot.BootUser))
	must(t, err)
	for _, c := range natsboot.Streams(settings) {
		if change != nil {
			change(&c)
		}
		_, err := js.CreateStream(t.Context(), c)
		must(t, err)
	}
	keys, err := token.NewKeys(bytes.Repeat([]byte{7}, token.MinKey))
	must(t, err)
	r := &rig{
		t: t, server: server, keys: keys, registry: prometheus.NewRegistry(), spans: tracetest.NewSpanRecorder(),
		stores: func(string) (replica.Store, error) { return memory.New(), nil },
	}
	r.lobby, err = replica.NewOwner(r.env(subject.Lobby), table.Lobby, nil)
	must(t, err)
	r.start(r.lobby.Wakes(func(ctx context.Context, id subject.TableID, v uint32) error {
		return r.lobby.Host.React(ctx, id, v, nil)
	}))
	client, err := natsrpc.NewClient(natstest.Connect(t, server, string(subject.Gateway)),
		natsrpc.ClientOptions{Tracer: r.env(subject.Gateway).Scope.Tracer})
	must(t, err)
	r.players = dispatch.New(client, wire.NewCodec())
	return r
}

// env is the surroundings of one more replica.
func (r *rig) env(service subject.Service) replica.Env {
	r.t.Helper()
	r.n++
	name, err := subject.ParseToken(fmt.Sprintf("%s-%d", service, r.n))
	must(r.t, err)
	logger := slog.New(slog.NewJSONHandler(&r.logs, &slog.HandlerOptions{
		Level:       slog.LevelDebug,
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr { return withoutTime(a) },
	}))
	tracer := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(r.spans)).Tracer("test")
	return replica.Env{
		Conn: natstest.Connect(r.t, r.server, string(service)), Name: name, Shards: []subject.Shard{0}, Keys: r.keys,
		Stores: r.stores, Scope: telemetry.Scope{Logger: logger, Tracer: tracer, Registerer: r.registry},
		Now: time.Now, Random: rand.Reader,
	}
}

func withoutTime(a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey {
		return slog.Attr{}
	}
	return a
}

// start runs units until the test or stop ends.
func (r *rig) start(units ...lifecycle.Unit) (stop func()) {
	r.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- lifecycle.Run(ctx, units...) }()
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			if err := <-ended; err != nil {
				r.t.Errorf("units ended: %v", err)
			}
		})
	}
	r.t.Cleanup(stop)
	return stop
}

// scoring starts whoever scores rounds.
func (r *rig) scoring() (stop func()) {
	r.t.Helper()
	o, err := replica.NewOwner(r.env(subject.Scoring), table.Scoring, nil)
	must(r.t, err)
	return r.start(o.Wakes(func(ctx context.Context, id subject.TableID, v uint32) error {
		return o.Host.React(ctx, id, v, nil)
	}))
}

func (r *rig) dealer() (stop func()) {
	r.t.Helper()
	d, err := dealer.New(dealer.Options{Env: r.env(subject.Dealer)})
	must(r.t, err)
	return r.start(d.Units()...)
}

// rules starts a replica that is impatient enough for a test.
func (r *rig) rules() (stop func()) {
	r.t.Helper()
	return r.rulesThatSettle(time.Nanosecond)
}

// rulesThatSettle starts one that lets nobody run out of time for so long; 0: as long
// as programs do.
func (r *rig) rulesThatSettle(d time.Duration) (stop func()) {
	r.t.Helper()
	s, err := rules.New(rules.Options{
		Env: r.env(subject.Rules), SweepEvery: 100 * time.Millisecond, GiveUp: 300 * time.Millisecond, Settle: d,
	})
	must(r.t, err)
	return r.start(s.Units()...)
}

// conn is one more connection as a user.
func (r *rig) conn(user subject.Service) *nats.Conn {
	r.t.Helper()
	return natstest.Connect(r.t, r.server, string(user))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// patience is how long a test waits for anything to happen.
const patience = 20 * time.Second

// eventually polls until ok, as long as its patience lasts.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if ok() {
			return
		}
	}
	t.Fatal("does not happen: " + what)
}

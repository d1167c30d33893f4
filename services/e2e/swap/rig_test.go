package swap_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/attribute"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"

	"tranca.example/pkg/client"
	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/telemetry"
	"tranca.example/pkg/telemetry/logtest"
	"tranca.example/pkg/token"
	"tranca.example/services/dealer"
	"tranca.example/services/gateway"
	"tranca.example/services/lobby"
	"tranca.example/services/scoring"
)

// seed of all tables and deals, noon of all clocks, shard of all tables.
const (
	seed  = "swap"
	shard = subject.Shard(0)
)

var noon = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

// rig is one run of the services.
type rig struct {
	t       *testing.T
	server  *natsboot.Server
	opener  *opener
	url     string
	client  *client.Client
	log     *jetstream.Log
	lines   *logtest.Lines
	spans   *tracetest.InMemoryExporter
	metrics prometheus.Gatherers
	stores  map[string]*kept // by service and projection
}

func must[V any](v V, err error) func(t *testing.T) V {
	return func(t *testing.T) V {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func newRig(t *testing.T) *rig {
	t.Helper()
	r := &rig{
		t: t, server: natstest.Start(t), lines: &logtest.Lines{}, spans: tracetest.NewInMemoryExporter(), stores: map[string]*kept{},
	}
	r.log = must(jetstream.New(natstest.Connect(t, r.server, string(subject.Rules)), 0))(t)
	r.opener = newOpener(t, natstest.Connect(t, r.server, string(subject.Dealer)))
	units := must(lobby.New(lobby.Options{Env: r.env(subject.Lobby), Seed: []byte(seed)}))(t).Units()
	units = append(units, must(dealer.New(dealer.Options{
		Env: r.env(subject.Dealer), Entropy: dealer.Seeded([]byte(seed)),
	}))(t).Units()...)
	judge := r.env(subject.Rules)
	units = append(units, must(replica.NewOwner(judge, table.Rules, r.opener))(t).Serve(nil), r.tables(judge))
	units = append(units, must(scoring.New(scoring.Options{Env: r.env(subject.Scoring)}))(t).Units()...)
	o := gateway.DefaultOptions(r.env(subject.Gateway))
	o.Now = time.Now // its connections have deadlines; it stamps nothing
	o.Addr, o.OpsPage, o.CursorKey = "127.0.0.1:0", true, bytes.Repeat([]byte{7}, gateway.MinCursorKey)
	door := must(gateway.New(o))(t)
	r.run(append(units, door.Units()...))
	r.url = "http://" + door.Addr().String()
	r.client = must(client.New(client.Options{Transport: must(client.HTTP(r.url, 8))(t), Random: rand.Reader}))(t)
	return r
}

func (r *rig) run(units []lifecycle.Unit) {
	r.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- lifecycle.Run(ctx, units...) }()
	r.t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			r.t.Error(err)
		}
	})
	conn := natstest.Connect(r.t, r.server, string(subject.Gateway))
	for _, s := range []subject.Service{subject.Lobby, subject.Dealer, subject.Rules, subject.Scoring} {
		r.eventually(string(s)+" answers", func() bool {
			_, err := conn.Request("$SRV.PING."+string(s), nil, 100*time.Millisecond)
			return err == nil
		})
	}
}

func (r *rig) env(service subject.Service) replica.Env {
	r.t.Helper()
	registry := prometheus.NewRegistry()
	r.metrics = append(r.metrics, registry)
	provider := sdktrace.NewTracerProvider(sdktrace.WithSyncer(r.spans))
	return replica.Env{
		Conn: r.connect(service), Name: must(subject.ParseToken("r1"))(r.t), Shards: []subject.Shard{shard},
		Keys:   must(token.NewKeys(bytes.Repeat([]byte{9}, token.MinKey)))(r.t),
		Stores: r.stored(service),
		Scope: telemetry.Scope{
			Logger: slog.New(slog.NewJSONHandler(r.lines, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: steady})),
			Tracer: provider.Tracer("swap"), Registerer: registry,
		},
		Now: func() time.Time { return noon }, Random: rand.Reader, AllowSeeded: true,
	}
}

func (r *rig) connect(service subject.Service) *nats.Conn {
	r.t.Helper()
	return natstest.Connect(r.t, r.server, string(service))
}

// steady leaves out what differs between any two runs.
func steady(_ []string, a slog.Attr) slog.Attr {
	switch {
	case a.Key == slog.TimeKey, strings.Contains(a.Key, "trace"), strings.Contains(a.Key, "span"), a.Value.Kind() == slog.KindDuration:
		return slog.Attr{}
	}
	return a
}

func (r *rig) eventually(what string, ok func() bool) {
	r.t.Helper()
	for until := time.Now().Add(20 * time.Second); !ok(); time.Sleep(time.Millisecond) {
		if time.Now().After(until) {
			r.t.Fatalf("waited in vain: %s\n%s", what, r.lines.String())
		}
	}
}

// post is a call as curl makes it: the status and the body, as they are.
func (r *rig) post(method, bearer, body string) string {
	r.t.Helper()
	req := must(http.NewRequestWithContext(r.t.Context(), http.MethodPost, r.url+"/tranca.api.v1.TableService/"+method, strings.NewReader(body)))(r.t)
	req.Header.Set("Content-Type", "application/json")
	if bearer != "" {
		req.Header.Set("Authorization", "Bearer "+bearer)
	}
	res := must((&http.Client{}).Do(req))(r.t) //nolint:bodyclose // it is, in the next line
	defer func() { _ = res.Body.Close() }()
	return res.Status + " " + string(must(io.ReadAll(res.Body))(r.t))
}

// anyReplica and chance leave out what is a matter of time: which replica a
// request found first, and how many commits a projector found together.
var (
	anyReplica = strings.NewReplacer("{service}.any", "{service}", "{service}.{replica}", "{service}")
	chance     = map[attribute.Key]bool{
		semconv.MessagingBatchMessageCountKey: true, semconv.MessagingDestinationTemplateKey: true,
		semconv.MessagingDestinationNameKey: true, semconv.MessagingConsumerGroupNameKey: true,
	}
)

// kinds are the different lines, spans and series that all services wrote.
func (r *rig) kinds() []string {
	r.t.Helper()
	all := strings.Split(r.lines.String(), "\n")
	for _, s := range r.spans.GetSpans() {
		text := "span " + anyReplica.Replace(s.Name) + " " + s.Status.Code.String() + " " + s.Status.Description
		for _, a := range s.Attributes {
			if chance[a.Key] {
				continue
			}
			text += " " + string(a.Key) + "=" + a.Value.String()
		}
		all = append(all, text)
	}
	for _, registry := range r.metrics {
		for _, family := range must(registry.Gather())(r.t) {
			for _, m := range family.GetMetric() {
				all = append(all, "metric "+family.GetName()+" "+labels(m.GetLabel()))
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

package doctor_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/pkg/deadletter"
	"tranca.example/pkg/loopback"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/projection/redisproc"
	"tranca.example/pkg/subject"
	"tranca.example/services/tranca/doctor"
)

// ward is servers without users, so that a test may do any damage.
type ward struct {
	t        *testing.T
	nodes    []*server.Server
	monitors []string
	conn     *nats.Conn
	js       jetstream.JetStream
	settings natsboot.Settings
}

// newWard starts servers and makes streams with the settings that change leaves.
func newWard(t *testing.T, nodes int, change func(*jetstream.StreamConfig)) *ward {
	t.Helper()
	w := &ward{t: t, settings: natsboot.DefaultSettings()}
	w.settings.Replicas = nodes
	routes := freePorts(t, nodes)
	for i := range nodes {
		w.start(i, routes)
	}
	var urls []string
	for _, n := range w.nodes {
		if !n.ReadyForConnections(60 * time.Second) {
			t.Fatal("a server is not ready")
		}
		urls = append(urls, n.ClientURL())
		w.monitors = append(w.monitors, "http://"+n.MonitorAddr().String())
	}
	var err error
	if w.conn, err = nats.Connect(strings.Join(urls, ","), nats.CustomInboxPrefix("_INBOX_doctor")); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.conn.Close)
	if w.js, err = jetstream.New(w.conn); err != nil {
		t.Fatal(err)
	}
	for _, c := range natsboot.Streams(w.settings) {
		if change != nil {
			change(&c)
		}
		if c.Name != "" {
			w.create(c)
		}
	}
	return w
}

func (w *ward) start(i int, routes []int) {
	w.t.Helper()
	o := &server.Options{
		ServerName: fmt.Sprintf("n%d", i+1), Host: "127.0.0.1", Port: -1, HTTPHost: "127.0.0.1", HTTPPort: -1,
		JetStream: true, StoreDir: w.t.TempDir(), NoSigs: true, NoLog: true, SyncAlways: true,
	}
	if len(routes) > 1 {
		o.Cluster = server.ClusterOpts{Name: "ward", Host: "127.0.0.1", Port: routes[i]}
		for _, port := range routes {
			o.Routes = append(o.Routes, &url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", port)})
		}
	}
	n, err := server.NewServer(o)
	if err != nil {
		w.t.Fatal(err)
	}
	n.Start()
	w.t.Cleanup(func() { n.Shutdown(); n.WaitForShutdown() })
	w.nodes = append(w.nodes, n)
}

func freePorts(t *testing.T, n int) (ports []int) {
	t.Helper()
	for range n {
		_, text, err := net.SplitHostPort(loopback.Addr(t))
		if err != nil {
			t.Fatal(err)
		}
		port, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		ports = append(ports, port)
	}
	return ports
}

func (w *ward) create(c jetstream.StreamConfig) {
	w.t.Helper()
	eventually(w.t, "stream "+c.Name+" is made", func() bool {
		_, err := w.js.CreateStream(w.t.Context(), c)
		return err == nil
	})
}

func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(60 * time.Second); !ok(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("does not happen: " + what)
		}
	}
}

// commits puts messages into the log.
func (w *ward) commits(n int) {
	w.t.Helper()
	for i := range n {
		if _, err := w.js.Publish(w.t.Context(), fmt.Sprintf("g.0.0-%d.ev", i), []byte("x")); err != nil {
			w.t.Fatal(err)
		}
	}
}

func (w *ward) doors() doctor.Doors {
	return doctor.Doors{Conn: w.conn, Settings: w.settings, Monitors: w.monitors, Now: time.Now, Patience: time.Second}
}

// wrong is what is found through the doors, but that no service runs.
func wrong(t *testing.T, d doctor.Doors) (all []string) {
	t.Helper()
	facts, err := doctor.Look(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range doctor.Judge(facts) {
		if c.Verdict != doctor.OK && c.Name != "services" {
			all = append(all, string(c.Verdict)+" "+c.Text)
		}
	}
	return all
}

func wants(t *testing.T, got []string, want ...string) {
	t.Helper()
	if len(got) < len(want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, line := range want {
		if !strings.Contains(strings.Join(got, "\n"), line) {
			t.Errorf("got %q, want %q", got, line)
		}
	}
}

func TestTheUserDoctorSeesAHealthyServer(t *testing.T) {
	conn := natstest.Connect(t, natstest.Start(t), natsboot.DoctorUser)
	got := wrong(t, doctor.Doors{Conn: conn, Settings: natsboot.DefaultSettings(), Now: time.Now})
	if len(got) > 0 {
		t.Errorf("got %q", got)
	}
	if err := conn.LastError(); err != nil {
		t.Errorf("a right is missing: %v", err)
	}
}

func TestDamageOfOneServerIsFound(t *testing.T) {
	w := newWard(t, 1, func(c *jetstream.StreamConfig) {
		switch c.Name {
		case "GAME_0":
			c.DenyDelete = false
		case "ALLOC":
			c.AllowDirect, c.MaxAge = true, 40*24*time.Hour
		case "SECRET_0":
			c.Name = ""
		}
	})
	w.commits(10)
	game, err := w.js.Stream(t.Context(), "GAME_0")
	if err != nil {
		t.Fatal(err)
	}
	if err := game.DeleteMsg(t.Context(), 4); err != nil {
		t.Fatal(err)
	}
	if _, err := w.js.Publish(t.Context(), "$JS.EVENT.ADVISORY.CONSUMER.MSG_TERMINATED.GAME_0.c", []byte("{}")); err != nil {
		t.Fatal(err)
	}
	d := w.doors()
	for _, d.Monitors = range [][]string{nil, w.monitors} { // with and without monitors
		at := "its leader"
		if len(d.Monitors) > 0 {
			at = "n1"
		}
		got := wrong(t, d)
		wants(t, got, "fail stream GAME_0: deny delete is false: want true",
			"fail stream ALLOC: max age is 960h0m0s: want 720h0m0s", "fail stream ALLOC: allow direct is true: want false",
			"fail stream SECRET_0 does not exist", "fail stream GAME_0 at "+at+" lacks 1 message between 1 and 10",
			"fail stream DLQ tells 1 time that a consumer gave up, and there is no dead letter")
		if len(got) != 6 {
			t.Errorf("got %d findings, want 6", len(got))
		}
	}
}

func TestEveryDeadLetterIsNamedUntilSomebodyHasDecided(t *testing.T) {
	server := natstest.Start(t)
	dlq := natstest.Connect(t, server, natsboot.DLQUser)
	if _, err := dlq.Request("t.fire.nonsense", nil, 5*time.Second); err != nil {
		t.Fatal(err)
	}
	rules := natstest.Connect(t, server, string(subject.Rules))
	giveUp(t, rules)
	d := doctor.Doors{
		Conn: natstest.Connect(t, server, natsboot.DoctorUser), Settings: natsboot.DefaultSettings(), Now: time.Now,
		Patience: time.Millisecond,
	}
	wants(t, wrong(t, d), "fail stream DLQ tells 1 time that a consumer gave up, and there is no dead letter")
	copier, err := deadletter.NewCopier(deadletter.CopierOptions{
		Conn: rules, Open: []string{subject.TimersStream}, Logger: slog.New(slog.DiscardHandler), Metrics: prometheus.NewRegistry(),
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	ended.Go(func() { _ = copier.Run(ctx) })
	defer ended.Wait()
	defer cancel()
	eventually(t, "the letter is told", func() bool {
		return strings.Join(wrong(t, d), "") == "fail consumer timekeeper gave up on message 1 of stream TIMERS: it is nonsense"
	})
	box, err := deadletter.Open(dlq, 0)
	if err != nil {
		t.Fatal(err)
	}
	ids, err := box.Waiting(t.Context())
	if err != nil || len(ids) != 1 {
		t.Fatalf("got %v, %v", ids, err)
	}
	if _, err := box.Drop(t.Context(), ids[0], deadletter.Decision{Why: "nonsense", At: time.Now()}); err != nil {
		t.Fatal(err)
	}
	if got := wrong(t, d); len(got) > 0 {
		t.Errorf("after the decision: got %q", got)
	}
}

// giveUp terminates the first firing of a timer.
func giveUp(t *testing.T, conn *nats.Conn) {
	t.Helper()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	c, err := js.CreateConsumer(t.Context(), subject.TimersStream, jetstream.ConsumerConfig{
		Durable: "timekeeper", FilterSubject: subject.TimerFireFilter(), AckPolicy: jetstream.AckExplicitPolicy,
	})
	if err != nil {
		t.Fatal(err)
	}
	m, err := c.Next(jetstream.FetchMaxWait(10 * time.Second))
	if err != nil {
		t.Fatal(err)
	}
	if err := m.TermWithReason("it is nonsense"); err != nil {
		t.Fatal(err)
	}
}

func TestClocksAndARedisOfAnotherLogAreFound(t *testing.T) {
	w := newWard(t, 1, nil)
	w.commits(3)
	client := redisproc.Start(t)
	set := func(seq int) {
		if err := client.Set(t.Context(), "{tranca:tables:0}:checkpoint", seq, 0).Err(); err != nil {
			t.Fatal(err)
		}
	}
	d := w.doors()
	d.Redis = "redis://" + client.Options().Addr
	if client.Options().Network == "unix" {
		d.Redis = "unix://" + client.Options().Addr
	}
	set(3)
	if got := wrong(t, d); len(got) > 0 {
		t.Errorf("got %q", got)
	}
	set(900)
	wants(t, wrong(t, d), "fail projection tables of shard 0 is at 900, beyond the log's end at 3")
	set(2)
	wants(t, wrong(t, d), "fail projection tables of shard 0 stands still at 2, behind 3 of the log")
	set(3)
	d.Now = func() time.Time { return time.Now().Add(-time.Minute) }
	wants(t, wrong(t, d), "fail the clocks of this machine and ")
	_ = client.ShutdownNoSave(t.Context()) // it answers by hanging up
	d.Now = time.Now
	wants(t, wrong(t, d), "fail Redis cannot be used: ")
}

func TestAClusterIsHealthyUntilACopyStaysBehindOrAServerIsGone(t *testing.T) {
	w := newWard(t, 3, nil)
	w.commits(20)
	d := w.doors()
	d.Patience = 30 * time.Second
	if got := wrong(t, d); len(got) > 0 {
		t.Fatalf("healthy: got %q", got)
	}
	// A server that tells for ever what it held now.
	stuck := w.stuck(w.monitors[1])
	w.commits(20)
	d.Monitors, d.Patience = []string{w.monitors[0], stuck, w.monitors[2]}, time.Second
	wants(t, wrong(t, d), "fail stream GAME_0 at n2 stays behind: it ends at 20, another copy was at 40 before")

	w.nodes[2].Shutdown()
	w.nodes[2].WaitForShutdown()
	d = w.doors()
	wants(t, wrong(t, d), "fail the monitor "+w.monitors[2]+" does not answer: ")
}

func TestAnAddressThatIsNoMonitorIsNoHealthyServer(t *testing.T) {
	conn := natstest.Connect(t, natstest.Start(t), natsboot.DoctorUser)
	for _, body := range []string{"{}", "null", `{"status":"ok"}`, "[]", "<html>", ""} {
		s := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, _ *http.Request) { _, _ = out.Write([]byte(body)) }))
		d := doctor.Doors{Conn: conn, Settings: natsboot.DefaultSettings(), Monitors: []string{s.URL}, Now: time.Now, Patience: 1}
		if got := wrong(t, d); len(got) != 1 || !strings.HasPrefix(got[0], "fail the monitor "+s.URL+" does not answer: ") {
			t.Errorf("%s: got %q", body, got)
		}
		s.Close()
	}
}

// stuck passes a monitor on, but the copies as they are now.
func (w *ward) stuck(monitor string) string {
	w.t.Helper()
	get := func(path string) []byte {
		answer, err := http.Get(monitor + path)
		if err != nil {
			w.t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			w.t.Fatal(err)
		}
		return body
	}
	copies := get("/jsz?accounts=1&streams=1")
	s := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		body := copies
		if r.URL.Path != "/jsz" {
			body = get(r.URL.RequestURI())
		}
		_, _ = out.Write(body)
	}))
	w.t.Cleanup(s.Close)
	return s.URL
}

package deadletter_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/pkg/deadletter"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/telemetry/logtest"
)

const fire = "t.fire.0-aaaaaaaaaaaaaaaa"

// ward is a server without users, so that a test may do anything to its streams.
type ward struct {
	t    *testing.T
	dir  string
	ns   *server.Server
	conn *nats.Conn
	js   jetstream.JetStream
	box  *deadletter.Box
	logs logtest.Lines
}

func newWard(t *testing.T) *ward {
	t.Helper()
	w := &ward{t: t, dir: t.TempDir()}
	w.start()
	t.Cleanup(func() { w.ns.Shutdown(); w.ns.WaitForShutdown() })
	for _, c := range natsboot.Streams(natsboot.DefaultSettings()) {
		_, err := w.js.CreateStream(t.Context(), c)
		must(t, err)
	}
	return w
}

func (w *ward) start() {
	w.t.Helper()
	var err error
	w.ns, err = server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: w.dir, NoSigs: true, NoLog: true})
	must(w.t, err)
	w.ns.Start()
	if !w.ns.ReadyForConnections(60 * time.Second) {
		w.t.Fatal("the server is not ready")
	}
	w.conn = w.connect()
	w.js, err = jetstream.New(w.conn)
	must(w.t, err)
	w.box, err = deadletter.Open(w.conn, 0)
	must(w.t, err)
}

func (w *ward) connect() *nats.Conn {
	w.t.Helper()
	conn, err := nats.Connect(w.ns.ClientURL())
	must(w.t, err)
	w.t.Cleanup(conn.Close)
	return conn
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (w *ward) eventually(what string, ok func() bool) {
	w.t.Helper()
	for end := time.Now().Add(30 * time.Second); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			w.t.Fatal("does not happen: " + what)
		}
	}
}

// fires publishes a firing, and tells its sequence.
func (w *ward) fires() uint64 {
	w.t.Helper()
	m := nats.NewMsg(fire)
	m.Data = []byte("body")
	m.Header.Set("tranca-note", "a header")
	ack, err := w.js.PublishMsg(w.t.Context(), m)
	must(w.t, err)
	return ack.Sequence
}

// consumer is the durable one of timers, with as many deliveries as may be.
func (w *ward) consumer(most int) jetstream.Consumer {
	w.t.Helper()
	c, err := w.js.CreateOrUpdateConsumer(w.t.Context(), subject.TimersStream, jetstream.ConsumerConfig{
		Durable: "timekeeper", FilterSubject: subject.TimerFireFilter(), AckPolicy: jetstream.AckExplicitPolicy, MaxDeliver: most,
	})
	must(w.t, err)
	return c
}

// terminates gives a firing up, and tells its letter's name.
func (w *ward) terminates(reason string) subject.PoisonID {
	w.t.Helper()
	seq := w.fires()
	m, err := w.consumer(5).Next(jetstream.FetchMaxWait(10 * time.Second))
	must(w.t, err)
	must(w.t, m.TermWithReason(reason))
	return w.id(subject.TimersStream, "timekeeper", seq)
}

func (w *ward) id(stream, consumer string, seq uint64) subject.PoisonID {
	w.t.Helper()
	id, err := subject.NewPoisonID(stream, consumer, seq)
	must(w.t, err)
	return id
}

// copier runs one on a connection of its own until stop, or until cut takes the
// connection away.
func (w *ward) copier(reg *prometheus.Registry) (stop, cut func()) {
	w.t.Helper()
	conn := w.connect()
	c, err := deadletter.NewCopier(deadletter.CopierOptions{
		Conn: conn, Open: []string{subject.TimersStream, "GAME_0"}, Metrics: reg, Every: 5 * time.Millisecond,
		Logger: slog.New(slog.NewTextHandler(&w.logs, nil)),
	})
	must(w.t, err)
	ctx, cancel := context.WithCancel(context.Background())
	var ended sync.WaitGroup
	ended.Go(func() {
		if err := c.Run(ctx); err != nil {
			w.t.Error(err)
		}
	})
	stop = func() { cancel(); ended.Wait() }
	w.t.Cleanup(stop)
	return stop, conn.Close
}

// letter waits for a letter.
func (w *ward) letter(id subject.PoisonID) (l deadletter.Letter) {
	w.t.Helper()
	w.eventually("letter "+id.String(), func() bool {
		var err error
		l, err = w.box.Get(w.t.Context(), id)
		return err == nil
	})
	return l
}

// stored counts the messages of a stream.
func (w *ward) stored(name string) uint64 {
	w.t.Helper()
	s, err := w.js.Stream(w.t.Context(), name)
	must(w.t, err)
	return s.CachedInfo().State.Msgs
}

// advises publishes an advisory as the server does.
func (w *ward) advises(kind, stream string, seq uint64) {
	w.t.Helper()
	body := fmt.Sprintf(`{"timestamp":"2026-01-02T03:04:05Z","stream":%q,"consumer":"c","stream_seq":%d,"deliveries":3}`, stream, seq)
	_, err := w.js.Publish(w.t.Context(), "$JS.EVENT.ADVISORY.CONSUMER."+kind+"."+stream+".c", []byte(body))
	must(w.t, err)
}

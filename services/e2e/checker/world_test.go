package checker_test

import (
	"bytes"
	"crypto/rand"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	goredis "github.com/redis/go-redis/v9"
	"google.golang.org/protobuf/proto"

	"tranca.example/pkg/client"
	"tranca.example/pkg/projection/redisproc"
	eventv1 "tranca.example/proto/gen/tranca/event/v1"
	"tranca.example/services/e2e/checker"
	"tranca.example/services/tranca/allinone"
	"tranca.example/services/tranca/simulate"
)

// world is a log that real services wrote, and what else there is to check.
type world struct {
	log   []checker.Message
	acks  []checker.Ack
	redis *goredis.Client
}

// played plays three short games of each kind.
func played(t *testing.T) world {
	t.Helper()
	w := world{redis: redisproc.Start(t)}
	cluster, err := allinone.Start(t.Context(), allinone.Options{
		DataDir: t.TempDir(), HTTPAddr: "127.0.0.1:0", AdminAddr: "127.0.0.1:0", Seed: []byte("checker"),
		RedisURL: "redis://" + w.redis.Options().Addr, LogWriter: t.Output(), Now: time.Now, Random: rand.Reader,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := cluster.Stop(); err != nil {
			t.Error(err)
		}
	}()
	c, err := client.New(client.Options{Transport: cluster.Transport(), Random: rand.Reader})
	if err != nil {
		t.Fatal(err)
	}
	var acks bytes.Buffer
	for _, preset := range []string{"latin.pairs", "classic.draw", "chickie"} {
		sum, err := simulate.Run(t.Context(), simulate.Options{
			Client: c, Preset: preset, Knobs: map[string]string{"rounds": "2", "target": "0"}, Matches: 3, Concurrency: 3,
			Seed: []byte(preset), Policy: "random", Acks: &acks, Now: time.Now,
		})
		if err != nil || sum.Err() != nil {
			t.Fatal(err, sum.Err())
		}
	}
	if w.acks, err = checker.Lines[checker.Ack](acks.Bytes()); err != nil {
		t.Fatal(err)
	}
	w.read(t, cluster)
	w.settle(t)
	return w
}

func (w *world) read(t *testing.T, cluster *allinone.Cluster) {
	t.Helper()
	conn, err := cluster.Connect("lobby")
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	last, err := checker.Read(t.Context(), js, "GAME_0", func(m checker.Message) { w.log = append(w.log, m) })
	if err != nil || uint64(len(w.log)) != last {
		t.Fatalf("read %d of %d, %v", len(w.log), last, err)
	}
}

// settle waits until every projection has all of the log.
func (w *world) settle(t *testing.T) {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		v, err := facts(w.log).Projected(t.Context(), w.redis, "0")
		if err == nil && v.OK() {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("the projections do not settle: %v, %v", v, err)
		}
	}
}

func facts(log []checker.Message, watched ...string) *checker.Facts {
	f := checker.NewFacts(watched...)
	for _, m := range log {
		f.Add(m)
	}
	return f
}

// changed is the log with a change of its n-th message, which gets a body and
// headers of its own.
func (w world) changed(t *testing.T, n int, change func(m *checker.Message, c *eventv1.Commit)) []checker.Message {
	t.Helper()
	log := slices.Clone(w.log)
	m, c := &log[n], &eventv1.Commit{}
	if err := proto.Unmarshal(m.Data, c); err != nil {
		t.Fatal(err)
	}
	header := m.Header
	m.Header = make(map[string][]string, len(header))
	for name, values := range header {
		m.Header[name] = slices.Clone(values)
	}
	change(m, c)
	body, err := proto.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	m.Data = body
	return log
}

// find is the n-th commit that holds, from 0.
func (w world) find(t *testing.T, n int, holds func(c *eventv1.Commit) bool) int {
	t.Helper()
	for i, m := range w.log {
		c := &eventv1.Commit{}
		if err := proto.Unmarshal(m.Data, c); err != nil {
			t.Fatal(err)
		}
		if !holds(c) {
			continue
		}
		if n == 0 {
			return i
		}
		n--
	}
	t.Fatal("no such commit")
	return 0
}

// broken are the rules that were not kept.
func broken(all ...*checker.Verdict) (rules []string) {
	for _, v := range all {
		if !v.OK() {
			rules = append(rules, v.Rule)
		}
	}
	return rules
}

func tableOf(m checker.Message) string { return strings.Split(m.Subject, ".")[2] }

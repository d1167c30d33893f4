package deadletter_test

import (
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"tranca.example/pkg/deadletter"
	"tranca.example/pkg/subject"
)

func TestAMessageThatIsTerminatedIsKeptWithItsCoordinatesAndReason(t *testing.T) {
	w, reg := newWard(t), prometheus.NewRegistry()
	w.copier(reg)
	before := time.Now().Add(-time.Second)
	id := w.terminates("cannot   be\nread")
	l := w.letter(id)
	if l.Kind != deadletter.Terminated || l.Reason != "cannot be read" || l.Deliveries != 1 || l.GivenUp.Before(before) ||
		l.State != deadletter.Waiting || l.Lack != "" {
		t.Errorf("got %+v", l)
	}
	if l.Subject != fire || string(l.Data) != "body" || l.Header.Get("tranca-note") != "a header" || l.Stored.Before(before) {
		t.Errorf("got %+v", l)
	}
	w.eventually("the alarm", func() bool { return strings.Contains(w.logs.String(), "a consumer gave up on a message") })
	if text := w.logs.String(); !strings.Contains(text, "letter=TIMERS.timekeeper.1") || strings.Contains(text, "body") {
		t.Errorf("got %s", text)
	}
	w.eventually("it is counted", func() bool {
		return testutil.CollectAndCompare(reg, strings.NewReader(`# HELP tranca_dlq_letters_total Messages that a consumer gave up on, by stream, consumer and kind (max_deliveries, terminated, unreadable).
# TYPE tranca_dlq_letters_total counter
tranca_dlq_letters_total{consumer="timekeeper",kind="terminated",stream="TIMERS"} 1
# HELP tranca_dlq_messages Dead letters that wait for a decision, as the replica counts them that looks after them; 0 at the others.
# TYPE tranca_dlq_messages gauge
tranca_dlq_messages 1
# HELP tranca_dlq_stuck Advisories of which no letter could be made yet and which are tried again, as that replica counts them.
# TYPE tranca_dlq_stuck gauge
tranca_dlq_stuck 0
`)) == nil
	})
}

func TestATimerWhosePlaceTheNextOneTakesWaitsForNobody(t *testing.T) {
	w := newWard(t)
	first := w.id(subject.TimersStream, "timekeeper", w.fires())
	_, err := w.consumer(5).Next(jetstream.FetchMaxWait(10 * time.Second))
	must(t, err)
	next := nats.NewMsg(fire)
	next.Header.Set("Nats-Rollup", "sub")
	_, err = w.js.PublishMsg(t.Context(), next)
	must(t, err)
	w.eventually("the server tells that it deleted one", func() bool { return w.stored(subject.DLQStream) == 1 })
	stop, _ := w.copier(prometheus.NewRegistry())
	w.eventually("it is noted", func() bool { return w.stored(subject.PoisonStream) == 2 })
	if l := w.letter(first); l.State != deadletter.Dropped || l.Why == "" {
		t.Errorf("got %+v", l)
	}
	stop()
	w.copier(prometheus.NewRegistry())
	w.terminates("bad")
	w.letter(w.id(subject.TimersStream, "timekeeper", 2))
	if waiting, err := w.box.Waiting(t.Context()); err != nil || len(waiting) != 1 || w.stored(subject.PoisonStream) != 3 {
		t.Errorf("%v wait, %v: want the timer that was given up", waiting, err)
	}
	if strings.Contains(w.logs.String(), first.String()) {
		t.Errorf("got %s", w.logs.String())
	}
}

func TestAMessageThatNobodySettlesIsKeptWhenItsDeliveriesAreOver(t *testing.T) {
	w := newWard(t)
	w.copier(prometheus.NewRegistry())
	seq, c := w.fires(), w.consumer(2)
	for range 2 {
		m, err := c.Next(jetstream.FetchMaxWait(10 * time.Second))
		must(t, err)
		must(t, m.Nak())
	}
	_, _ = c.Next(jetstream.FetchMaxWait(100 * time.Millisecond)) // the server looks when somebody asks
	l := w.letter(w.id(subject.TimersStream, "timekeeper", seq))
	if l.Kind != deadletter.Deliveries || l.Deliveries != 2 || l.Reason != "" || string(l.Data) != "body" {
		t.Errorf("got %+v", l)
	}
}

func TestALetterIsWrittenOnceByReplicasThatDieAndAServerThatIsRestarted(t *testing.T) {
	w := newWard(t)
	const letters = 40
	var ids []subject.PoisonID
	for range letters / 2 {
		ids = append(ids, w.terminates("bad"))
	}
	for round := range 4 {
		_, cutA := w.copier(prometheus.NewRegistry())
		_, cutB := w.copier(prometheus.NewRegistry())
		w.eventually("some letters more", func() bool { return w.stored(subject.PoisonStream) >= uint64(4*(round+1)) })
		cutA()
		cutB()
	}
	w.ns.Shutdown()
	w.ns.WaitForShutdown()
	w.start()
	for range letters / 2 {
		ids = append(ids, w.terminates("bad"))
	}
	w.copier(prometheus.NewRegistry())
	w.copier(prometheus.NewRegistry())
	for _, id := range ids {
		w.letter(id)
	}
	waiting, err := w.box.Waiting(t.Context())
	if err != nil || len(waiting) != letters || w.stored(subject.PoisonStream) != letters {
		t.Errorf("%d letters wait, %d messages are stored, %v: want %d each", len(waiting), w.stored(subject.PoisonStream), err, letters)
	}
	if n := strings.Count(w.logs.String(), "a consumer gave up"); n > letters {
		t.Errorf("%d alarms for %d letters", n, letters)
	}
	if !strings.Contains(w.logs.String(), "dead letters wait for a decision") {
		t.Error("whoever takes over does not tell what waits")
	}
}

func TestALetterTellsWhyItComesWithoutItsMessage(t *testing.T) {
	w, reg := newWard(t), prometheus.NewRegistry()
	_, err := w.js.Publish(t.Context(), "s.0.0-aaaaaaaaaaaaaaaa.1.1", []byte("a seed"))
	must(t, err)
	_, err = w.js.Publish(t.Context(), "g.0.0-aaaaaaaaaaaaaaaa.ev", []byte("a commit"))
	must(t, err)
	w.advises("MAX_DELIVERIES", "SECRET_0", 1)
	w.advises("MAX_DELIVERIES", "GAME_0", 1)
	w.advises("MSG_TERMINATED", "TIMERS", 77)
	w.copier(reg)
	secret := w.letter(w.id("SECRET_0", "c", 1))
	if secret.Lack != deadletter.Withheld || secret.Data != nil || secret.Subject != "" {
		t.Errorf("a secret was copied: %+v", secret)
	}
	if l := w.letter(w.id("GAME_0", "c", 1)); l.Lack != "" || string(l.Data) != "a commit" {
		t.Errorf("got %+v", l)
	}
	if l := w.letter(w.id("TIMERS", "c", 77)); l.Lack != deadletter.Gone || l.Kind != deadletter.Terminated {
		t.Errorf("got %+v", l)
	}
	if n, err := testutil.GatherAndCount(reg, "tranca_dlq_letters_total"); err != nil || n > 3 {
		t.Errorf("%d series, %v", n, err)
	}
}

func TestAnAdvisoryThatCannotBeReadIsALetterItself(t *testing.T) {
	w := newWard(t)
	for _, body := range []string{"no JSON", `{"stream":"a.b","consumer":"c","stream_seq":1}`, `{}`} {
		_, err := w.js.Publish(t.Context(), "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.x.y", []byte(body))
		must(t, err)
	}
	w.copier(prometheus.NewRegistry())
	for seq, body := range []string{"no JSON", `{"stream":"a.b","consumer":"c","stream_seq":1}`, `{}`} {
		l := w.letter(w.id(subject.DLQStream, "advisories", uint64(seq)+1))
		if l.Kind != deadletter.Unreadable || string(l.Data) != body {
			t.Errorf("got %+v", l)
		}
	}
}

func TestAMessageThatIsTooLargeLeavesItsCoordinates(t *testing.T) {
	w := newWard(t)
	_, err := w.js.Publish(t.Context(), "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.x.y", make([]byte, 60<<10))
	must(t, err)
	w.copier(prometheus.NewRegistry())
	if l := w.letter(w.id(subject.DLQStream, "advisories", 1)); l.Lack != deadletter.Huge || l.Data != nil {
		t.Errorf("got lack %q, %d bytes", l.Lack, len(l.Data))
	}
}

func TestAStormOfLettersIsToldInFewLines(t *testing.T) {
	w, reg := newWard(t), prometheus.NewRegistry()
	const letters = 300
	for seq := range uint64(letters) {
		w.advises("MAX_DELIVERIES", "TIMERS", seq+1)
	}
	w.copier(reg)
	w.eventually("all are kept", func() bool { return gauge(t, reg) == letters })
	w.eventually("the rest is told", func() bool { return strings.Contains(w.logs.String(), "consumers gave up on more messages") })
	if n := strings.Count(w.logs.String(), "\n"); n > 30 {
		t.Errorf("%d lines for %d letters", n, letters)
	}
}

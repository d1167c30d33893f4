package deadletter_test

import (
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"tranca.example/pkg/deadletter"
	"tranca.example/pkg/subject"
)

func decision(why string) deadletter.Decision {
	return deadletter.Decision{By: "ann", Why: why, At: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
}

func TestARetriedMessageComesAgainAndItsLetterWaitsNoMore(t *testing.T) {
	w, reg := newWard(t), prometheus.NewRegistry()
	w.copier(reg)
	id := w.terminates("bad")
	w.letter(id)
	l, err := w.box.Retry(t.Context(), id, decision(""))
	if err != nil || l.State != deadletter.Retried {
		t.Fatalf("got %+v, %v", l, err)
	}
	m, err := w.consumer(5).Next(jetstream.FetchMaxWait(10 * time.Second))
	if err != nil || m.Subject() != fire || string(m.Data()) != "body" || len(m.Headers()["tranca-note"]) > 0 {
		t.Errorf("got %v, %v", m, err)
	}
	_, err = w.box.Retry(t.Context(), id, decision(""))
	if twice, ok := errors.AsType[*deadletter.NotWaitingError](err); !ok ||
		twice.Error() != "dead letter TIMERS.timekeeper.1 was retried already, at 2026-01-02T03:04:05Z" {
		t.Errorf("got %v", err)
	}
	w.eventually("nothing waits", func() bool { return gauge(t, reg) == 0 })
}

func gauge(t *testing.T, reg *prometheus.Registry) float64 {
	t.Helper()
	return value(t, reg, "tranca_dlq_messages")
}

func value(t *testing.T, reg *prometheus.Registry, name string) float64 {
	t.Helper()
	families, err := reg.Gather()
	must(t, err)
	for _, f := range families {
		if f.GetName() == name {
			return f.GetMetric()[0].GetGauge().GetValue()
		}
	}
	t.Fatal("no gauge")
	return 0
}

func TestADropIsRecordedWithItsReasonAndTold(t *testing.T) {
	w, reg := newWard(t), prometheus.NewRegistry()
	w.copier(reg)
	id := w.terminates("bad")
	w.letter(id)
	w.eventually("it is counted", func() bool { return gauge(t, reg) == 1 })
	for _, why := range []string{"", "  ", strings.Repeat("x", 501)} {
		if _, err := w.box.Drop(t.Context(), id, decision(why)); !errors.Is(err, deadletter.ErrWords) {
			t.Errorf("%q: got %v", why, err)
		}
	}
	_, err := w.box.Drop(t.Context(), id, decision("the table is closed"))
	must(t, err)
	l := w.letter(id)
	if l.State != deadletter.Dropped || l.By != "ann" || l.Why != "the table is closed" || string(l.Data) != "body" {
		t.Errorf("got %+v", l)
	}
	if n := w.stored(subject.PoisonStream); n != 2 {
		t.Errorf("%d messages: want the copy and the decision", n)
	}
	w.eventually("it is told", func() bool {
		return strings.Contains(w.logs.String(), `msg="dead letter decided" letter=TIMERS.timekeeper.1 state=dropped by=ann why="the table is closed"`)
	})
	if ids, err := w.box.All(t.Context()); err != nil || len(ids) != 1 || gauge(t, reg) != 0 {
		t.Errorf("got %v, %v", ids, err)
	}
	if n := testutil.CollectAndCount(reg, "tranca_dlq_letters_total"); n != 1 {
		t.Errorf("a decision was counted as a letter: %d", n)
	}
}

func TestWhatMustNotBePublishedAgainIsRefusedWithTheCause(t *testing.T) {
	w := newWard(t)
	_, err := w.js.Publish(t.Context(), "g.0.0-aaaaaaaaaaaaaaaa.ev", []byte("a commit"))
	must(t, err)
	_, err = w.js.Publish(t.Context(), "t.set.0-aaaaaaaaaaaaaaaa", []byte("x"))
	must(t, err)
	w.advises("MAX_DELIVERIES", "GAME_0", 1)
	w.advises("MAX_DELIVERIES", "SECRET_0", 1)
	w.advises("MAX_DELIVERIES", "TIMERS", 1)
	w.advises("MAX_DELIVERIES", "TIMERS", 9)
	w.copier(prometheus.NewRegistry())
	for id, want := range map[subject.PoisonID]string{
		w.id("GAME_0", "c", 1):   "dead letter GAME_0.c.1: its stream is append-only",
		w.id("SECRET_0", "c", 1): "dead letter SECRET_0.c.1: nobody waits for messages of its stream",
		w.id("TIMERS", "c", 1):   "dead letter TIMERS.c.1: it is no firing of a timer",
		w.id("TIMERS", "c", 9):   "dead letter TIMERS.c.9: its message is gone",
	} {
		w.letter(id)
		_, err := w.box.Retry(t.Context(), id, decision(""))
		if refused, ok := errors.AsType[*deadletter.NoRetryError](err); !ok || !strings.HasPrefix(refused.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if n := w.stored("GAME_0"); n != 1 {
		t.Errorf("the log holds %d messages", n)
	}
	if _, err := w.box.Retry(t.Context(), w.id("TIMERS", "c", 3), decision("")); !errors.Is(err, deadletter.ErrNone) {
		t.Errorf("got %v", err)
	}
}

func TestOfManyWhoDecideAtOneMomentOneDoes(t *testing.T) {
	w := newWard(t)
	w.copier(prometheus.NewRegistry())
	id := w.terminates("bad")
	w.letter(id)
	var decided, late atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			_, err := w.box.Drop(t.Context(), id, decision("enough"))
			if _, ok := errors.AsType[*deadletter.NotWaitingError](err); ok {
				late.Add(1)
			} else if err == nil {
				decided.Add(1)
			}
		})
	}
	all.Wait()
	if decided.Load() != 1 || late.Load() != 7 {
		t.Errorf("%d decided, %d were told that they are late", decided.Load(), late.Load())
	}
}

// forgetful makes the stream of letters anew, as one from which the test may delete.
func (w *ward) forgetful() {
	w.t.Helper()
	s, err := w.js.Stream(w.t.Context(), subject.PoisonStream)
	must(w.t, err)
	config := s.CachedInfo().Config
	config.DenyDelete = false
	must(w.t, w.js.DeleteStream(w.t.Context(), subject.PoisonStream))
	_, err = w.js.CreateStream(w.t.Context(), config)
	must(w.t, err)
}

func TestADecisionThatOutlivesItsLetterIsNoLetterThatWaits(t *testing.T) {
	w := newWard(t)
	w.forgetful()
	stop, _ := w.copier(prometheus.NewRegistry())
	id, other := w.terminates("bad"), w.terminates("bad")
	w.letter(id)
	w.letter(other)
	_, err := w.box.Drop(t.Context(), id, decision("the table is closed"))
	must(t, err)
	stop()
	s, err := w.js.Stream(t.Context(), subject.PoisonStream)
	must(t, err)
	must(t, s.DeleteMsg(t.Context(), 1)) // as age does

	if ids, err := w.box.Waiting(t.Context()); err != nil || len(ids) != 1 || ids[0] != other {
		t.Errorf("got %v, %v: want %v alone", ids, err, other)
	}
	if ids, err := w.box.All(t.Context()); err != nil || len(ids) != 2 {
		t.Errorf("got %v, %v", ids, err)
	}
	reg := prometheus.NewRegistry()
	w.copier(reg)
	third := w.terminates("bad")
	w.letter(third)
	w.eventually("two wait", func() bool { return gauge(t, reg) == 2 })
}

func TestWhatIsNoLetterHoldsUpNobodyAndCanBeDropped(t *testing.T) {
	w, reg := newWard(t), prometheus.NewRegistry()
	for _, s := range []string{"poison.a.b.c", "poison.GAME_0.c.01", "poison.GAME_0.c.7"} {
		_, err := w.js.Publish(t.Context(), s, []byte("nonsense"))
		must(t, err)
	}
	w.copier(reg)
	id := w.terminates("bad")
	w.letter(id)
	odd := w.id("GAME_0", "c", 7)
	if ids, err := w.box.Waiting(t.Context()); err != nil || len(ids) != 2 || ids[0] != odd || ids[1] != id {
		t.Errorf("got %v, %v", ids, err)
	}
	if _, err := w.box.Retry(t.Context(), odd, decision("")); !errors.Is(err, deadletter.ErrUnreadable) {
		t.Errorf("got %v", err)
	}
	_, err := w.box.Drop(t.Context(), odd, decision("it is none"))
	must(t, err)
	if l := w.letter(odd); l.State != deadletter.Dropped || l.Kind != deadletter.Unreadable {
		t.Errorf("got %+v", l)
	}
	w.eventually("one waits", func() bool { return gauge(t, reg) == 1 })
}

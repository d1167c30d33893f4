package deadletter_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/pkg/deadletter"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/subject"
)

// takes lets the stream of letters take messages of at most so many bytes.
func (w *ward) takes(most int32) {
	w.t.Helper()
	for _, c := range natsboot.Streams(natsboot.DefaultSettings()) {
		if c.Name == subject.PoisonStream {
			c.MaxMsgSize = most
			_, err := w.js.UpdateStream(w.t.Context(), c)
			must(w.t, err)
		}
	}
}

// wordy publishes an advisory whose letter is larger than others.
func (w *ward) wordy(seq uint64) {
	w.t.Helper()
	body := `{"timestamp":"2026-01-02T03:04:05Z","stream":"TIMERS","consumer":"c","stream_seq":` + strconv.FormatUint(seq, 10) +
		`,"reason":"` + strings.Repeat("x", 300) + `"}`
	_, err := w.js.Publish(w.t.Context(), "$JS.EVENT.ADVISORY.CONSUMER.MSG_TERMINATED.TIMERS.c", []byte(body))
	must(w.t, err)
}

func TestLettersThatCannotBeWrittenHoldUpNoOtherAndAreNotLost(t *testing.T) {
	w, reg := newWard(t), prometheus.NewRegistry()
	w.takes(400)
	const wordy = 8 // more than may fail in one look
	for seq := range uint64(wordy) {
		w.wordy(seq + 1)
	}
	w.advises("MAX_DELIVERIES", "TIMERS", 100)
	w.copier(reg)
	w.letter(w.id(subject.TimersStream, "c", 100))
	w.eventually("those that wait for a try are counted", func() bool { return value(t, reg, "tranca_dlq_stuck") == wordy })
	w.advises("MAX_DELIVERIES", "TIMERS", 101)
	w.letter(w.id(subject.TimersStream, "c", 101))
	if n := strings.Count(w.logs.String(), "no letter made of an advisory"); n != wordy {
		t.Errorf("%d lines about %d advisories that are tried again and again", n, wordy)
	}
	w.takes(64 << 10)
	for seq := range uint64(wordy) {
		if l := w.letter(w.id(subject.TimersStream, "c", seq+1)); l.Kind != deadletter.Terminated || len(l.Reason) != 300 {
			t.Errorf("got %+v", l)
		}
	}
	w.eventually("nothing waits for a try", func() bool { return value(t, reg, "tranca_dlq_stuck") == 0 && gauge(t, reg) == wordy+2 })
}

func TestAdvisoriesAreFoundWheneverTheyComeAndWhereverTheirStreamBegins(t *testing.T) {
	w := newWard(t)
	w.copier(prometheus.NewRegistry())
	for seq := range uint64(3) { // each after the look that found the one before
		w.advises("MAX_DELIVERIES", "TIMERS", seq+1)
		w.letter(w.id(subject.TimersStream, "c", seq+1))
	}
	must(t, w.js.DeleteStream(t.Context(), subject.DLQStream))
	w.eventually("it tells that it cannot look", func() bool { return strings.Contains(w.logs.String(), "dead letters not looked at") })
	for _, c := range natsboot.Streams(natsboot.DefaultSettings()) {
		if c.Name == subject.DLQStream {
			_, err := w.js.CreateStream(t.Context(), c)
			must(t, err)
		}
	}
	w.advises("MAX_DELIVERIES", "TIMERS", 4)
	w.letter(w.id(subject.TimersStream, "c", 4))
}

package natsboot_test

import (
	"bytes"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/subject"
)

func TestSchedulesThatAreReadAgainAfterADeathAreNothingToWarnOf(t *testing.T) {
	c := config(t)
	first := start(t, c)
	if err := natsboot.EnsureStreams(t.Context(), manager(t, first), natsboot.DefaultSettings()); err != nil {
		t.Fatal(err)
	}
	js, err := jetstream.New(natstest.Connect(t, first, string(subject.Rules)))
	if err != nil {
		t.Fatal(err)
	}
	id, err := subject.NewTableID(0, [10]byte{1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.PublishMsg(t.Context(), schedule(id, time.Now().Add(time.Hour))); err != nil {
		t.Fatal(err)
	}
	dead := config(t)
	if err := os.CopyFS(dead.Dir, os.DirFS(c.Dir)); err != nil { // what kill -9 would leave
		t.Fatal(err)
	}
	var log bytes.Buffer
	dead.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	start(t, dead).Stop()
	told := slices.DeleteFunc(strings.Split(log.String(), "\n"), func(line string) bool { return !strings.Contains(line, "outdated") })
	if len(told) != 1 || !strings.Contains(told[0], "level=DEBUG") || !strings.Contains(told[0], "TIMERS") || strings.Contains(log.String(), "level=WARN") {
		t.Errorf("got %q in\n%s", told, &log)
	}
}

func schedule(id subject.TableID, due time.Time) *nats.Msg {
	set := nats.NewMsg(subject.TimerSet(id))
	set.Header.Set("Nats-Schedule", "@at "+due.UTC().Format(time.RFC3339Nano))
	set.Header.Set("Nats-Schedule-Target", subject.TimerFire(id))
	set.Data = []byte("7")
	return set
}

func TestTheTimekeeperArmsAScheduleOnceAndTakesItsFire(t *testing.T) {
	conn := natstest.Connect(t, natstest.Start(t), string(subject.Rules))
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	id, err := subject.NewTableID(0, [10]byte{1})
	if err != nil {
		t.Fatal(err)
	}
	due := time.Now().Add(300 * time.Millisecond)
	set := schedule(id, due)
	if _, err := js.PublishMsg(t.Context(), set, jetstream.WithExpectLastSequencePerSubject(0)); err != nil {
		t.Fatal(err)
	}
	if _, err := js.PublishMsg(t.Context(), set, jetstream.WithExpectLastSequencePerSubject(0)); err == nil {
		t.Error("a second schedule took the place of the first")
	}
	consumer, err := js.CreateOrUpdateConsumer(t.Context(), subject.TimersStream, jetstream.ConsumerConfig{
		Durable: "timekeeper", FilterSubject: subject.TimerFireFilter(), AckPolicy: jetstream.AckExplicitPolicy,
	})
	if err != nil {
		t.Fatal(err)
	}
	fired, err := consumer.Next(jetstream.FetchMaxWait(5 * time.Second))
	if err != nil {
		t.Fatal(err)
	}
	if time.Now().Before(due) {
		t.Error("it fired early")
	}
	if got, err := subject.ParseTimerFire(fired.Subject()); err != nil || got != id || string(fired.Data()) != "7" {
		t.Errorf("got %q on %s, %v", fired.Data(), fired.Subject(), err)
	}
	if err := fired.DoubleAck(t.Context()); err != nil {
		t.Errorf("ack: %v", err)
	}
}

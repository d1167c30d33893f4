package natsboot_test

import (
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/subject"
)

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
	set := nats.NewMsg(subject.TimerSet(id))
	set.Header.Set("Nats-Schedule", "@at "+due.UTC().Format(time.RFC3339Nano))
	set.Header.Set("Nats-Schedule-Target", subject.TimerFire(id))
	set.Data = []byte("7")
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

package jetstream_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/contract"
	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/subject"
)

func open(t *testing.T) (*jetstream.Log, *nats.Conn) {
	t.Helper()
	conn := natstest.Connect(t, natstest.Start(t), string(subject.Rules))
	log, err := jetstream.New(conn, 0)
	if err != nil {
		t.Fatal(err)
	}
	return log, conn
}

func table(t *testing.T, n byte) subject.TableID {
	t.Helper()
	id, err := subject.NewTableID(0, [10]byte{n})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func appendTo(t *testing.T, log *jetstream.Log, id subject.TableID, version uint32, expect uint64) uint64 {
	t.Helper()
	seq, err := log.Append(t.Context(), eventlog.Commit{
		Table: id, Version: version, Writer: "rules", Phase: "playing", Body: []byte("body"),
		Header: map[string]string{"traceparent": "00-1"},
	}, expect)
	if err != nil {
		t.Fatal(err)
	}
	return seq
}

func TestTheJetStreamLogKeepsTheContract(t *testing.T) {
	contract.Run(t, func(t *testing.T) eventlog.Log {
		log, conn := open(t)
		t.Cleanup(func() {
			if err := conn.LastError(); errors.Is(err, nats.ErrPermissionViolation) {
				t.Errorf("a right is missing: %v", err)
			}
		})
		return log
	})
}

func TestAMessageCarriesOurHeadersInLowerCaseAndNoMessageID(t *testing.T) {
	log, conn := open(t)
	id := table(t, 1)
	appendTo(t, log, id, 1, 0)
	js, err := natsjs.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	consumer, err := js.OrderedConsumer(t.Context(), "GAME_0", natsjs.OrderedConsumerConfig{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := consumer.Next(natsjs.FetchMaxWait(30 * time.Second))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"tranca-writer": "rules", "tranca-phase": "playing", "tranca-version": "1", "traceparent": "00-1",
		natsjs.ExpectedLastSubjSeqHeader: "0",
	}
	for name, value := range want {
		if got := m.Headers().Get(name); got != value {
			t.Errorf("header %s: got %q, want %q", name, got, value)
		}
	}
	if len(m.Headers()) != len(want) {
		t.Errorf("got headers %v, want only %v", m.Headers(), want)
	}
}

func TestAnAcceptedCommitIsPushedWithTheSequenceBefore(t *testing.T) {
	server := natstest.Start(t)
	log, err := jetstream.New(natstest.Connect(t, server, string(subject.Rules)), 0)
	if err != nil {
		t.Fatal(err)
	}
	id := table(t, 1)
	gateway := natstest.Connect(t, server, string(subject.Gateway))
	live, err := gateway.SubscribeSync(subject.Live(id))
	if err != nil {
		t.Fatal(err)
	}
	if err := gateway.Flush(); err != nil {
		t.Fatal(err)
	}
	first := appendTo(t, log, id, 1, 0)
	appendTo(t, log, table(t, 2), 1, 0)
	second := appendTo(t, log, id, 2, first)
	for i, want := range []struct{ seq, previous uint64 }{{first, 0}, {second, first}} {
		m, err := live.NextMsg(30 * time.Second)
		if err != nil {
			t.Fatal(err)
		}
		c, err := jetstream.ParseLive(m)
		if err != nil {
			t.Fatal(err)
		}
		if c.Seq != want.seq || c.PrevSeq != want.previous || c.Version != uint32(i)+1 ||
			c.Table != id || c.Phase != "playing" || string(c.Body) != "body" || c.Stored.IsZero() {
			t.Errorf("got %+v, want sequence %d after %d", c, want.seq, want.previous)
		}
	}
}

func TestAMessageThatIsNoCommitIsNotRead(t *testing.T) {
	log, conn := open(t)
	id := table(t, 1)
	if _, err := conn.Request(subject.Game(id), []byte("no commit"), 30*time.Second); err != nil {
		t.Fatal(err)
	}
	if _, err := log.Last(t.Context(), id); !errors.Is(err, eventlog.ErrInvalid) {
		t.Errorf("last: got %v", err)
	}
	for c, err := range log.Follow(t.Context(), 0, 0) {
		if !errors.Is(err, eventlog.ErrInvalid) || strings.Contains(err.Error(), "no commit:") && c.Seq != 0 {
			t.Errorf("follow: got %+v, %v", c, err)
		}
	}
	if _, err := jetstream.ParseLive(nats.NewMsg(subject.Live(id))); err == nil {
		t.Error("a live message without headers was read")
	}
}

func TestAServerThatDoesNotAnswerLeavesTheOutcomeUnknown(t *testing.T) {
	server := natstest.Start(t)
	conn := natstest.Connect(t, server, string(subject.Rules))
	log, err := jetstream.New(conn, 200*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	id := table(t, 1)
	seq := appendTo(t, log, id, 1, 0)
	server.Stop()
	c := eventlog.Commit{Table: id, Version: 2, Writer: "rules", Phase: "playing"}
	if _, err := log.Append(t.Context(), c, seq); !errors.Is(err, eventlog.ErrUnknownOutcome) {
		t.Errorf("append: got %v", err)
	}
	if _, err := log.Last(t.Context(), id); !errors.Is(err, eventlog.ErrUnavailable) {
		t.Errorf("last: got %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	for _, err := range log.Follow(ctx, 0, 0) {
		if !errors.Is(err, eventlog.ErrUnavailable) {
			t.Errorf("follow: got %v", err)
		}
	}
}

func TestAShardWithoutAStreamIsUnknownOrUnavailable(t *testing.T) {
	server := natstest.Start(t)
	conn := natstest.Connect(t, server, string(subject.Rules))
	log, err := jetstream.New(conn, 200*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	id, err := subject.NewTableID(7, [10]byte{1})
	if err != nil {
		t.Fatal(err)
	}
	c := eventlog.Commit{Table: id, Version: 1, Writer: "rules", Phase: "playing"}
	if _, err := log.Append(t.Context(), c, 0); !errors.Is(err, eventlog.ErrUnknownOutcome) {
		t.Errorf("append: got %v", err)
	}
	if _, err := log.Last(t.Context(), id); !errors.Is(err, eventlog.ErrUnavailable) {
		t.Errorf("last: got %v", err)
	}
}

func TestALogNeedsAConnectionAndATimeout(t *testing.T) {
	if _, err := jetstream.New(nil, 0); err == nil {
		t.Error("a log without a connection was made")
	}
	_, conn := open(t)
	if _, err := jetstream.New(conn, -1); err == nil {
		t.Error("a negative timeout was accepted")
	}
}

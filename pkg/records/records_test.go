package records_test

import (
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/records"
)

const (
	stream  = "SECRET_0"
	subject = "s.0.t.1.1"
)

func open(t *testing.T) *records.Store {
	t.Helper()
	s, err := records.New(natstest.Connect(t, natstest.Start(t), "dealer"), 0)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestARecordIsReadAsItWasWritten(t *testing.T) {
	s := open(t)
	if _, err := s.Last(t.Context(), stream, subject); !errors.Is(err, records.ErrNone) {
		t.Errorf("before the first write: got %v", err)
	}
	header := nats.Header{"tranca-kind": {"a"}}
	seq, err := s.Put(t.Context(), subject, []byte("one"), header, 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(header) != 1 {
		t.Errorf("the caller's header became %v", header)
	}
	got, err := s.Last(t.Context(), stream, subject)
	if err != nil || got.Seq != seq || string(got.Data) != "one" || got.Header.Get("tranca-kind") != "a" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestOnlyTheWriterThatNamesThePresentRecordReplacesIt(t *testing.T) {
	s := open(t)
	first, err := s.Put(t.Context(), subject, []byte("one"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, expect := range []uint64{0, first + 7} {
		if _, err := s.Put(t.Context(), subject, []byte("two"), nil, expect); !errors.Is(err, records.ErrConflict) {
			t.Errorf("expecting %d: got %v", expect, err)
		}
	}
	if _, err := s.Put(t.Context(), "s.0.other.1.1", []byte("x"), nil, 0); err != nil {
		t.Errorf("another subject: got %v", err)
	}
	second, err := s.Put(t.Context(), subject, []byte("two"), nil, first)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := s.Last(t.Context(), stream, subject); err != nil || got.Seq != second || string(got.Data) != "two" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestWhatTheBrokerRefusesForGoodIsTold(t *testing.T) {
	s := open(t)
	if _, err := s.Put(t.Context(), subject, make([]byte, 5<<10), nil, 0); !errors.Is(err, records.ErrRefused) {
		t.Errorf("too large: got %v", err)
	}
}

func TestABrokerThatDoesNotAnswerLeavesEverythingUnknown(t *testing.T) {
	server := natstest.Start(t)
	s, err := records.New(natstest.Connect(t, server, "dealer"), 200*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Last(t.Context(), "SECRET_7", subject); !errors.Is(err, records.ErrUnavailable) {
		t.Errorf("a stream that is not there: got %v", err)
	}
	server.Stop()
	if _, err := s.Put(t.Context(), subject, nil, nil, 0); !errors.Is(err, records.ErrUnknownOutcome) {
		t.Errorf("write: got %v", err)
	}
	if _, err := s.Last(t.Context(), stream, subject); !errors.Is(err, records.ErrUnavailable) {
		t.Errorf("read: got %v", err)
	}
}

func TestAStoreNeedsAConnectionAndATimeout(t *testing.T) {
	if _, err := records.New(nil, 0); err == nil {
		t.Error("a store without a connection was made")
	}
	if _, err := records.New(&nats.Conn{}, -1); err == nil {
		t.Error("a negative timeout was accepted")
	}
}

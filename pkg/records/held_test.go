package records_test

import (
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"tranca.example/pkg/records"
)

// held is what a replicated stream answers while another write is in flight.
const held = `{"error":{"code":400,"err_code":10164,"description":"wrong last sequence"},"stream":"SECRET_0","seq":0}`

// answering is a store whose broker answers what it is told, the last for ever.
func answering(t *testing.T, answers ...string) (s *records.Store, asked *atomic.Int64) {
	t.Helper()
	ns, err := server.NewServer(&server.Options{DontListen: true, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	ns.Start()
	t.Cleanup(func() { ns.Shutdown(); ns.WaitForShutdown() })
	if !ns.ReadyForConnections(60 * time.Second) {
		t.Fatal("the server does not come up")
	}
	nc, err := nats.Connect("", nats.InProcessServer(ns))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	asked = &atomic.Int64{}
	if _, err := nc.Subscribe(subject, func(m *nats.Msg) {
		n := int(asked.Add(1)) - 1
		_ = m.Respond([]byte(answers[min(n, len(answers)-1)])) // else the test waits in vain
	}); err != nil {
		t.Fatal(err)
	}
	if s, err = records.New(nc, 0); err != nil {
		t.Fatal(err)
	}
	return s, asked
}

func TestAWriteWaitsForAnotherInFlight(t *testing.T) {
	s, asked := answering(t, held, held, `{"stream":"SECRET_0","seq":7}`)
	if seq, err := s.Put(t.Context(), subject, nil, nil, 0); err != nil || seq != 7 || asked.Load() != 3 {
		t.Errorf("got %d, %v after %d tries", seq, err, asked.Load())
	}
}

func TestAWriteInFlightThatNeverComesIsAConflict(t *testing.T) {
	s, asked := answering(t, held)
	if _, err := s.Put(t.Context(), subject, nil, nil, 0); !errors.Is(err, records.ErrConflict) || asked.Load() < 5 {
		t.Errorf("got %v after %d tries", err, asked.Load())
	}
}

func TestAConflictThatTheBrokerIsSureOfIsToldAtOnce(t *testing.T) {
	s, asked := answering(t, `{"error":{"code":400,"err_code":10071,"description":"wrong last sequence: 3"},"stream":"SECRET_0","seq":0}`)
	if _, err := s.Put(t.Context(), subject, nil, nil, 0); !errors.Is(err, records.ErrConflict) || asked.Load() != 1 {
		t.Errorf("got %v after %d tries", err, asked.Load())
	}
}

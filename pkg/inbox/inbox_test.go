package inbox_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"tranca.example/pkg/inbox"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/subject"
)

const (
	echo   = "cmd.rules.echo"
	silent = "cmd.rules.silent"
	twice  = "cmd.rules.twice"
)

// asker is an inbox beside somebody who answers.
func asker(t *testing.T) (*inbox.Inbox, *nats.Conn) {
	t.Helper()
	server := natstest.Start(t)
	rules := natstest.Connect(t, server, string(subject.Rules))
	for subj, answers := range map[string]int{echo: 1, silent: 0, twice: 2} {
		if _, err := rules.Subscribe(subj, func(m *nats.Msg) {
			for range answers {
				_ = rules.PublishMsg(&nats.Msg{Subject: m.Reply, Header: m.Header, Data: m.Data})
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
	if err := rules.Flush(); err != nil {
		t.Fatal(err)
	}
	conn := natstest.Connect(t, server, string(subject.Lobby)) // services may answer each other more than once
	b, err := inbox.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	return b, conn
}

func TestEachQuestionGetsItsOwnAnswer(t *testing.T) {
	b, _ := asker(t)
	var group sync.WaitGroup
	for n := range 50 {
		group.Go(func() {
			for i := range 50 {
				want := fmt.Sprint(n, " ", i)
				m, err := b.Ask(t.Context(), echo, nats.Header{"n": {want}}, []byte(want), time.Minute)
				if err != nil || string(m.Data) != want || m.Header.Get("n") != want {
					t.Errorf("got %v, %v; want %q", m, err, want)
					return
				}
			}
		})
	}
	group.Wait()
}

func TestAQuestionWithoutAnAnswerSaysWhy(t *testing.T) {
	b, conn := asker(t)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	late, cancelLate := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancelLate()
	ends := func(ctx context.Context, what string, want error, subj string, limit time.Duration) {
		if _, err := b.Ask(ctx, subj, nil, []byte("?"), limit); !errors.Is(err, want) {
			t.Errorf("%s: got %v, want %v", what, err, want)
		}
	}
	ends(t.Context(), "no answer in time", context.DeadlineExceeded, silent, 10*time.Millisecond)
	ends(late, "the caller's time is over", context.DeadlineExceeded, silent, time.Minute)
	ends(gone, "the caller is gone", context.Canceled, silent, time.Minute)
	ends(t.Context(), "nobody listens", nats.ErrNoResponders, "cmd.rules.nobody", time.Minute)
	ends(t.Context(), "what the broker cannot take", nats.ErrBadSubject, "", time.Minute)
	ended := make(chan error, 1)
	go func() {
		_, err := b.Ask(t.Context(), silent, nil, nil, time.Minute)
		ended <- err
	}()
	time.AfterFunc(50*time.Millisecond, conn.Close)
	if err := <-ended; !errors.Is(err, nats.ErrConnectionClosed) {
		t.Errorf("closed while waiting: got %v", err)
	}
	if _, err := b.Ask(t.Context(), echo, nil, nil, time.Minute); !errors.Is(err, nats.ErrConnectionClosed) {
		t.Errorf("closed before: got %v", err)
	}
}

func TestAnAnswerThatComesLateOrTwiceIsNobodyElses(t *testing.T) {
	b, _ := asker(t)
	for i := range 200 {
		want := fmt.Sprint(i)
		if i%2 == 0 { // its answers come when nobody waits for them
			_, _ = b.Ask(t.Context(), twice, nil, []byte("late "+want), time.Nanosecond)
			continue
		}
		m, err := b.Ask(t.Context(), twice, nil, []byte(want), time.Minute)
		if err != nil || string(m.Data) != want {
			t.Fatalf("question %d: got %v, %v", i, m, err)
		}
	}
}

func TestAnInboxNeedsAConnection(t *testing.T) {
	if _, err := inbox.New(nil); err == nil {
		t.Error("it does without")
	}
}

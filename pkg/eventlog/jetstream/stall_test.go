package jetstream_test

import (
	"bytes"
	"context"
	"net"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/natsboot"
)

// held is longer than a client waits for the rest of a portion.
const held = 1500 * time.Millisecond

// late leads to a server. Its answer to the first question for a portion comes when
// nobody waits for it any more.
func late(t *testing.T, to string) string {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	asked, ask := context.WithCancel(t.Context())
	go func() {
		client, err := l.Accept()
		if err != nil {
			return
		}
		upstream, err := new(net.Dialer).DialContext(t.Context(), "tcp", to)
		if err != nil {
			_ = client.Close()
			return
		}
		go pass(client, upstream, func(b []byte) {
			if bytes.Contains(b, []byte(`"no_wait":true`)) {
				ask()
			}
		})
		answered := false
		pass(upstream, client, func([]byte) {
			if asked.Err() != nil && !answered {
				answered = true
				time.Sleep(held)
			}
		})
	}()
	return "nats://" + l.Addr().String()
}

// pass hands on what one side says until either side goes; look is called before.
func pass(from, to net.Conn, look func([]byte)) {
	defer from.Close()
	defer to.Close()
	b := make([]byte, 64<<10)
	for {
		n, err := from.Read(b)
		if err != nil {
			return
		}
		look(b[:n])
		if _, err := to.Write(b[:n]); err != nil {
			return
		}
	}
}

func TestAFollowerMissesNothingThatCameTooLate(t *testing.T) {
	conn := startNode(t, func(*server.Options) {})()
	js, err := natsjs.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := js.CreateStream(t.Context(), natsjs.StreamConfig{Name: "GAME_0", Subjects: []string{"g.0.*.ev"}}); err != nil {
		t.Fatal(err)
	}
	writer, err := jetstream.New(conn, 0)
	if err != nil {
		t.Fatal(err)
	}
	slow, err := natsboot.Connect(late(t, conn.ConnectedAddr()), natsboot.Auth{User: "admin", Password: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(slow.Close)
	reader, err := jetstream.New(slow, 0)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context()) // a deadline would end its questions, too
	defer time.AfterFunc(15*time.Second, cancel).Stop()
	last := appendTo(t, writer, table(t, 1), 1, 0)
	for c, err := range reader.Follow(ctx, 0, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Seq == 3 {
			return
		}
		last = appendTo(t, writer, table(t, 1), uint32(last+1), last) //nolint:gosec // few
	}
	t.Errorf("commit %d never comes", last)
}

package torture_test

import (
	"bytes"
	"io"
	"net"
	"testing"
	"time"

	"tranca.example/services/e2e/torture"
)

// echo answers whatever it gets with the same, until the test ends.
func echo(t *testing.T) (addr string) {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				_, _ = io.Copy(conn, conn)
				_ = conn.Close()
			}()
		}
	}()
	return l.Addr().String()
}

// connect opens a connection through the link; nothing on it waits for ever.
func connect(t *testing.T, addr string) net.Conn {
	t.Helper()
	conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(30 * time.Second)); err != nil {
		t.Fatal(err)
	}
	return conn
}

// asked sends n bytes and tells whether they came back, and how long that took.
func asked(conn net.Conn, n int) (came bool, took time.Duration) {
	begun, sent := time.Now(), bytes.Repeat([]byte{'x'}, n)
	if _, err := conn.Write(sent); err != nil {
		return false, time.Since(begun)
	}
	got := make([]byte, n)
	_, err := io.ReadFull(conn, got)
	return err == nil, time.Since(begun)
}

func TestALinkIsCutResetSlowOrLateUntilItIsHealed(t *testing.T) {
	n := torture.NewNetwork(t)
	link := n.Link("rules", "nats", echo(t))
	for name, c := range map[string]struct {
		fault torture.Fault
		came  bool
		least time.Duration // that 8 KiB take there and back
	}{
		"cut on the way there": {torture.Fault{Kind: torture.Cut, Detail: "upstream"}, false, 0},
		"cut on the way back":  {torture.Fault{Kind: torture.Cut, Detail: "downstream"}, false, 0},
		"reset":                {torture.Fault{Kind: torture.Reset, Detail: "downstream"}, false, 0},
		"slow":                 {torture.Fault{Kind: torture.Slow, Detail: "16 KiB/s upstream"}, true, 200 * time.Millisecond},
		"late":                 {torture.Fault{Kind: torture.Delay, Detail: "80 ms upstream and downstream"}, true, 80 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			c.fault.Target, c.fault.Peer = "rules", "nats"
			conn := connect(t, link)
			if came, _ := asked(conn, 1); !came {
				t.Fatal("nothing comes back before the fault")
			}
			if err := n.Spoil(c.fault); err != nil {
				t.Fatal(err)
			}
			healed := make(chan error, 1)
			heal := func() { healed <- n.Heal(t.Context(), c.fault) }
			if !c.came { // a cut lasts until it is healed, and the connection is lost then
				time.AfterFunc(200*time.Millisecond, heal)
			}
			if came, took := asked(conn, 8<<10); came != c.came || took < c.least {
				t.Errorf("came back: %t after %s; want %t after %s", came, took, c.came, c.least)
			}
			if c.came {
				heal()
			}
			if err := <-healed; err != nil {
				t.Fatal(err)
			}
			again := connect(t, link)
			if came, _ := asked(again, 1); !came {
				t.Error("nothing comes back after the fault")
			}
		})
	}
}

func TestAFaultThatIsNoneOfANetworkIsRefused(t *testing.T) {
	n := torture.NewNetwork(t)
	n.Link("rules", "nats", echo(t))
	if err := n.Spoil(torture.Fault{Kind: torture.Kill, Target: "rules", Peer: "nats"}); err == nil {
		t.Error("a kill was done to a link")
	}
}

func TestALinkThatCannotBeHealedBecomesAnotherAtTheSameAddress(t *testing.T) {
	n := torture.NewNetwork(t)
	link := n.Link("rules", "nats", echo(t))
	cut := torture.Fault{Kind: torture.Cut, Target: "rules", Peer: "nats", Detail: "upstream"}
	if err := n.Spoil(cut); err != nil {
		t.Fatal(err)
	}
	if err := n.Replace("rules", "nats"); err != nil {
		t.Fatal(err)
	}
	if came, _ := asked(connect(t, link), 1); !came {
		t.Error("nothing comes back over the new link")
	}
	if err := n.Spoil(cut); err != nil {
		t.Fatal(err)
	}
	if err := n.Heal(t.Context(), cut); err != nil {
		t.Fatal(err)
	}
	if came, _ := asked(connect(t, link), 1); !came {
		t.Error("nothing comes back over the new link after a fault")
	}
}

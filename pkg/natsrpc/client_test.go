package natsrpc_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
)

// directory hears heartbeats until the test ends.
func directory(t *testing.T, nc *nats.Conn) *natsrpc.Directory {
	t.Helper()
	d := natsrpc.NewDirectory(nc, time.Now, subject.Rules)
	run(t, d.Run)
	return d
}

// known waits until the directory prefers each replica for some table.
func known(t *testing.T, d *natsrpc.Directory, replicas ...string) {
	t.Helper()
	eventually(t, "the directory does not know the replicas", func() bool {
		seen := map[string]bool{}
		for i := range 64 {
			if r, ok := d.Prefer(subject.Rules, fmt.Sprint("table", i)); ok {
				seen[r.String()] = true
			}
		}
		for _, r := range replicas {
			if !seen[r] {
				return false
			}
		}
		return len(seen) == len(replicas)
	})
}

func TestATableKeepsItsReplicaAndTablesAreSpread(t *testing.T) {
	onEachWay(t, func(t *testing.T, w way) {
		nc := w.connect()
		d := directory(t, nc)
		for _, name := range []string{"a", "b", "c"} {
			o := w.options(name, says(name))
			o.Heartbeat = 5 * time.Millisecond
			w.serve(o)
		}
		known(t, d, "a", "b", "c")
		c := w.client(nc, d)
		count := map[string]int{}
		for i := range 60 {
			table := fmt.Sprint("table", i)
			first, err := c.CallTable(within(t, time.Second), subject.Rules, table, nil)
			if err != nil {
				t.Fatal(err)
			}
			again, err := c.CallTable(within(t, time.Second), subject.Rules, table, nil)
			if err != nil || !bytes.Equal(again, first) {
				t.Errorf("%s: got %q, %v after %q", table, again, err, first)
			}
			count[string(first)]++
		}
		if len(count) != 3 || min(count["a"], count["b"], count["c"]) < 8 {
			t.Errorf("tables are badly spread: %v", count)
		}
	})
}

// alive pretends that a replica lives.
func pretend(t *testing.T, nc *nats.Conn, d *natsrpc.Directory, replica string) {
	t.Helper()
	eventually(t, "the heartbeat is not heard", func() bool {
		if err := nc.Publish(subject.Heartbeat(subject.Rules), []byte("+"+replica)); err != nil {
			t.Fatal(err)
		}
		r, ok := d.Prefer(subject.Rules, "table")
		return ok && r.String() == replica
	})
}

func TestAReplicaThatIsGoneIsReplacedAtOnce(t *testing.T) {
	onEachWay(t, func(t *testing.T, w way) {
		nc := w.connect()
		d := directory(t, nc)
		pretend(t, nc, d, "dead")
		o := w.options("b", says("b"))
		o.Heartbeat = time.Hour
		w.serve(o)
		got, err := w.client(nc, d).CallTable(within(t, 60*time.Second), subject.Rules, "table", nil)
		if err != nil || string(got) != "b" {
			t.Errorf("got %q, %v", got, err)
		}
		if r, ok := d.Prefer(subject.Rules, "table"); ok && r.String() == "dead" {
			t.Error("the dead replica is still preferred")
		}
	})
}

func TestAReplicaThatHangsCostsOneTimeOutAndIsNotPreferredForAWhile(t *testing.T) {
	connect := broker(t)
	nc := connect()
	d := directory(t, nc)
	var asked atomic.Int32
	if _, err := nc.Subscribe(subject.Command(subject.Rules, token(t, "hung")), func(*nats.Msg) { asked.Add(1) }); err != nil {
		t.Fatal(err)
	}
	o := options(t, "b", says("b"))
	o.Heartbeat = 5 * time.Millisecond
	serve(t, connect(), o)
	table := tableOf(t, nc, d, "hung", "b")
	begun := time.Now()
	got, err := client(t, nc, d).CallTable(within(t, 60*time.Second), subject.Rules, table, nil)
	if err != nil || string(got) != "b" || asked.Load() != 1 {
		t.Errorf("got %q, %v after %d requests to the hung replica, want b after 1", got, err, asked.Load())
	}
	if took := time.Since(begun); took < 250*time.Millisecond {
		t.Errorf("took %v, want a time-out of 250ms to be waited for", took)
	}
	if r, ok := d.Prefer(subject.Rules, table); ok && r.String() == "hung" {
		t.Error("the hung replica is still preferred")
	}
}

// tableOf finds a table that prefers a pretended replica while another one is
// known to be alive.
func tableOf(t *testing.T, nc *nats.Conn, d *natsrpc.Directory, pretended, alive string) string {
	t.Helper()
	eventually(t, "no table prefers the pretended replica", func() bool {
		if err := nc.Publish(subject.Heartbeat(subject.Rules), []byte("+"+pretended)); err != nil {
			t.Fatal(err)
		}
		found, known := "", false
		for i := range 64 {
			name := fmt.Sprint("table", i)
			switch r, _ := d.Prefer(subject.Rules, name); r.String() {
			case pretended:
				found = name
			case alive:
				known = true
			}
		}
		return found != "" && known
	})
	for i := range 64 {
		name := fmt.Sprint("table", i)
		if r, _ := d.Prefer(subject.Rules, name); r.String() == pretended {
			return name
		}
	}
	t.Fatal("the pretended replica was forgotten")
	return ""
}

func TestTriesGetLongerUntilTheDeadline(t *testing.T) {
	connect := broker(t)
	nc := connect()
	var tries atomic.Int32
	if _, err := nc.Subscribe(subject.CommandAny(subject.Rules), func(*nats.Msg) { tries.Add(1) }); err != nil {
		t.Fatal(err)
	}
	_, err := client(t, nc, nil).Call(within(t, time.Second), subject.Rules, nil)
	if rpcerr.Outcome(err) != "unavailable" {
		t.Errorf("got %v, want unavailable", err)
	}
	if tries.Load() != 3 { // at 0, 250 and 750 ms
		t.Errorf("got %d tries, want 3", tries.Load())
	}
}

func TestNobodyThereIsUnavailableAndALateServiceIsFound(t *testing.T) {
	onEachWay(t, func(t *testing.T, w way) {
		nc := w.connect()
		c, err := natsrpc.NewClient(nc, natsrpc.ClientOptions{Tracer: w.options("a", nil).Tracer, Deadline: 100 * time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Call(t.Context(), subject.Rules, nil); rpcerr.Outcome(err) != "unavailable" {
			t.Errorf("got %v, want unavailable", err)
		}
		answer := make(chan error, 1)
		go func() {
			got, err := c.Call(within(t, 60*time.Second), subject.Rules, nil)
			if err == nil && string(got) != "a" {
				err = fmt.Errorf("got %q", got)
			}
			answer <- err
		}()
		w.serve(w.options("a", says("a")))
		if err := <-answer; err != nil {
			t.Error(err)
		}
	})
}

func TestACallerThatGoesAwayIsNotKept(t *testing.T) {
	connect := broker(t)
	nc := connect()
	ctx, cancel := context.WithCancel(within(t, 60*time.Second))
	if _, err := nc.Subscribe(subject.CommandAny(subject.Rules), func(*nats.Msg) { cancel() }); err != nil {
		t.Fatal(err)
	}
	if _, err := client(t, nc, nil).Call(ctx, subject.Rules, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want canceled", err)
	}
}

func TestARollingRestartIsNotSeenByCallers(t *testing.T) {
	onEachWay(t, func(t *testing.T, w way) {
		nc := w.connect()
		d := directory(t, nc)
		c := w.client(nc, d)
		ctx := within(t, 60*time.Second)
		begin := func(name string) func() {
			o := w.options(name, says(name))
			o.Heartbeat = 5 * time.Millisecond
			return w.serve(o)
		}
		stopA, stopB := begin("a"), begin("b")
		known(t, d, "a", "b")

		done := make(chan struct{})
		var wg sync.WaitGroup
		var calls atomic.Int32
		for w := range 4 {
			wg.Go(func() {
				for i := 0; ; i++ {
					select {
					case <-done:
						return
					default:
					}
					if _, err := c.CallTable(ctx, subject.Rules, fmt.Sprint(w, "-", i), nil); err != nil {
						t.Error(err)
						return
					}
					calls.Add(1)
				}
			})
		}
		progress := func() {
			before := calls.Load()
			eventually(t, "calls stand still", func() bool { return calls.Load() > before+50 })
		}
		progress()
		stopA()
		progress()
		begin("a2")
		known(t, d, "a2", "b")
		stopB()
		progress()
		close(done)
		wg.Wait()
	})
}

func TestAClientNeedsATracer(t *testing.T) {
	if _, err := natsrpc.NewClient(nil, natsrpc.ClientOptions{}); err == nil {
		t.Error("got no complaint")
	}
}

func TestAReplicaThatDoesNotKnowTheShardIsPassedOver(t *testing.T) {
	onEachWay(t, func(t *testing.T, w way) {
		nc := w.connect()
		d := directory(t, nc)
		unknown := func(context.Context, []byte) ([]byte, error) {
			return nil, rpcerr.New(rpcerr.ReasonUnknownShard, "shard 1")
		}
		old := []string{"a", "b", "c"}
		for _, name := range old {
			o := w.options(name, unknown)
			o.Heartbeat = 5 * time.Millisecond
			w.serve(o)
		}
		known(t, d, old...)
		c := w.client(nc, d)
		_, err := c.CallTable(within(t, 60*time.Second), subject.Rules, "table", nil)
		if !errors.Is(err, rpcerr.New(rpcerr.ReasonUnknownShard, "")) {
			t.Errorf("nobody knows it: got %v", err)
		}
		o := w.options("d", says("d"))
		o.Heartbeat = 5 * time.Millisecond
		w.serve(o)
		known(t, d, append(old, "d")...)
		for i := range 60 {
			got, err := c.CallTable(within(t, 60*time.Second), subject.Rules, fmt.Sprint("table", i), nil)
			if err != nil || string(got) != "d" {
				t.Errorf("table %d: got %q, %v", i, got, err)
			}
		}
	})
}

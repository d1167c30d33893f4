package natsrpc_test

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/telemetry"
)

func TestNeitherSideSeesTheOthersBytesAgain(t *testing.T) {
	onEachWay(t, func(t *testing.T, w way) {
		var asked []byte
		kept := []byte("answer")
		stop := w.serve(w.options("a", func(_ context.Context, body []byte) ([]byte, error) {
			asked = body
			return kept, nil
		}))
		question := []byte("question")
		got, err := w.client(w.connect(), nil).Call(within(t, 60*time.Second), subject.Rules, question)
		if err != nil || string(got) != "answer" {
			t.Fatalf("got %q, %v", got, err)
		}
		clear(question)
		clear(got)
		stop()
		if string(asked) != "question" || string(kept) != "answer" {
			t.Errorf("the handler has %q and %q", asked, kept)
		}
	})
}

func TestWhatIsTooMuchForAMessageIsNeitherAskedNorAnswered(t *testing.T) {
	onEachWay(t, func(t *testing.T, w way) {
		var log bytes.Buffer
		var asked atomic.Int32
		o := w.options("a", func(context.Context, []byte) ([]byte, error) {
			asked.Add(1)
			return make([]byte, 2<<20), nil
		})
		o.Logger = telemetry.NewLogger(&log, nil)
		stop := w.serve(o)
		c := w.client(w.connect(), nil)
		if _, err := c.Call(within(t, 50*time.Millisecond), subject.Rules, make([]byte, 2<<20)); rpcerr.Outcome(err) != "unavailable" || asked.Load() != 0 {
			t.Errorf("got %v, asked %d times", err, asked.Load())
		}
		if _, err := c.Call(within(t, 200*time.Millisecond), subject.Rules, nil); rpcerr.Outcome(err) != "unavailable" {
			t.Errorf("got %v", err)
		}
		eventually(t, "nobody asks", func() bool { return asked.Load() > 0 })
		stop()
		if !strings.Contains(log.String(), "answer not sent") {
			t.Errorf("logged %s", log.String())
		}
	})
}

func TestARequestWhoseTurnComesAfterItsDeadlineIsDropped(t *testing.T) {
	onEachWay(t, func(t *testing.T, w way) {
		var late atomic.Int32
		begun, release := make(chan struct{}, 1000), make(chan struct{})
		o := w.options("a", func(_ context.Context, body []byte) ([]byte, error) {
			if string(body) == "late" {
				late.Add(1)
			}
			begun <- struct{}{}
			<-release
			return nil, nil
		})
		reg := prometheus.NewRegistry()
		o.Metrics, o.MaxInFlight = reg, 1
		w.serve(o)
		c := w.client(w.connect(), nil)
		var wg sync.WaitGroup
		wg.Go(func() {
			if _, err := c.Call(within(t, 60*time.Second), subject.Rules, nil); err != nil {
				t.Error(err)
			}
		})
		<-begun
		if _, err := c.Call(within(t, 50*time.Millisecond), subject.Rules, []byte("late")); rpcerr.Outcome(err) != "unavailable" {
			t.Errorf("got %v, want unavailable", err)
		}
		close(release)
		wg.Wait()
		eventually(t, "nothing was dropped", func() bool { return expired(t, reg) == 1 })
		if late.Load() != 0 {
			t.Error("the handler ran")
		}
	})
}

// expired is how many requests were dropped.
func expired(t *testing.T, reg *prometheus.Registry) float64 {
	t.Helper()
	families, err := reg.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() == "tranca_requests_expired_total" {
			return f.GetMetric()[0].GetCounter().GetValue()
		}
	}
	return 0
}

func TestARequestInWorkIsAnsweredThoughTheServerStops(t *testing.T) {
	onEachWay(t, func(t *testing.T, w way) {
		nc := w.connect()
		gone := make(chan *nats.Msg, 1000)
		if _, err := nc.ChanSubscribe(subject.Heartbeat(subject.Rules), gone); err != nil {
			t.Fatal(err)
		}
		c := w.client(nc, nil)
		eventually(t, "no request is answered before its caller asks again", func() bool {
			ctx, stop := context.WithCancel(t.Context())
			s, err := natsrpc.Listen(w.connect(), w.options("a", func(ctx context.Context, _ []byte) ([]byte, error) {
				stop()
				for {
					select {
					case m := <-gone:
						if string(m.Data) == "-a" {
							return []byte("done"), nil
						}
					case <-ctx.Done():
						return nil, ctx.Err()
					}
				}
			}))
			if err != nil {
				t.Fatal(err)
			}
			stopped := make(chan error, 1)
			go func() { stopped <- s.Run(ctx) }()
			got, err := c.Call(within(t, time.Second), subject.Rules, nil)
			stop()
			if err := <-stopped; err != nil {
				t.Error(err)
			}
			return err == nil && string(got) == "done"
		})
	})
}

func TestWithinAProcessNothingGoesThroughTheBroker(t *testing.T) {
	connect, local := broker(t), natsrpc.NewLocal()
	nc, woken := connect(), make(chan natsrpc.Wake, 10)
	o := options(t, "a", says("a"))
	o.Local = local
	serve(t, connect(), o)
	queue := natsrpc.NewWakeQueue(1, 10, func(_ context.Context, w natsrpc.Wake) { woken <- w })
	listener := connect()
	run(t, func(ctx context.Context) error { return natsrpc.ServeWakes(ctx, listener, local, subject.Rules, queue) })
	c, waker, want := newClient(t, nc, natsrpc.ClientOptions{Local: local}), natsrpc.NewWaker(nc, local), natsrpc.Wake{Table: "0-abc", Version: 3}
	eventually(t, "nobody wakes", func() bool {
		if err := waker.Wake(t.Context(), subject.Rules, want); err != nil {
			t.Fatal(err)
		}
		return len(woken) > 0
	})
	before := nc.Stats().OutMsgs
	got, err := c.Call(within(t, 60*time.Second), subject.Rules, nil)
	if err != nil || string(got) != "a" {
		t.Errorf("got %q, %v", got, err)
	}
	if err := waker.Wake(t.Context(), subject.Rules, want); err != nil {
		t.Error(err)
	}
	if got := <-woken; got != want {
		t.Errorf("got %v", got)
	}
	if after := nc.Stats().OutMsgs; after != before {
		t.Errorf("%d messages went to the broker", after-before)
	}
}

func TestAServiceOfTheProcessThatHangsOrIsGoneIsAskedForElsewhere(t *testing.T) {
	connect, local := broker(t), natsrpc.NewLocal()
	release := make(chan struct{})
	var hung atomic.Int32
	here := options(t, "here", func(context.Context, []byte) ([]byte, error) {
		hung.Add(1)
		<-release
		return []byte("here"), nil
	})
	here.Local = local
	stop := serve(t, connect(), here)
	serve(t, connect(), options(t, "there", says("there")))
	c := newClient(t, connect(), natsrpc.ClientOptions{Local: local})
	got, err := c.Call(within(t, 60*time.Second), subject.Rules, nil)
	if err != nil || string(got) != "there" || hung.Load() == 0 {
		t.Errorf("it hangs: got %q, %v", got, err)
	}
	close(release)
	stop()
	before := hung.Load()
	got, err = c.Call(within(t, 60*time.Second), subject.Rules, nil)
	if err != nil || string(got) != "there" || hung.Load() != before {
		t.Errorf("it is gone: got %q, %v", got, err)
	}
}

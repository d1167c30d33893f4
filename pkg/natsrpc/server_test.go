package natsrpc_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/telemetry"
	"tranca.example/pkg/telemetry/logtest"
)

func TestAReplicaAnswersOnItsOwnSubjectAndOnThatOfAll(t *testing.T) {
	connect := broker(t)
	serve(t, connect(), options(t, "a", func(_ context.Context, body []byte) ([]byte, error) {
		return append([]byte("echo "), body...), nil
	}))
	nc := connect()
	for _, subj := range []string{subject.Command(subject.Rules, token(t, "a")), subject.CommandAny(subject.Rules)} {
		msg, err := nc.Request(subj, []byte("hi"), time.Second)
		if err != nil {
			t.Fatalf("%s: %v", subj, err)
		}
		if string(msg.Data) != "echo hi" || len(msg.Header) != 0 {
			t.Errorf("%s: got %q with %v", subj, msg.Data, msg.Header)
		}
	}
}

func TestTheServiceToolsSeeTheReplica(t *testing.T) {
	connect := broker(t)
	serve(t, connect(), options(t, "a", says("a")))
	msg, err := connect().Request("$SRV.INFO.rules", nil, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"replica":"a"`, `"subjects":"cmd.rules.a cmd.rules.any"`} {
		if !strings.Contains(string(msg.Data), want) {
			t.Errorf("no %s in %s", want, msg.Data)
		}
	}
}

func TestARefusalReachesTheCallerInFull(t *testing.T) {
	onEachWay(t, func(t *testing.T, w way) {
		want := rpcerr.New("must_play", "a tile fits").With("end", "5").At(7)
		w.serve(w.options("a", func(context.Context, []byte) ([]byte, error) { return nil, want }))
		// A refusal that were not final would be asked for again until the time is over.
		_, err := w.client(w.connect(), nil).Call(within(t, 60*time.Second), subject.Rules, nil)
		var got *rpcerr.Rejection
		if !errors.As(err, &got) || got.Reason != "must_play" || got.Params["end"] != "5" || got.Version != 7 {
			t.Errorf("got %v", err)
		}
	})
}

func TestTheTextOfAnUnknownErrorIsLoggedOnceAndWithheld(t *testing.T) {
	onEachWay(t, func(t *testing.T, w way) {
		var log bytes.Buffer
		o := w.options("a", func(context.Context, []byte) ([]byte, error) { return nil, errors.New("disk is full") })
		o.Logger = telemetry.NewLogger(&log, nil)
		stop := w.serve(o)
		_, err := w.client(w.connect(), nil).Call(within(t, 60*time.Second), subject.Rules, nil)
		stop()
		if err == nil || strings.Contains(err.Error(), "disk") || rpcerr.Outcome(err) != "internal" {
			t.Errorf("got %v", err)
		}
		if got := strings.Count(log.String(), "disk is full"); got != 1 {
			t.Errorf("logged %d times: %s", got, log.String())
		}
		if !strings.Contains(log.String(), "trace_id") {
			t.Errorf("no trace id: %s", log.String())
		}
	})
}

func TestARequestWhoseDeadlinePassedIsDropped(t *testing.T) {
	connect := broker(t)
	var calls atomic.Int32
	o := options(t, "a", func(context.Context, []byte) ([]byte, error) { calls.Add(1); return nil, nil })
	reg := prometheus.NewRegistry()
	var log logtest.Lines
	o.Metrics, o.Logger = reg, slog.New(slog.NewTextHandler(&log, nil))
	serve(t, connect(), o)
	nc := connect()
	msg := nats.NewMsg(subject.CommandAny(subject.Rules))
	msg.Header["tranca-deadline"] = []string{strconv.FormatInt(time.Now().Add(-time.Second).UnixMilli(), 10)}
	for range 2 {
		if _, err := nc.RequestMsg(msg, 50*time.Millisecond); !errors.Is(err, nats.ErrTimeout) {
			t.Errorf("got %v, want no answer", err)
		}
	}
	if text := log.String(); strings.Count(text, "deadline has passed") != 1 || !strings.Contains(text, "cmd.rules.any") {
		t.Errorf("want it told once: %s", text)
	}
	expired := `# HELP tranca_requests_expired_total Requests that were dropped because their deadline had passed when their turn came.
# TYPE tranca_requests_expired_total counter
tranca_requests_expired_total{service="rules"} 2
`
	if err := testutil.GatherAndCompare(reg, strings.NewReader(expired), "tranca_requests_expired_total"); err != nil {
		t.Error(err)
	}
	if calls.Load() != 0 {
		t.Error("the handler ran")
	}
}

func TestTheHandlerKnowsTheCallersDeadlineAndTrace(t *testing.T) {
	onEachWay(t, func(t *testing.T, w way) {
		deadline := make(chan time.Time, 1)
		traced := make(chan trace.TraceID, 1)
		w.serve(w.options("a", func(ctx context.Context, _ []byte) ([]byte, error) {
			d, _ := ctx.Deadline()
			deadline <- d
			traced <- trace.SpanContextFromContext(ctx).TraceID()
			return nil, nil
		}))
		ctx, span := sdktrace.NewTracerProvider().Tracer("t").Start(within(t, 12*time.Second), "caller")
		defer span.End()
		if _, err := w.client(w.connect(), nil).Call(ctx, subject.Rules, nil); err != nil {
			t.Fatal(err)
		}
		want, _ := ctx.Deadline()
		if got := <-deadline; got.Sub(want).Abs() > 5*time.Second {
			t.Errorf("got deadline %v, want %v", got, want)
		}
		if got := <-traced; got != span.SpanContext().TraceID() {
			t.Errorf("got trace %v, want %v", got, span.SpanContext().TraceID())
		}
	})
}

func TestRequestsRunAtTheSameTimeUpToTheBound(t *testing.T) {
	onEachWay(t, func(t *testing.T, w way) {
		var now, most atomic.Int32
		release := make(chan struct{})
		o := w.options("a", func(context.Context, []byte) ([]byte, error) {
			most.Store(max(most.Load(), now.Add(1)))
			<-release
			now.Add(-1)
			return nil, nil
		})
		o.MaxInFlight = 3
		w.serve(o)
		c := w.client(w.connect(), nil)
		ctx := within(t, 60*time.Second)
		var wg sync.WaitGroup
		for range 9 {
			wg.Go(func() {
				if _, err := c.Call(ctx, subject.Rules, nil); err != nil {
					t.Error(err)
				}
			})
		}
		eventually(t, "three requests never run together", func() bool { return now.Load() == 3 })
		close(release)
		wg.Wait()
		if most.Load() != 3 {
			t.Errorf("got %d at the same time, want 3", most.Load())
		}
	})
}

func TestCommandsAreTimedUnderTheNameThatTheHandlerGives(t *testing.T) {
	onEachWay(t, func(t *testing.T, w way) {
		o := w.options("a", func(ctx context.Context, _ []byte) ([]byte, error) {
			natsrpc.Name(ctx, "play")
			return nil, rpcerr.New("must_play", "")
		})
		reg := prometheus.NewRegistry()
		o.Metrics = reg
		stop := w.serve(o)
		_, _ = w.client(w.connect(), nil).Call(within(t, time.Second), subject.Rules, nil)
		stop()
		families, err := reg.Gather()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range families {
			if f.GetName() == "tranca_command_duration_seconds" {
				if got := f.GetMetric()[0].String(); !strings.Contains(got, `"play"`) || !strings.Contains(got, `"failed_precondition"`) {
					t.Errorf("got %s", got)
				}
				return
			}
		}
		t.Error("the command was not timed")
	})
}

func TestARequestInWorkIsAnsweredAfterTheServerWasToldToStop(t *testing.T) {
	connect := broker(t)
	begun, release := make(chan struct{}, 1000), make(chan struct{})
	s, err := natsrpc.Listen(connect(), options(t, "a", func(context.Context, []byte) ([]byte, error) {
		begun <- struct{}{}
		<-release
		return []byte("done"), nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan error, 1)
	go func() { stopped <- s.Run(ctx) }()
	nc := connect()
	replied := make(chan string, 1)
	go func() {
		msg, err := nc.Request(subject.CommandAny(subject.Rules), nil, 5*time.Second)
		if err != nil {
			t.Error(err)
			msg = &nats.Msg{}
		}
		replied <- string(msg.Data)
	}()
	<-begun
	cancel()
	eventually(t, "new requests are still taken", func() bool {
		_, err := nc.Request(subject.CommandAny(subject.Rules), nil, 20*time.Millisecond)
		return errors.Is(err, nats.ErrNoResponders)
	})
	select {
	case err := <-stopped:
		t.Fatalf("stopped with a request in work: %v", err)
	default:
	}
	close(release)
	if got := <-replied; got != "done" {
		t.Errorf("got %q", got)
	}
	if err := <-stopped; err != nil {
		t.Errorf("got %v", err)
	}
}

func TestAHandlerIsCancelledWhenTheGraceIsOver(t *testing.T) {
	onEachWay(t, func(t *testing.T, w way) {
		begun := make(chan struct{}, 1000)
		o := w.options("a", func(ctx context.Context, _ []byte) ([]byte, error) {
			begun <- struct{}{}
			<-ctx.Done()
			return nil, ctx.Err()
		})
		o.Grace = 200 * time.Millisecond
		stop := w.serve(o)
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		wg.Go(func() { _, _ = w.client(w.connect(), nil).Call(ctx, subject.Rules, nil) })
		<-begun
		stop()
		cancel()
		wg.Wait()
	})
}

func TestServeNamesWhatIsMissing(t *testing.T) {
	err := natsrpc.Serve(t.Context(), nil, natsrpc.Options{Service: "poker", MaxInFlight: -1})
	for _, want := range []string{`service "poker"`, "replica: want a name", "want Handler, Logger", "MaxInFlight -1"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want it to contain %s", err, want)
		}
	}
}

func TestABrokerThatStaysAwayIsToldOfOnce(t *testing.T) {
	connect := broker(t)
	var log logtest.Lines
	o := options(t, "a", func(context.Context, []byte) ([]byte, error) { return nil, nil })
	o.Heartbeat, o.Logger = time.Millisecond, telemetry.NewLogger(&log, nil)
	nc := connect()
	stop := serve(t, nc, o)
	nc.Close()
	time.Sleep(50 * o.Heartbeat)
	stop()
	if got := strings.Count(log.String(), "heartbeat not sent"); got != 1 {
		t.Errorf("told %d times: %s", got, log.String())
	}
}

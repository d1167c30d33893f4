package natsrpc_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.opentelemetry.io/otel/trace"

	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/subject"
)

// ledger records what was handled and how many ran at the same time.
type ledger struct {
	mu      sync.Mutex
	handled []natsrpc.Wake
	now     map[string]int
	most    int // different tables at the same time
	overlap bool
}

// handler works one second on each wake.
func (l *ledger) handler(_ context.Context, w natsrpc.Wake) {
	l.mu.Lock()
	if l.now == nil {
		l.now = map[string]int{}
	}
	l.now[w.Table]++
	l.overlap = l.overlap || l.now[w.Table] > 1
	running := 0
	for _, n := range l.now {
		running += n
	}
	l.most = max(l.most, running)
	l.handled = append(l.handled, w)
	l.mu.Unlock()
	time.Sleep(time.Second)
	l.mu.Lock()
	l.now[w.Table]--
	l.mu.Unlock()
}

// inQueue runs a queue in a bubble.
func inQueue(t *testing.T, workers, limit int, f func(ctx context.Context, q *natsrpc.WakeQueue, l *ledger)) {
	synctest.Test(t, func(t *testing.T) {
		var l ledger
		q := natsrpc.NewWakeQueue(workers, limit, l.handler)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- q.Run(ctx) }()
		synctest.Wait()
		f(ctx, q, &l)
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if l.overlap {
			t.Error("one table was handled twice at the same time")
		}
	})
}

func TestWakesOfATableInWorkBecomeOneMoreRun(t *testing.T) {
	inQueue(t, 4, 10, func(ctx context.Context, q *natsrpc.WakeQueue, l *ledger) {
		for v := range uint32(5) {
			if !q.Offer(ctx, natsrpc.Wake{Table: "t", Version: 5 - v}) {
				t.Error("the queue refused")
			}
			synctest.Wait()
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		want := []natsrpc.Wake{{Table: "t", Version: 5}, {Table: "t", Version: 4}}
		if !slices.Equal(l.handled, want) {
			t.Errorf("got %v, want %v", l.handled, want)
		}
	})
}

func TestTablesAreHandledAtTheSameTimeUpToTheWorkers(t *testing.T) {
	inQueue(t, 3, 10, func(ctx context.Context, q *natsrpc.WakeQueue, l *ledger) {
		for _, table := range []string{"a", "b", "c", "d", "e"} {
			q.Offer(ctx, natsrpc.Wake{Table: table})
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if len(l.handled) != 5 || l.most != 3 {
			t.Errorf("got %d handled, %d at the same time; want 5 and 3", len(l.handled), l.most)
		}
	})
}

func TestAFullQueueRefusesTablesButNotThoseThatWait(t *testing.T) {
	inQueue(t, 1, 2, func(ctx context.Context, q *natsrpc.WakeQueue, l *ledger) {
		offer := func(table string, want bool) {
			t.Helper()
			if got := q.Offer(ctx, natsrpc.Wake{Table: table}); got != want {
				t.Errorf("%s: got %v, want %v", table, got, want)
			}
			synctest.Wait()
		}
		offer("a", true) // being handled
		offer("a", true) // and once more later
		offer("b", true)
		offer("c", false)
		offer("b", true)
		time.Sleep(10 * time.Second)
		synctest.Wait()
		offer("c", true)
		time.Sleep(10 * time.Second)
		synctest.Wait()
		if len(l.handled) != 4 {
			t.Errorf("got %v", l.handled)
		}
	})
}

func TestAWakeReachesOneReplicaWithItsTrace(t *testing.T) {
	onEachWay(t, func(t *testing.T, w way) {
		type seen struct {
			replica string
			wake    natsrpc.Wake
			trace   trace.TraceID
		}
		got := make(chan seen, 10)
		for _, name := range []string{"a", "b"} {
			nc := w.connect()
			q := natsrpc.NewWakeQueue(2, 10, func(ctx context.Context, w natsrpc.Wake) {
				got <- seen{name, w, trace.SpanContextFromContext(ctx).TraceID()}
			})
			run(t, func(ctx context.Context) error { return natsrpc.ServeWakes(ctx, nc, w.local, subject.Dealer, q) })
		}
		nc := w.connect()
		ctx, span := w.options("x", nil).Tracer.Start(t.Context(), "cause")
		defer span.End()
		if err := nc.Publish(subject.Wake(subject.Dealer), []byte("nonsense")); err != nil {
			t.Fatal(err)
		}
		want := natsrpc.Wake{Table: "0-abc", Version: 12}
		waker := natsrpc.NewWaker(nc, w.local)
		eventually(t, "the wake does not arrive", func() bool {
			if err := waker.Wake(ctx, subject.Dealer, want); err != nil {
				t.Fatal(err)
			}
			return len(got) > 0
		})
		if s := <-got; s.wake != want || s.trace != span.SpanContext().TraceID() {
			t.Errorf("got %+v", s)
		}
	})
}

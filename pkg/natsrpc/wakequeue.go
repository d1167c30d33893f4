package natsrpc

import (
	"context"
	"sync"

	"go.opentelemetry.io/otel/trace"
)

// WakeHandler looks at one table and does what is due. It reports its own
// errors: a wake is never repeated because of one.
type WakeHandler func(ctx context.Context, w Wake)

// WakeQueue runs the handler once per woken table: different tables at the same
// time, one table never twice at the same time. Wakes of a table that waits or
// is being handled become one later run with the highest version.
type WakeQueue struct {
	handler WakeHandler
	workers int
	limit   int

	mu      sync.Mutex
	tables  map[string]*woken
	ready   chan string // tables that wait for a worker; never more than limit
	pending int
}

// woken is a table that waits, is being handled, or both.
type woken struct {
	next    *Wake // what to handle next; nil when nothing waits
	cause   trace.SpanContext
	running bool
}

// NewWakeQueue makes a queue with that many workers. At most limit tables wait;
// what comes beyond is refused, and the sweep finds it.
func NewWakeQueue(workers, limit int, handler WakeHandler) *WakeQueue {
	return &WakeQueue{
		handler: handler,
		workers: max(workers, 1),
		limit:   max(limit, 1),
		tables:  map[string]*woken{},
		ready:   make(chan string, max(limit, 1)),
	}
}

// Offer takes a wake and never blocks; false means that the queue is full. The
// span of ctx becomes the parent of the run.
func (q *WakeQueue) Offer(ctx context.Context, w Wake) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	t := q.tables[w.Table]
	if t != nil && t.next != nil {
		t.next.Version = max(t.next.Version, w.Version)
		return true
	}
	if q.pending >= q.limit {
		return false
	}
	if t == nil {
		t = &woken{}
		q.tables[w.Table] = t
	}
	q.pending++
	t.next, t.cause = &w, trace.SpanContextFromContext(ctx)
	if !t.running {
		q.ready <- w.Table
	}
	return true
}

// Run handles wakes until ctx ends, and returns when the handlers have.
func (q *WakeQueue) Run(ctx context.Context) error {
	var wg sync.WaitGroup
	for range q.workers {
		wg.Go(func() { q.work(ctx) })
	}
	wg.Wait()
	return nil
}

func (q *WakeQueue) work(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case table := <-q.ready:
			w, cause := q.begin(table)
			q.handler(trace.ContextWithRemoteSpanContext(ctx, cause), w)
			q.end(table)
		}
	}
}

func (q *WakeQueue) begin(table string) (Wake, trace.SpanContext) {
	q.mu.Lock()
	defer q.mu.Unlock()
	t := q.tables[table]
	w := *t.next
	t.next, t.running = nil, true
	q.pending--
	return w, t.cause
}

// end lets the table's next run queue up. There is room: a table in ready is
// counted in pending, and pending never exceeds limit.
func (q *WakeQueue) end(table string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	t := q.tables[table]
	t.running = false
	if t.next == nil {
		delete(q.tables, table)
		return
	}
	q.ready <- table
}

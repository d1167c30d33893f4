package projection

import (
	"sync"

	"tranca.example/pkg/eventlog"
)

// queue hands commits from the reader of the log to the projector, many at a time:
// waking somebody for each of them costs more than they do.
type queue struct {
	limit int
	some  chan struct{} // holds a token when there is something to take

	mu      sync.Mutex
	room    *sync.Cond
	commits []eventlog.Commit
	err     error // after them
	ended   bool
}

// newQueue makes a queue of at most limit commits.
func newQueue(limit int) *queue {
	q := &queue{limit: limit, some: make(chan struct{}, 1)}
	q.room = sync.NewCond(&q.mu)
	return q
}

// put waits for room; false means that the queue has ended.
func (q *queue) put(c eventlog.Commit) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.commits) >= q.limit && !q.ended {
		q.room.Wait()
	}
	if q.ended {
		return false
	}
	if q.commits = append(q.commits, c); len(q.commits) == 1 {
		q.signal()
	}
	return true
}

// fail ends the queue after what is in it.
func (q *queue) fail(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.err = err
	q.signal()
}

func (q *queue) signal() {
	select {
	case q.some <- struct{}{}:
	default:
	}
}

// take is all that there is; used is memory for what comes next. The error comes
// after the commits.
func (q *queue) take(used []eventlog.Commit) ([]eventlog.Commit, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	commits := q.commits
	q.commits = used[:0]
	q.room.Broadcast()
	return commits, q.err
}

// end lets go of whoever waits for room.
func (q *queue) end() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.ended = true
	q.room.Broadcast()
}

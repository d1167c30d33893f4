package limit

import (
	"fmt"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

// Window lets something happen a few times in any stretch of time of a length, for
// each of the keys seen last; one that was forgotten did nothing.
type Window[K comparable] struct {
	most   int
	length time.Duration

	mu   sync.Mutex
	seen *lru.Cache[K, []time.Time] // the last that happened, at most as many as may
}

// NewWindow lets each of so many keys do something so often.
func NewWindow[K comparable](most int, length time.Duration, remember int) (*Window[K], error) {
	seen, err := lru.New[K, []time.Time](remember)
	if err != nil {
		return nil, fmt.Errorf("limit: %w", err)
	}
	return &Window[K]{most: most, length: length, seen: seen}, nil
}

// Take counts something that is to happen now, or tells how long it may not.
func (w *Window[K]) Take(k K, now time.Time) (wait time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	past, _ := w.seen.Get(k)
	if len(past) == w.most {
		if wait = past[0].Add(w.length).Sub(now); wait > 0 {
			return wait
		}
	}
	w.note(k, past, now)
	return 0
}

// Note counts something that has happened, whether it may or not.
func (w *Window[K]) Note(k K, now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	past, _ := w.seen.Get(k)
	w.note(k, past, now)
}

// note needs the lock.
func (w *Window[K]) note(k K, past []time.Time, now time.Time) {
	if len(past) == w.most {
		past = past[1:]
	}
	w.seen.Add(k, append(past, now))
}

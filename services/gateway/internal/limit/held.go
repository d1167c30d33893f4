package limit

import "sync"

// held counts what is open by key; keys of which nothing is open are forgotten.
type held[K comparable] struct {
	most int // 0: no limit
	mu   sync.Mutex
	open map[K]int
}

func newHeld[K comparable](most int) *held[K] { return &held[K]{most: most, open: map[K]int{}} }

// take tells whether one more may be open, which give ends.
func (h *held[K]) take(k K) bool {
	if h.most == 0 {
		return true
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open[k] >= h.most {
		return false
	}
	h.open[k]++
	return true
}

func (h *held[K]) give(k K) {
	if h.most == 0 {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.open[k]--; h.open[k] <= 0 {
		delete(h.open, k)
	}
}

package limit

import (
	"fmt"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"
)

// buckets are the token buckets of the keys seen last; one that was forgotten is
// full when it comes again. A nil one refuses nothing.
type buckets[K comparable] struct {
	rate Rate
	seen *lru.Cache[K, *rate.Limiter]
}

// newBuckets is nil for no limit.
func newBuckets[K comparable](r Rate, remember int) (*buckets[K], error) {
	if r.Each == 0 {
		return nil, nil //nolint:nilnil // documented
	}
	seen, err := lru.New[K, *rate.Limiter](remember)
	if err != nil {
		return nil, fmt.Errorf("limit: %w", err)
	}
	return &buckets[K]{rate: r, seen: seen}, nil
}

// of is the bucket of a key. Of two that are made at once one is lost, and with
// it the first token.
func (b *buckets[K]) of(k K) *rate.Limiter {
	if l, ok := b.seen.Get(k); ok {
		return l
	}
	l := rate.NewLimiter(rate.Limit(b.rate.Each), b.rate.Burst)
	if had, ok, _ := b.seen.PeekOrAdd(k, l); ok {
		return had
	}
	return l
}

// take takes a token, or tells how long there is none.
func (b *buckets[K]) take(k K, now time.Time) (wait time.Duration) {
	if b == nil {
		return 0
	}
	taken := b.of(k).ReserveN(now, 1)
	if wait = taken.DelayFrom(now); wait > 0 {
		taken.CancelAt(now)
	}
	return wait
}

// wait tells how long there is no token, and takes none.
func (b *buckets[K]) wait(k K, now time.Time) time.Duration {
	if b == nil {
		return 0
	}
	l, ok := b.seen.Peek(k)
	if !ok {
		return 0
	}
	missing := 1 - l.TokensAt(now)
	return time.Duration(max(missing, 0) / b.rate.Each * float64(time.Second))
}

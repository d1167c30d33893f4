package chains

import (
	"container/list"
	"sync"

	"tranca.example/pkg/domino/deal"
)

// Cache holds the chains used last. It is safe for concurrent use.
type Cache struct {
	mu     sync.Mutex
	size   int
	recent *list.List // of *slot, most recent first
	slots  map[string]*list.Element
}

type slot struct {
	match string
	chain *deal.Chain
}

// New makes a cache of at most size chains of 2 KiB each.
func New(size int) *Cache {
	return &Cache{size: max(size, 1), recent: list.New(), slots: make(map[string]*list.Element)}
}

// Get is the chain of a match with the tip, if it is remembered.
func (c *Cache) Get(match string, tip deal.Hash) (*deal.Chain, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, found := c.slots[match]
	if !found {
		return nil, false
	}
	s, _ := e.Value.(*slot)
	if s.chain.Tip() != tip {
		return nil, false
	}
	c.recent.MoveToFront(e)
	return s.chain, true
}

// Put remembers the chain of a match, and forgets the one used longest ago.
func (c *Cache) Put(match string, chain *deal.Chain) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, found := c.slots[match]; found {
		c.recent.Remove(e)
	}
	c.slots[match] = c.recent.PushFront(&slot{match, chain})
	for c.recent.Len() > c.size {
		oldest, _ := c.recent.Remove(c.recent.Back()).(*slot)
		delete(c.slots, oldest.match)
	}
}

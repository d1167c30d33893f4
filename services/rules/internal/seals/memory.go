package seals

import (
	"container/list"
	"sync"
	"time"

	"tranca.example/pkg/secret"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
)

// rounds remembers the opened rounds that were used last.
type rounds struct {
	mu     sync.Mutex
	size   int
	recent *list.List // of *opened, most recent first
	places map[secret.Deal]*list.Element
}

type opened struct {
	deal   secret.Deal
	hidden *table.Hidden
}

func newRounds(size int) *rounds {
	return &rounds{size: max(size, 1), recent: list.New(), places: make(map[secret.Deal]*list.Element)}
}

func (r *rounds) get(d secret.Deal) (*table.Hidden, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e, found := r.places[d]
	if !found {
		return nil, false
	}
	r.recent.MoveToFront(e)
	o, _ := e.Value.(*opened)
	return o.hidden, true
}

func (r *rounds) put(d secret.Deal, h *table.Hidden) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e, found := r.places[d]; found {
		r.recent.Remove(e)
	}
	r.places[d] = r.recent.PushFront(&opened{d, h})
	for r.recent.Len() > r.size {
		oldest, _ := r.recent.Remove(r.recent.Back()).(*opened)
		delete(r.places, oldest.deal)
	}
}

// maxSealed bounds the list: whoever finds no place comes with the next try.
const maxSealed = 1 << 14

// sealed lists the rounds that could not be opened, and since when.
type sealed struct {
	mu     sync.Mutex
	tables map[subject.TableID]miss
}

type miss struct {
	deal  secret.Deal
	since time.Time
}

func newSealed() *sealed { return &sealed{tables: make(map[subject.TableID]miss)} }

// add tells whether the deal is new to the list.
func (s *sealed) add(d secret.Deal, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tables[d.Table].deal == d {
		return false
	}
	if len(s.tables) < maxSealed {
		s.tables[d.Table] = miss{d, now}
	}
	return true
}

func (s *sealed) remove(id subject.TableID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.tables, id)
}

func (s *sealed) since(until time.Time) []secret.Deal {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []secret.Deal
	for _, m := range s.tables {
		if !m.since.After(until) {
			out = append(out, m.deal)
		}
	}
	return out
}

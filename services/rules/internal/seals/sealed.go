package seals

import (
	"sync"
	"time"

	"tranca.example/pkg/secret"
	"tranca.example/pkg/subject"
)

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

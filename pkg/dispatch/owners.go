package dispatch

import (
	"sync"

	"tranca.example/pkg/subject"
)

// maxSeen bounds the memory of owners; forgetting one costs a hop.
const maxSeen = 1 << 16

// owners remembers which service owned a table's phase when it was last seen.
type owners struct {
	mu   sync.Mutex
	seen map[string]subject.Service
}

func newOwners() *owners { return &owners{seen: make(map[string]subject.Service)} }

// owner is the service to try first, or else when nothing is known.
func (o *owners) owner(table string, otherwise subject.Service) subject.Service {
	o.mu.Lock()
	defer o.mu.Unlock()
	if s, ok := o.seen[table]; ok {
		return s
	}
	return otherwise
}

func (o *owners) learn(table string, service subject.Service) {
	if service == "" {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.seen) >= maxSeen {
		clear(o.seen)
	}
	o.seen[table] = service
}

package natsrpc

import (
	"context"
	"slices"
	"sync"

	"tranca.example/pkg/subject"
)

// Local is where the servers and callers of one process find one another: what
// is asked of a service in it goes to that service's workers without the broker.
// To both sides it is what the broker would have brought, bytes that are nobody
// else's. A nil Local holds nothing.
type Local struct {
	mu      sync.RWMutex
	servers map[subject.Service][]*Server
	queues  map[subject.Service]*WakeQueue
}

// NewLocal makes one for a process.
func NewLocal() *Local {
	return &Local{servers: map[subject.Service][]*Server{}, queues: map[subject.Service]*WakeQueue{}}
}

func (l *Local) add(s *Server) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.servers[s.o.Service] = append(slices.Clip(l.servers[s.o.Service]), s) // callers may be looking at the old ones
}

func (l *Local) remove(s *Server) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	others := slices.Clone(l.servers[s.o.Service])
	l.servers[s.o.Service] = slices.DeleteFunc(others, func(o *Server) bool { return o == s })
}

// offer hands a request to a replica of a service, to any one if that is not
// named. It never blocks; false means that nobody has got the request.
func (l *Local) offer(service subject.Service, replica subject.Token, r request) bool {
	if l == nil {
		return false
	}
	l.mu.RLock()
	servers := l.servers[service]
	l.mu.RUnlock()
	for _, s := range servers {
		if (replica == subject.Token{} || replica == s.o.Replica) && s.offer(r) {
			return true
		}
	}
	return false
}

// listen passes the wakes of a service to q until unlisten.
func (l *Local) listen(service subject.Service, q *WakeQueue) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.queues[service] = q
}

func (l *Local) unlisten(service subject.Service, q *WakeQueue) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.queues[service] == q {
		delete(l.queues, service)
	}
}

// wake offers a wake to the service's queue in this process; false means that
// there is none, or that it is full.
func (l *Local) wake(ctx context.Context, service subject.Service, w Wake) bool {
	if l == nil {
		return false
	}
	l.mu.RLock()
	q := l.queues[service]
	l.mu.RUnlock()
	return q != nil && q.Offer(ctx, w)
}

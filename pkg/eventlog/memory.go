package eventlog

import (
	"context"
	"fmt"
	"sync"

	"tranca.example/pkg/subject"
)

// DefaultRemember is how many tables a memory of size 0 keeps.
const DefaultRemember = 16384

// Memory remembers the state of the tables used last, and lets one command per
// table run at a time, so that a process does not conflict with itself. The
// services of one process may share one: what one of them appended, the next
// need not read. It is safe for concurrent use.
type Memory[S any] struct {
	size int

	mu     sync.Mutex
	places map[subject.TableID]*place[S]
	idle   place[S] // ring of the places that no command uses: newer is the one used last
	count  int      // of the ring
}

// known is a table as this process saw it last.
type known[S any] struct {
	state *S // never changed
	at    Position
	seq   uint64
}

// value is the state; the zero one of a table without commits.
func (k known[S]) value() (s S) {
	if k.state != nil {
		s = *k.state
	}
	return s
}

// place is what is kept of one table.
type place[S any] struct {
	table subject.TableID
	free  chan struct{} // holds one token while nobody has the turn
	users int           // whoever has the turn or waits for it
	known known[S]      // state nil: nothing

	newer, older *place[S] // in the ring; nil while there are users
}

// NewMemory keeps at most size tables beside those in use; 0: DefaultRemember.
func NewMemory[S any](size int) (*Memory[S], error) {
	if size < 0 {
		return nil, fmt.Errorf("remember %d tables: want 0 (default) or more", size)
	}
	if size == 0 {
		size = DefaultRemember
	}
	m := &Memory[S]{size: size, places: make(map[subject.TableID]*place[S])}
	m.idle.newer, m.idle.older = &m.idle, &m.idle
	return m, nil
}

// lock waits for the table's turn; unlock gives it back.
func (m *Memory[S]) lock(ctx context.Context, table subject.TableID) (*place[S], error) {
	p := m.join(table)
	select {
	case <-p.free: // the usual case, without ctx
		return p, nil
	default:
	}
	select {
	case <-p.free:
		return p, nil
	case <-ctx.Done():
		m.leave(p)
		return nil, ctx.Err()
	}
}

func (m *Memory[S]) unlock(p *place[S]) {
	p.free <- struct{}{}
	m.leave(p)
}

func (m *Memory[S]) join(table subject.TableID) *place[S] {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.place(table)
	if p.users++; p.newer != nil {
		m.takeOut(p)
	}
	return p
}

// leave makes a place idle after its last user.
func (m *Memory[S]) leave(p *place[S]) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if p.users--; p.users == 0 {
		m.rest(p)
	}
}

// place needs the lock, as all that follow do.
func (m *Memory[S]) place(table subject.TableID) *place[S] {
	p := m.places[table]
	if p == nil {
		p = &place[S]{table: table, free: make(chan struct{}, 1)}
		p.free <- struct{}{}
		m.places[table] = p
	}
	return p
}

// rest makes p the newest of the idle places, and drops the oldest when there are
// too many.
func (m *Memory[S]) rest(p *place[S]) {
	if p.newer != nil {
		m.takeOut(p)
	}
	if p.known.state == nil {
		delete(m.places, p.table)
		return
	}
	p.older, p.newer = &m.idle, m.idle.newer
	p.older.newer, p.newer.older = p, p
	if m.count++; m.count > m.size {
		oldest := m.idle.older
		m.takeOut(oldest)
		delete(m.places, oldest.table)
	}
}

func (m *Memory[S]) takeOut(p *place[S]) {
	p.older.newer, p.newer.older = p.newer, p.older
	p.older, p.newer = nil, nil
	m.count--
}

func (m *Memory[S]) get(table subject.TableID) (known[S], bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.places[table]
	if p == nil || p.known.state == nil {
		return known[S]{}, false
	}
	if p.users == 0 {
		m.rest(p)
	}
	return p.known, true
}

// put remembers k unless something newer is known.
func (m *Memory[S]) put(table subject.TableID, k known[S]) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.place(table)
	p.learn(k)
	if p.users == 0 {
		m.rest(p)
	}
}

// recall is get, and keep is put, for whoever has the turn.
func (m *Memory[S]) recall(p *place[S]) (k known[S], found bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return p.known, p.known.state != nil
}

func (m *Memory[S]) keep(p *place[S], k known[S]) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p.learn(k)
}

// learn needs the lock of the memory.
func (p *place[S]) learn(k known[S]) {
	if p.known.state == nil || k.seq > p.known.seq {
		p.known = k
	}
}

func (m *Memory[S]) forget(table subject.TableID) {
	m.mu.Lock()
	defer m.mu.Unlock()
	p := m.places[table]
	if p == nil {
		return
	}
	if p.known = (known[S]{}); p.users == 0 {
		m.rest(p)
	}
}

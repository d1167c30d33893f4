package eventlog

import (
	"container/list"
	"context"
	"sync"

	"tranca.example/pkg/subject"
)

// known is a table as this process saw it last.
type known[S any] struct {
	state S
	at    Position
	seq   uint64
}

// tables remembers the state of the tables used last, and lets one command per
// table run at a time, so that this process does not conflict with itself.
type tables[S any] struct {
	mu     sync.Mutex
	size   int
	recent *list.List // of *slot[S], most recent first
	slots  map[subject.TableID]*list.Element
	turns  map[subject.TableID]*turn
}

type slot[S any] struct {
	table subject.TableID
	known known[S]
}

type turn struct {
	free    chan struct{} // holds one token while nobody has the turn
	waiting int           // holder and waiters
}

func newTables[S any](size int) *tables[S] {
	return &tables[S]{
		size:   size,
		recent: list.New(),
		slots:  make(map[subject.TableID]*list.Element),
		turns:  make(map[subject.TableID]*turn),
	}
}

// lock waits for the table's turn; done gives it back.
func (t *tables[S]) lock(ctx context.Context, table subject.TableID) (done func(), err error) {
	turn := t.join(table)
	select {
	case <-turn.free:
		return func() { turn.free <- struct{}{}; t.leave(table, turn) }, nil
	case <-ctx.Done():
		t.leave(table, turn)
		return nil, ctx.Err()
	}
}

func (t *tables[S]) join(table subject.TableID) *turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	w, found := t.turns[table]
	if !found {
		w = &turn{free: make(chan struct{}, 1)}
		w.free <- struct{}{}
		t.turns[table] = w
	}
	w.waiting++
	return w
}

func (t *tables[S]) leave(table subject.TableID, w *turn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if w.waiting--; w.waiting == 0 {
		delete(t.turns, table)
	}
}

func (t *tables[S]) get(table subject.TableID) (known[S], bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	e, found := t.slots[table]
	if !found {
		return known[S]{}, false
	}
	t.recent.MoveToFront(e)
	return e.Value.(*slot[S]).known, true
}

// put remembers k unless something newer is known; it forgets the table that
// was used longest ago when there are too many.
func (t *tables[S]) put(table subject.TableID, k known[S]) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e, found := t.slots[table]; found {
		t.recent.MoveToFront(e)
		if s := e.Value.(*slot[S]); k.seq > s.known.seq {
			s.known = k
		}
		return
	}
	t.slots[table] = t.recent.PushFront(&slot[S]{table: table, known: k})
	if t.recent.Len() > t.size {
		t.remove(t.recent.Back())
	}
}

func (t *tables[S]) forget(table subject.TableID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e, found := t.slots[table]; found {
		t.remove(e)
	}
}

func (t *tables[S]) remove(e *list.Element) {
	t.recent.Remove(e)
	delete(t.slots, e.Value.(*slot[S]).table)
}

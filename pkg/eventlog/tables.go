package eventlog

import (
	"context"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

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
	mu    sync.Mutex
	known *simplelru.LRU[subject.TableID, known[S]]
	turns map[subject.TableID]*turn
}

type turn struct {
	free    chan struct{} // holds one token while nobody has the turn
	waiting int           // holder and waiters
}

// newTables remembers size tables; it fails when size is not positive.
func newTables[S any](size int) (*tables[S], error) {
	lru, err := simplelru.NewLRU[subject.TableID, known[S]](size, nil)
	if err != nil {
		return nil, err
	}
	return &tables[S]{known: lru, turns: make(map[subject.TableID]*turn)}, nil
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
	return t.known.Get(table)
}

// put remembers k unless something newer is known; it forgets the table that
// was used longest ago when there are too many.
func (t *tables[S]) put(table subject.TableID, k known[S]) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if have, found := t.known.Get(table); !found || k.seq > have.seq {
		t.known.Add(table, k)
	}
}

func (t *tables[S]) forget(table subject.TableID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.known.Remove(table)
}

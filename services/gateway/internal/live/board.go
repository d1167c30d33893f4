package live

import (
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
	"tranca.example/services/gateway/internal/spell"
)

// maxGone is how many tables a board remembers that have left it.
const maxGone = 256

// board is the list of tables with the order of its changes, which are counted from
// 1. It is for one goroutine at a time.
type board struct {
	seq    uint64 // of the last change
	rows   []row  // as they were listed
	gone   []departure
	oldest uint64 // every change after this one is known
	more   bool

	last  *news // the last answer, for the many who ask the same
	from  uint64
	whole bool
}

// news are what changed in a list. They are shared, and never changed.
type news struct {
	text   []byte
	update *apiv1.LobbyUpdate
}

// row is a table in the list.
type row struct {
	summary *apiv1.TableSummary
	changed uint64
}

type departure struct {
	id string
	at uint64
}

// set takes the list as it is now and tells whether it differs.
func (b *board) set(rows []row, more bool) bool {
	next := b.seq + 1
	changed := b.seq == 0
	before := make(map[string]row, len(b.rows))
	for _, r := range b.rows {
		before[r.summary.GetTableId()] = r
	}
	for i := range rows {
		id := rows[i].summary.GetTableId()
		old, known := before[id]
		if delete(before, id); known && old.summary.GetVersion() == rows[i].summary.GetVersion() {
			rows[i] = old
			continue
		}
		rows[i].changed, changed = next, true
	}
	for id := range before {
		b.gone, changed = append(b.gone, departure{id, next}), true
	}
	if b.more != more {
		b.more, changed = more, true
	}
	if b.rows = rows; changed {
		b.seq, b.last = next, nil
		b.forget()
	}
	return changed
}

// forget drops what left the list longest ago.
func (b *board) forget() {
	for len(b.gone) > maxGone {
		b.oldest = b.gone[0].at
		b.gone = b.gone[1:]
	}
}

// since are what changed after a position, or the whole list, and the position
// after it; nil when nothing has.
func (b *board) since(at uint64, whole bool) (*news, uint64, error) {
	if whole = whole || at < b.oldest || at > b.seq; !whole && at == b.seq {
		return nil, b.seq, nil
	}
	if b.last != nil && b.whole == whole && (whole || b.from == at) {
		return b.last, b.seq, nil
	}
	m := b.update(at, whole)
	text, err := spell.Lobby(make([]byte, 0, smallest), m)
	if err != nil {
		return nil, b.seq, err
	}
	b.last, b.from, b.whole = &news{text, m}, at, whole
	return b.last, b.seq, nil
}

func (b *board) update(at uint64, whole bool) *apiv1.LobbyUpdate {
	m := &apiv1.LobbyUpdate{Whole: whole, More: b.more}
	for _, r := range b.rows {
		if whole || r.changed > at {
			m.Tables = append(m.Tables, r.summary)
		}
	}
	if whole {
		return m
	}
	for _, d := range b.gone {
		if d.at > at && !b.lists(d.id) {
			m.Gone = append(m.Gone, d.id)
		}
	}
	return m
}

// lists tells whether a table that has left is back.
func (b *board) lists(id string) bool {
	for _, r := range b.rows {
		if r.summary.GetTableId() == id {
			return true
		}
	}
	return false
}

package live

import (
	"fmt"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/replay"
	"tranca.example/pkg/table"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
	"tranca.example/services/gateway/internal/spell"
)

// Update is a commit as viewers get it. All viewers of a table share it, so it is
// never changed.
type Update struct {
	Commit  table.Commit
	cursor  string // everybody's behind it
	message *apiv1.LiveUpdate
	chunk   []byte // the event of everybody's streams, as a chunk of HTTP/1.1
	event   []byte // within chunk
	named   int    // where the event goes on behind the id, which is everybody's alone
}

// smallest is the room that an event's text begins with; a table with a round
// needs more.
const smallest = 4 << 10

func (h *Hub) update(c eventlog.Commit) (*Update, error) {
	commit, err := replay.DecodeCommit(h.o.Codec, c)
	if err != nil {
		return nil, err
	}
	return h.shown(c, commit)
}

// next is update for who has the one before: most of a commit is the state, and a
// move changes little of it.
func (h *Hub) next(before *Update, c eventlog.Commit) (*Update, error) {
	commit, err := replay.DecodeNext(h.o.Codec, before.Commit.State, c)
	if err != nil {
		return nil, err
	}
	return h.shown(c, commit)
}

// shown is a commit that was read, as it is told.
func (h *Hub) shown(c eventlog.Commit, commit table.Commit) (u *Update, err error) {
	u = &Update{
		Commit: commit, cursor: h.o.Cursors.seal(position{commit.State.ID, everybody, uint64(commit.Version)}),
		message: h.o.Codec.LiveUpdate(commit),
	}
	b := appendID(make([]byte, chunkHead, smallest), u.cursor)
	u.named = len(b) - chunkHead
	if b, err = spell.Update(appendName(b, "update"), u.message); err != nil {
		return nil, fmt.Errorf("version %d of table %s: %w", c.Version, c.Table, err)
	}
	length := len(b) + len("\n\n") - chunkHead
	u.chunk = chunk(append(b, "\n\n"...))
	u.event = u.chunk[len(u.chunk)-len("\r\n")-length:][:length]
	return u, nil
}

package archive

import (
	"context"
	"iter"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/subject"
)

// History reads the past of tables from an archive, as an event log would.
type History struct {
	Dir    Dir
	Decode Decode
}

// History implements eventlog.HistoryReader. It reads the whole archive of the
// table's shard, and yields what is there up to the archive's end, which may be
// older than the table's last commit.
func (h History) History(ctx context.Context, id subject.TableID, from uint32) iter.Seq2[eventlog.Commit, error] {
	return func(yield func(eventlog.Commit, error) bool) {
		var last uint32
		for c, err := range h.commits(ctx, id) {
			begun := last != 0 || c.Version <= max(from, 1)
			if err == nil && (!begun || last != 0 && c.Version != last+1) {
				err = &eventlog.GapError{Table: id, Want: uint64(max(last+1, from)), Got: uint64(c.Version)}
			}
			if last = c.Version; err == nil && c.Version < from {
				continue
			}
			if !yield(c, err) || err != nil {
				return
			}
		}
		if last == 0 {
			yield(eventlog.Commit{}, eventlog.ErrNotFound)
		}
	}
}

// commits yields the table's commits as they come.
func (h History) commits(ctx context.Context, id subject.TableID) iter.Seq2[eventlog.Commit, error] {
	return func(yield func(eventlog.Commit, error) bool) {
		for m, err := range h.Dir.Messages(id.Shard()) {
			if err == nil {
				err = ctx.Err()
			}
			if err == nil && m.Subject != subject.Game(id) {
				continue
			}
			var c eventlog.Commit
			if err == nil {
				c, err = h.Decode(m)
			}
			if !yield(c, err) || err != nil {
				return
			}
		}
	}
}

package jetstream

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/stored"
	"tranca.example/pkg/subject"
)

// get reads one commit of the table from the leader of its stream. Errors:
// eventlog.ErrNotFound, ErrUnknownShard, ErrUnavailable, ErrInvalid.
func (l *Log) get(ctx context.Context, table subject.TableID, what stored.Query) (eventlog.Commit, error) {
	if len(l.shards) > 0 && !slices.Contains(l.shards, table.Shard()) {
		return eventlog.Commit{}, &eventlog.UnknownShardError{Table: table}
	}
	ctx, cancel := context.WithTimeout(ctx, l.timeout)
	defer cancel()
	m, err := stored.Get(ctx, l.conn, subject.GameStream(table.Shard()), what)
	if errors.Is(err, stored.ErrNone) {
		return eventlog.Commit{}, eventlog.ErrNotFound
	}
	if err != nil {
		return eventlog.Commit{}, fmt.Errorf("%w: %w", eventlog.ErrUnavailable, err)
	}
	if m.Subject != subject.Game(table) {
		return eventlog.Commit{}, fmt.Errorf("%w: message %d is not of table %s", eventlog.ErrInvalid, m.Seq, table)
	}
	return ParseMessage(m)
}

// ParseMessage reads a commit from a message of a game stream as it lies there.
// The error is eventlog.ErrInvalid.
func ParseMessage(m stored.Message) (eventlog.Commit, error) {
	table, err := subject.ParseGame(m.Subject)
	if err != nil {
		return eventlog.Commit{}, fmt.Errorf("message %d is no commit: %w: %w", m.Seq, eventlog.ErrInvalid, err)
	}
	header, err := m.ParseHeader()
	if err != nil {
		return eventlog.Commit{}, malformed(table, m.Seq, err)
	}
	return commit(table, m.Seq, m.Time, header, m.Data)
}

package jetstream

import (
	"context"
	"fmt"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/subject"
)

// Head implements eventlog.Follower.
func (l *Log) Head(ctx context.Context, shard subject.Shard) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, l.timeout)
	defer cancel()
	stream, err := l.js.Stream(ctx, subject.GameStream(shard)) // asks the leader
	if err != nil {
		return 0, fmt.Errorf("head of shard %s: %w: %w", shard, eventlog.ErrUnavailable, err)
	}
	return stream.CachedInfo().State.LastSeq, nil
}

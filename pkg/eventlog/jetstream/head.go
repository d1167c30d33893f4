package jetstream

import (
	"context"
	"fmt"

	"tranca.example/pkg/subject"
)

// Head returns the sequence of the shard's last commit, 0 for none.
func (l *Log) Head(ctx context.Context, shard subject.Shard) (uint64, error) {
	ctx, cancel := context.WithTimeout(ctx, l.timeout)
	defer cancel()
	stream, err := l.js.Stream(ctx, subject.GameStream(shard)) // asks the leader
	if err != nil {
		return 0, fmt.Errorf("head of shard %s: %w", shard, err)
	}
	return stream.CachedInfo().State.LastSeq, nil
}

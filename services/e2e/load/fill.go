package load

import (
	"context"
	"encoding/binary"
	"fmt"
	"sync"
	"sync/atomic"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
)

// Filler writes whole matches of scripted tables straight into a log, as the
// services would have: nobody is asked, and no seed is kept.
type Filler struct {
	log    eventlog.Appender
	game   Game
	codec  *wire.Codec
	tables atomic.Uint64
	done   atomic.Int64
}

// NewFiller fills shard 0 of a log.
func NewFiller(log eventlog.Appender, g Game) *Filler {
	return &Filler{log: log, game: g, codec: wire.NewCodec()}
}

// Fill writes matches, so many at a time, until the log has at least so many
// commits of this filler, and returns how many it has.
func (f *Filler) Fill(ctx context.Context, commits int64, writers int) (int64, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var group sync.WaitGroup
	for range writers {
		group.Go(func() {
			for f.done.Load() < commits && ctx.Err() == nil {
				if err := f.match(ctx); err != nil {
					cancel(err)
				}
			}
		})
	}
	group.Wait()
	return f.done.Load(), context.Cause(ctx)
}

// Body is the mean size of the commits of a match.
func Body(g Game) (int, error) {
	var sizes scale
	filler := NewFiller(&sizes, g)
	if err := filler.match(context.Background()); err != nil {
		return 0, err
	}
	return sizes.bytes / int(sizes.commits), nil //nolint:gosec // some hundred
}

// scale is a log that keeps nothing but how much it was given.
type scale struct {
	commits uint64
	bytes   int
}

// Append implements eventlog.Appender.
func (s *scale) Append(_ context.Context, c eventlog.Commit, _ uint64) (uint64, error) {
	s.commits, s.bytes = s.commits+1, s.bytes+len(c.Body)
	return s.commits, nil
}

// match writes one table from its opening to the end of its first match.
func (f *Filler) match(ctx context.Context) error {
	id, _, hashes, err := f.open()
	if err != nil {
		return err
	}
	script, err := newScript(f.game, id.String(), hashes, f.writer(ctx, id))
	if err != nil {
		return err
	}
	return script.finish()
}

func (f *Filler) next() (subject.TableID, error) {
	random := [10]byte{0: 0xf1, 1: 0x11}
	binary.BigEndian.PutUint64(random[2:], f.tables.Add(1))
	return subject.NewTableID(0, random)
}

func (f *Filler) append(ctx context.Context, id subject.TableID, c table.Commit, before table.Phase, last uint64) (uint64, error) {
	body, err := f.codec.EncodeCommit(c)
	if err != nil {
		return 0, err
	}
	seq, err := f.log.Append(ctx, eventlog.Commit{
		Table: id, Version: c.Version, Writer: string(before.Owner()), Phase: string(c.State.Phase), Body: body,
	}, last)
	if err != nil {
		return 0, fmt.Errorf("fill the log: %w", err)
	}
	f.done.Add(1)
	return seq, nil
}

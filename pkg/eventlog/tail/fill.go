package tail

import (
	"context"
	"errors"
	"time"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/subject"
)

// When the log is read no more, and when again.
const (
	enough    = 256                   // commits in a row that the process has told of
	lookEvery = 20 * time.Millisecond // whether all joins
	patience  = 3                     // looks at the same missing sequence
	headEvery = 50                    // looks; then the head of the log is asked for
)

// errEnded says that the source stopped of itself.
var errEnded = errors.New("the log ended the iteration")

// feed fills the window until its readers have left or the source fails.
func (t *Tail) feed(ctx context.Context, shard subject.Shard, f *feed) {
	err := t.fill(ctx, shard, f)
	t.mu.Lock()
	t.forget(shard, f) // whoever follows from now on tries anew
	t.mu.Unlock()
	f.end(err)
}

func (t *Tail) fill(ctx context.Context, shard subject.Shard, f *feed) error {
	head, err := t.o.Source.Head(ctx, shard)
	if err != nil {
		return err
	}
	f.begin(head)
	for ctx.Err() == nil {
		if err := t.read(ctx, shard, f); err != nil {
			return err
		}
		if err := t.listen(ctx, shard, f); err != nil {
			return err
		}
	}
	return errEnded
}

// read follows the log until the process tells of all commits by itself. It may
// do so somewhat later than they are read: what counts lies behind.
func (t *Tail) read(ctx context.Context, shard subject.Shard, f *feed) error {
	last, _ := f.place()
	behind, row := uint64(len(f.ring)/4), 0
	for c, err := range t.o.Source.Follow(ctx, shard, last) {
		if err != nil {
			return err
		}
		f.read(c)
		if row++; c.Seq <= behind || !f.isOwn(c.Seq-behind) {
			row = 0
		}
		if row == enough {
			return nil
		}
	}
	return errEnded
}

// listen returns when somebody else has appended. The error is a
// *eventlog.GapError when the log lacks what the window holds.
func (t *Tail) listen(ctx context.Context, shard subject.Shard, f *feed) error {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	var stuckAt, head uint64
	for look, stuck := 1, 0; stuck < patience; look++ {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
		last, torn := f.place()
		if look%headEvery == 0 {
			var err error
			if head, err = t.head(ctx, shard, last); err != nil {
				return err
			}
		}
		switch behind := torn || head > last; {
		case !behind:
			stuck = 0
		case last == stuckAt:
			stuck++
		default:
			stuckAt, stuck = last, 1
		}
	}
	return nil
}

// head is the head of the log; 0 when it cannot be told now.
func (t *Tail) head(ctx context.Context, shard subject.Shard, last uint64) (uint64, error) {
	head, err := t.o.Source.Head(ctx, shard)
	if err != nil {
		return 0, nil //nolint:nilerr // the next look will tell
	}
	if head < last {
		return 0, &eventlog.GapError{Stream: subject.GameStream(shard), Want: last, Got: head}
	}
	return head, nil
}

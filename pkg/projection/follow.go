package projection

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/telemetry"
)

// batch collects the changes of the commits in (from, to].
type batch struct {
	from, to uint64
	commits  int
	changes  []Change
	traces   []map[string]string // of the commits that carry one
	place    map[string]int      // key → its change, because only the last one counts
	waiting  map[subject.TableID]int
	unfolded []eventlog.Commit // the last of each table in waiting, to be folded together
}

func newBatch(from uint64) *batch {
	return &batch{from: from, to: from, place: map[string]int{}, waiting: map[subject.TableID]int{}}
}

func (b *batch) count(c eventlog.Commit) {
	b.to, b.commits = c.Seq, b.commits+1
	if len(c.Header) > 0 && len(b.traces) < maxLinks {
		b.traces = append(b.traces, c.Header)
	}
}

// hold keeps a commit in place of the one before of its table.
func (b *batch) hold(c eventlog.Commit) {
	if i, found := b.waiting[c.Table]; found {
		b.unfolded[i] = c
		return
	}
	b.waiting[c.Table] = len(b.unfolded)
	b.unfolded = append(b.unfolded, c)
}

func (b *batch) add(changes []Change) {
	for _, change := range changes {
		if i, found := b.place[change.Key]; found {
			b.changes[i] = change
			continue
		}
		b.place[change.Key] = len(b.changes)
		b.changes = append(b.changes, change)
	}
}

// maxLinks is how many commits the span of a batch is linked to at most.
const maxLinks = 128

var errEnded = errors.New("the log ended the iteration")

// follow reads from the store's checkpoint on and returns with the first error.
func (p *Projector) follow(ctx context.Context, g *gaps) error {
	ctx, cancel := context.WithCancel(ctx)
	checkpoint, err := p.o.Writer.Checkpoint(ctx, p.o.Shard)
	if err != nil {
		cancel()
		return err
	}
	p.checkpoint.Store(checkpoint)
	q := newQueue(p.o.MaxBatch)
	done := make(chan struct{})
	go func() {
		defer close(done)
		p.read(ctx, checkpoint, q)
	}()
	err = p.look(ctx)
	if err == nil {
		err = p.collect(ctx, newBatch(checkpoint), q, g)
	}
	cancel()
	q.end()
	<-done
	return err
}

// read passes on what the log yields until ctx ends.
func (p *Projector) read(ctx context.Context, after uint64, q *queue) {
	for c, err := range p.o.Source.Follow(ctx, p.o.Shard, after) {
		if err != nil {
			q.fail(err)
			return
		}
		if !q.put(c) {
			return
		}
	}
	q.fail(errEnded)
}

// collect folds and writes until something fails.
func (p *Projector) collect(ctx context.Context, b *batch, q *queue, g *gaps) error {
	ticker := time.NewTicker(p.o.CheckEvery)
	defer ticker.Stop()
	flush := time.NewTimer(p.o.MaxDelay)
	defer flush.Stop()
	var taken []eventlog.Commit
	for {
		var err error
		var done bool
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-q.some:
			if b.commits == 0 {
				flush.Reset(p.o.MaxDelay)
			}
			taken, err = q.take(taken)
			if b, err = p.takeAll(ctx, b, taken, err, g); err == nil {
				continue
			}
		case <-flush.C:
		case <-ticker.C:
			err, done = p.check(ctx, b), true
		}
		if err == nil && b.commits > 0 {
			err, done = p.write(ctx, b, g), true
			b = newBatch(p.checkpoint.Load())
		}
		if err != nil {
			return err
		}
		if done {
			p.goesOn(ctx)
		}
	}
}

// takeAll folds commits into the batch, writes each that is full, and returns the
// one that is not; end is why there are no more, or nil.
func (p *Projector) takeAll(ctx context.Context, b *batch, commits []eventlog.Commit, end error, g *gaps) (*batch, error) {
	for _, c := range commits {
		if err := p.take(b, c); err != nil {
			return b, err
		}
		if b.commits < p.o.MaxBatch {
			continue
		}
		if err := p.write(ctx, b, g); err != nil {
			return b, err
		}
		b = newBatch(p.checkpoint.Load())
	}
	clear(commits) // their memory is used again, what they hold is not
	return b, end
}

// take folds one commit into the batch. A fresh projection may begin anywhere,
// because old commits age out of the log; after that no sequence may be missing.
func (p *Projector) take(b *batch, c eventlog.Commit) error {
	if want := b.to + 1; c.Seq != want && (b.to != 0 || c.Seq == 0) {
		return &eventlog.GapError{Stream: subject.GameStream(p.o.Shard), Want: want, Got: c.Seq}
	}
	b.count(c)
	if p.o.Latest {
		b.hold(c)
		return nil
	}
	return p.fold(b, c)
}

func (p *Projector) fold(b *batch, c eventlog.Commit) error {
	changes, err := p.o.Fold(c)
	if err != nil {
		return &foldError{seq: c.Seq, err: fmt.Errorf("sequence %d: %w", c.Seq, err)}
	}
	b.add(changes)
	return nil
}

func (p *Projector) write(ctx context.Context, b *batch, g *gaps) error {
	for _, c := range b.unfolded {
		if err := p.fold(b, c); err != nil {
			return err
		}
	}
	ctx, span := telemetry.StartBatch(ctx, p.o.Tracer, telemetry.Message{
		Operation: "project", Destination: p.o.Name, Template: "g.{shard}.{table}.ev",
	}, b.commits, b.traces...)
	err := p.apply(ctx, b)
	telemetry.EndSpan(span, err)
	if err != nil {
		return err
	}
	g.applied(b.to)
	p.checkpoint.Store(b.to)
	p.end = max(p.end, b.to)
	p.head.Store(max(p.head.Load(), b.to))
	p.observe()
	return nil
}

// apply writes a batch. When another projector of the same log has written a
// part of it already, the rest is written: rows that the part has touched only
// get the same content again.
func (p *Projector) apply(ctx context.Context, b *batch) error {
	for from := b.from; ; {
		err := p.o.Writer.Apply(ctx, p.o.Shard, from, b.to, b.changes)
		gap, ok := errors.AsType[*GapError](err)
		if !ok || gap.Have <= from || gap.Have >= b.to {
			return err
		}
		from = gap.Have
	}
}

// check finds out whether the store was changed under an idle projector, and
// how far the log is. A store that is further than the projector was written by
// another one, unless it is further than the log.
func (p *Projector) check(ctx context.Context, b *batch) error {
	have, err := p.o.Writer.Checkpoint(ctx, p.o.Shard)
	if err != nil {
		return err
	}
	if err := p.look(ctx); err != nil {
		return err
	}
	if have < b.from || have > p.head.Load() {
		return &GapError{Have: have, From: b.from}
	}
	return nil
}

// look asks for the head of the log. The first answer since the start is what
// catching up is measured by.
func (p *Projector) look(ctx context.Context) error {
	head, err := p.o.Source.Head(ctx, p.o.Shard)
	if err != nil {
		return fmt.Errorf("head of shard %s: %w", p.o.Shard, err)
	}
	p.end = head
	p.head.Store(max(head, p.checkpoint.Load()))
	if !p.caughtUp.Load() && p.target.Load() == 0 {
		p.target.Store(head)
	}
	p.observe()
	return nil
}

func (p *Projector) observe() {
	p.showLag(p.Lag())
	if p.checkpoint.Load() >= p.target.Load() {
		p.caughtUp.Store(true)
	}
}

package bots

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/subject"
)

// waker sends a wake.
type waker interface {
	Wake(ctx context.Context, service subject.Service, w natsrpc.Wake) error
}

// pace wakes tables whose bot is still thinking, each once.
type pace struct {
	waker  waker
	logger *slog.Logger

	mu      sync.Mutex
	stopped bool
	wishes  map[string]*wish // by table
}

// wish is a wake that is to come; its address tells it from others.
type wish struct{ timer *time.Timer }

func newPace(w waker, logger *slog.Logger) *pace {
	return &pace{waker: w, logger: logger, wishes: map[string]*wish{}}
}

// wakeIn wakes the table after a while, in place of an earlier wish for it. If
// this replica does not live so long, the sweep does it.
func (p *pace) wakeIn(ctx context.Context, wait time.Duration, w natsrpc.Wake) {
	ctx = context.WithoutCancel(ctx)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stopped {
		return
	}
	if earlier := p.wishes[w.Table]; earlier != nil {
		earlier.timer.Stop()
	}
	mine := &wish{}
	p.wishes[w.Table] = mine
	mine.timer = time.AfterFunc(wait, func() {
		if !p.take(w.Table, mine) {
			return
		}
		if err := p.waker.Wake(ctx, subject.Bots, w); err != nil {
			p.logger.WarnContext(ctx, "wake not sent", "table", w.Table, "error", err)
		}
	})
}

// take tells whether the wish is the table's present one, and forgets it.
func (p *pace) take(table string, mine *wish) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.wishes[table] != mine {
		return false
	}
	delete(p.wishes, table)
	return true
}

// Run drops every wish when ctx ends.
func (p *pace) Run(ctx context.Context) error {
	<-ctx.Done()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped = true
	for _, w := range p.wishes {
		w.timer.Stop()
	}
	clear(p.wishes)
	return nil
}

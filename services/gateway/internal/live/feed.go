package live

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/tablehost"
)

// Bounds of what waits: pushes of one table, updates of one viewer, and words for it.
const (
	pushBuffer = 256
	viewBuffer = 64
	wordBuffer = 8
)

// maxAtOnce is how many viewers the feed itself tells an update; more than that
// are told at the same time by goroutines of their own.
const maxAtOnce = 32

// feed follows one table for all its viewers.
type feed struct {
	hub    *Hub
	id     subject.TableID
	cancel context.CancelFunc
	users  int // guarded by the hub
	ready  chan struct{}
	poke   chan struct{}
	baton  eventlog.Baton
	veil   veil // of the goroutine that runs

	mu      sync.Mutex
	newest  *Update
	shown   *Update // the newest that whoever has no seat may see
	err     error   // why the feed ended or never began
	viewers map[*Viewer]struct{}
}

// Viewer gets the updates of one table.
type Viewer struct {
	feed    *feed
	seated  bool
	updates chan *Update
	said    chan *said
	to      outlet          // where they go instead, if set; guarded by the feed
	bell    chan<- struct{} // is rung when updates has more, if set; guarded by the feed
	deaf    deaf            // guarded by the feed
	slow    bool            // guarded by the feed until updates is closed
}

// outlet takes the updates of a viewer, each before the next one, without waiting.
type outlet interface {
	// put tells an update; now: before it returns, if possible. It is false when
	// the viewer is too slow.
	put(u *Update, now bool) bool
	// say tells a word, if nothing else waits.
	say(s *said, now bool)
	// end tells that no update follows.
	end(slow bool)
}

func newFeed(h *Hub, id subject.TableID, cancel context.CancelFunc) *feed {
	return &feed{
		hub: h, id: id, cancel: cancel, ready: make(chan struct{}), poke: make(chan struct{}, 1),
		baton: tablehost.Baton(), veil: newVeil(), viewers: make(map[*Viewer]struct{}),
	}
}

// run follows the table until ctx ends or its log cannot be followed.
func (f *feed) run(ctx context.Context) {
	pushed := make(chan *nats.Msg, pushBuffer)
	stop, err := f.begin(ctx, pushed)
	defer stop()
	if err == nil {
		close(f.ready)
		err = f.follow(ctx, pushed)
	}
	f.hub.drop(f)
	f.end(err)
	asked := errors.Is(err, eventlog.ErrNotFound) || errors.Is(err, eventlog.ErrUnknownShard) // anybody may ask for what is not
	if err != nil && ctx.Err() == nil && !asked {
		f.hub.o.Logger.WarnContext(ctx, "live feed ended", "table", f.id.String(), "error", err)
	}
}

// begin subscribes before it reads, so that nothing falls between.
func (f *feed) begin(ctx context.Context, pushed chan *nats.Msg) (stop func(), err error) {
	stop, err = f.hub.o.Pushes.Subscribe(f.id, pushed)
	if err != nil {
		return func() {}, fmt.Errorf("watch table %s: %w", f.id, err)
	}
	c, err := f.hub.o.Log.Last(ctx, f.id)
	if err != nil {
		return stop, fmt.Errorf("watch table %s: %w", f.id, err)
	}
	if f.newest, err = f.hub.update(c); err != nil {
		return stop, err
	}
	return stop, f.lookBack(ctx)
}

func (f *feed) follow(ctx context.Context, pushed <-chan *nats.Msg) error {
	poll := time.NewTicker(f.hub.o.Poll)
	defer poll.Stop()
	defer f.veil.later.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			return nil
		case <-f.hub.stopped:
			return nil
		case m := <-pushed:
			err = f.push(ctx, m)
		case <-poll.C:
			if err = f.check(ctx); err == nil {
				f.reveal(ctx)
			}
		case <-f.veil.later.C:
			f.reveal(ctx)
		case <-f.poke:
			err = f.check(ctx)
		}
		if err != nil {
			return err
		}
	}
}

func (f *feed) push(ctx context.Context, m *nats.Msg) error {
	c, err := jetstream.ParseLive(m)
	if err != nil {
		return err
	}
	return f.take(ctx, c)
}

// check asks the log for the last commit, when its turn comes. A log that does not
// answer is asked again at the next poll.
func (f *feed) check(ctx context.Context) error {
	select {
	case f.hub.checks <- struct{}{}:
		defer func() { <-f.hub.checks }()
	case <-f.hub.stopped:
		return nil
	case <-ctx.Done():
		return nil
	}
	c, err := f.hub.o.Log.Last(ctx, f.id)
	if err != nil {
		return nil // the next poll asks again
	}
	return f.take(ctx, c)
}

// take accepts a commit once and in order, and fills what lies before it.
func (f *feed) take(ctx context.Context, c eventlog.Commit) error {
	next := f.version() + 1
	switch {
	case c.Version < next:
		return nil
	case c.Version == next:
		return f.accept(ctx, c)
	}
	for c, err := range f.hub.o.Log.History(ctx, f.id, next) {
		if err != nil {
			return nil
		}
		f.hub.gaps.Inc()
		if err := f.accept(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// accept hands the next commit to the viewers. One that the owner of the phase
// has not written is never shown.
func (f *feed) accept(ctx context.Context, c eventlog.Commit) error {
	if err := f.baton.VerifyWriter(string(f.newest.Commit.State.Phase), c); err != nil {
		return err
	}
	u, err := f.hub.next(f.newest, c)
	if err != nil {
		return err
	}
	if f.veil.passes(&u.Commit.State, &u.Commit, f.now()) {
		f.tell(u, toAll)
		return nil
	}
	f.tell(u, toSeats)
	f.reveal(ctx)
	return nil
}

// audience is whom an update is for.
type audience uint8

const (
	toAll audience = iota
	toSeats
	toOthers // who have no seat
)

func (a audience) has(v *Viewer) bool { return a == toAll || v.seated == (a == toSeats) }

// tell hands an update to an audience.
func (f *feed) tell(u *Update, to audience) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if to != toOthers {
		f.newest = u
	}
	if to != toSeats {
		f.shown = u
	}
	told := 0
	for v := range f.viewers {
		if !to.has(v) {
			continue
		}
		if !v.take(u, told < maxAtOnce) {
			v.slow = true
			f.remove(v)
			f.hub.slow.Inc()
		}
		told++
	}
	f.hub.told.Add(float64(told))
}

// take needs the feed's lock; it is false when the viewer is too slow.
func (v *Viewer) take(u *Update, now bool) bool {
	if v.to != nil {
		return v.to.put(u, now)
	}
	select {
	case v.updates <- u:
		ring(v.bell)
		return true
	default:
		return false
	}
}

// version is that of the newest update; only run changes it.
func (f *feed) version() uint32 { return f.newest.Commit.Version }

func (f *feed) look() {
	select {
	case f.poke <- struct{}{}:
	default:
	}
}

// end lets all viewers go.
func (f *feed) end(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err = err; err == nil {
		f.err = context.Canceled
	}
	for v := range f.viewers {
		f.remove(v)
	}
	select {
	case <-f.ready:
	default:
		close(f.ready)
	}
}

func (f *feed) enter(seated bool) (*Viewer, *Update, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err != nil {
		return nil, nil, f.err
	}
	v := &Viewer{feed: f, seated: seated, updates: make(chan *Update, viewBuffer), said: make(chan *said, wordBuffer)}
	f.viewers[v] = struct{}{}
	if seated {
		return v, f.newest, nil
	}
	return v, f.shown, nil
}

// seen is the newest update that whoever has no seat may see.
func (f *feed) seen() (*Update, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.shown, f.err
}

// remove needs the lock.
func (f *feed) remove(v *Viewer) {
	if _, ok := f.viewers[v]; ok {
		delete(f.viewers, v)
		close(v.updates)
		ring(v.bell)
		if v.to != nil {
			v.to.end(v.slow)
		}
	}
}

// Updates are those after the one that Join gave, without a gap. The channel is
// closed when the viewer is too slow, leaves, or the feed ends.
func (v *Viewer) Updates() <-chan *Update { return v.updates }

// ringAt rings a bell whenever there is more to tell, or Updates is closed, and once
// now. What a viewer is deaf to is not told.
func (v *Viewer) ringAt(bell chan<- struct{}, d deaf) {
	v.feed.mu.Lock()
	defer v.feed.mu.Unlock()
	v.bell, v.deaf = bell, d
	ring(bell)
}

// divert sends the updates to an outlet from now on, and at once those that wait.
func (v *Viewer) divert(to outlet) {
	v.feed.mu.Lock()
	defer v.feed.mu.Unlock()
	v.to = to
	for {
		select {
		case u, open := <-v.updates:
			if !open {
				to.end(v.slow)
				return
			}
			to.put(u, true)
		case s := <-v.said:
			to.say(s, true)
		default:
			return
		}
	}
}

// Slow tells, once Updates is closed, whether the viewer was too slow.
func (v *Viewer) Slow() bool { return v.slow }

// Leave ends the watching; it must be called once.
func (v *Viewer) Leave() {
	v.feed.mu.Lock()
	v.feed.remove(v)
	v.feed.mu.Unlock()
	v.feed.hub.viewers.Dec()
	v.feed.hub.release(v.feed)
}

package live

import (
	"context"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"tranca.example/pkg/wire"
)

// How often the list of tables is asked for: while it changes, and at least.
const (
	lobbyBusy = 250 * time.Millisecond
	lobbyIdle = time.Second
)

// lobbySize is how many tables of the list are told: as many as one page has.
const lobbySize = 200

// lobbyTimeout is how long the list may take.
const lobbyTimeout = 5 * time.Second

// lobby asks for the list of tables while anybody follows it, for all of them
// together.
type lobby struct {
	via    Asker
	codec  *wire.Codec
	logger *slog.Logger
	now    func() time.Time

	mu  sync.Mutex
	run *lobbyRun // nil while nobody follows it
}

// lobbyRun is the list from when somebody began to follow it until nobody does.
type lobbyRun struct {
	lobby  *lobby
	name   string // of the topic: positions of another run are of no use here
	cancel context.CancelFunc
	users  int           // guarded by the lobby
	ready  chan struct{} // closed once there is a list, or err

	mu    sync.Mutex
	err   error // why there never was a list
	list  board
	bells map[chan<- struct{}]struct{}
}

func newLobby(o Options) *lobby {
	return &lobby{via: o.Via, codec: o.Codec, logger: o.Logger, now: o.Now}
}

// follow begins to follow the list: the bell is rung when it changes. The error is
// the lobby's.
func (l *lobby) follow(ctx context.Context, bell chan<- struct{}) (*lobbyRun, error) {
	r := l.enter()
	select {
	case <-r.ready:
	case <-ctx.Done():
		l.leave(r, bell)
		return nil, ctx.Err()
	}
	if err := r.admit(bell); err != nil {
		l.leave(r, bell)
		return nil, err
	}
	return r, nil
}

// admit needs the run to be ready.
func (r *lobbyRun) admit(bell chan<- struct{}) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.bells[bell] = struct{}{}
		ring(bell)
	}
	return r.err
}

func (l *lobby) enter() *lobbyRun {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.run == nil {
		ctx, cancel := context.WithCancel(context.Background())
		l.run = &lobbyRun{
			lobby: l, name: "lobby " + strconv.FormatInt(l.now().UnixNano(), 36), cancel: cancel,
			ready: make(chan struct{}), bells: make(map[chan<- struct{}]struct{}),
		}
		go l.run.work(ctx)
	}
	l.run.users++
	return l.run
}

// leave ends following; the last one ends the run.
func (l *lobby) leave(r *lobbyRun, bell chan<- struct{}) {
	r.mu.Lock()
	delete(r.bells, bell)
	r.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	if r.users--; r.users > 0 {
		return
	}
	r.cancel()
	if l.run == r {
		l.run = nil
	}
}

// work asks for the list, the more often the more it changes.
func (r *lobbyRun) work(ctx context.Context) {
	_, err := r.look(ctx)
	r.mu.Lock()
	r.err = err
	r.mu.Unlock()
	if close(r.ready); err != nil {
		r.lobby.forget(r)
		return
	}
	for pause := lobbyBusy; sleep(ctx, pause); {
		changed, err := r.look(ctx)
		if pause = min(2*pause, lobbyIdle); changed {
			pause = lobbyBusy
		}
		if err != nil && ctx.Err() == nil {
			r.lobby.logger.DebugContext(ctx, "list of tables not had", "error", err)
		}
	}
}

// forget has the next one who follows the list try anew.
func (l *lobby) forget(r *lobbyRun) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.run == r {
		l.run = nil
	}
}

// look asks once, and tells whether something has changed.
func (r *lobbyRun) look(ctx context.Context) (changed bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, lobbyTimeout)
	defer cancel()
	reply, err := r.lobby.via.Do(ctx, wire.Request{Query: wire.ListTables{Page: wire.Page{Size: lobbySize}}})
	if err != nil {
		return false, err
	}
	rows := make([]row, len(reply.Tables))
	for i, s := range reply.Tables {
		rows[i] = row{summary: r.lobby.codec.TableSummary(s)}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.list.set(rows, reply.NextPage != "") {
		return false, nil
	}
	for bell := range r.bells {
		ring(bell)
	}
	return true, nil
}

// since is what changed after a position, or all of it, and the new position.
func (r *lobbyRun) since(at uint64, whole bool) (*news, uint64, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.list.since(at, whole)
}

func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

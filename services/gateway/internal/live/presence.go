package live

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
)

// Asker sends a request to the service that it is for.
type Asker interface {
	Do(ctx context.Context, r wire.Request) (wire.Reply, error)
}

// PresenceOptions describe a Presence; all are required.
type PresenceOptions struct {
	Via    Asker
	Logger *slog.Logger
	Random io.Reader     // for command ids
	Away   time.Duration // without a stream for so long, a seat is disconnected
	Silent time.Duration // so is one whose client stopped saying that it is there
}

// Presence tells the table when the holder of a seat comes and goes. A gateway
// knows its own streams only: whoever watches a seat through another one says
// at once that its holder is there.
type Presence struct {
	o PresenceOptions

	mu      sync.Mutex
	stopped bool
	seats   map[holder]*attendance
	tokens  map[string]holder // of those who are here
}

// holder is who holds a seat, for as long as his token is good.
type holder struct {
	table string
	seat  domino.Seat
	gen   uint32
}

type attendance struct {
	token   string
	streams int
	leaving *time.Timer // nil while there are streams
	quiet   *time.Timer // until the seat counts as silent; nil: its client never says that it is there
	silent  bool
}

// NewPresence makes a presence that knows nobody.
func NewPresence(o PresenceOptions) *Presence {
	return &Presence{o: o, seats: make(map[holder]*attendance), tokens: make(map[string]holder)}
}

// Run keeps watch until ctx ends. Who loses his stream because the gateway
// stops has not gone: he is back in a moment.
func (p *Presence) Run(ctx context.Context) error {
	<-ctx.Done()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped = true
	for _, a := range p.seats {
		stop(a.leaving)
		stop(a.quiet)
	}
	return nil
}

func stop(t *time.Timer) {
	if t != nil {
		t.Stop()
	}
}

// enter counts one more stream of a holder, who is heard of by that.
func (p *Presence) enter(who holder, token string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.seats[who]
	if a == nil {
		a = &attendance{}
		p.seats[who] = a
	}
	stop(a.leaving)
	delete(p.tokens, a.token) // the same holder may come with another token
	a.leaving, a.token = nil, token
	p.tokens[token] = who
	if a.quiet != nil {
		p.heard(who, a)
	}
	a.streams++
}

// heard needs the lock, and tells whether the holder was silent.
func (p *Presence) heard(who holder, a *attendance) (silent bool) {
	stop(a.quiet)
	a.quiet = time.AfterFunc(p.o.Silent, func() { p.fell(who, a) })
	silent, a.silent = a.silent, false
	return silent
}

// hear takes the word of a holder's client that it is there; false: he has no
// stream here.
func (p *Presence) hear(who holder) bool {
	p.mu.Lock()
	a := p.seats[who]
	if p.stopped || a == nil || a.streams == 0 {
		p.mu.Unlock()
		return false
	}
	silent, token := p.heard(who, a), a.token
	p.mu.Unlock()
	if silent {
		p.back(who, token)
	}
	return true
}

// known is the holder at a table who shows a token and has a stream here.
func (p *Presence) known(table, token string) (holder, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	who, ok := p.tokens[token]
	return who, ok && who.table == table
}

// fell counts a holder as silent.
func (p *Presence) fell(who holder, a *attendance) {
	p.mu.Lock()
	falls := !p.stopped && p.seats[who] == a && a.streams > 0 && !a.silent
	if falls {
		a.silent = true
	}
	token := a.token
	p.mu.Unlock()
	if falls {
		p.tell(who, token, table.Disconnect{})
	}
}

// forget needs the lock.
func (p *Presence) forget(who holder, a *attendance) {
	stop(a.quiet)
	delete(p.seats, who)
	delete(p.tokens, a.token)
}

// exit counts one less; after the last one he is soon disconnected, unless he has
// gone on elsewhere.
func (p *Presence) exit(who holder, token string, elsewhere bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.seats[who]
	a.streams--
	switch {
	case a.streams > 0:
	case p.stopped, elsewhere:
		p.forget(who, a)
	default:
		a.leaving = time.AfterFunc(p.o.Away, func() { p.gone(who, a, token) })
	}
}

func (p *Presence) gone(who holder, a *attendance, token string) {
	p.mu.Lock()
	stay := p.stopped || p.seats[who] != a || a.streams > 0
	if !stay {
		p.forget(who, a)
	}
	p.mu.Unlock()
	if !stay {
		p.tell(who, token, table.Disconnect{})
	}
}

// back says that the holder is there, unless he is silent.
func (p *Presence) back(who holder, token string) {
	p.mu.Lock()
	a := p.seats[who]
	silent := a != nil && a.silent
	p.mu.Unlock()
	if !silent {
		go p.tell(who, token, table.Return{})
	}
}

func (p *Presence) tell(who holder, token string, c table.Command) {
	var id table.CommandID
	_, err := io.ReadFull(p.o.Random, id[:])
	if err == nil {
		_, err = p.o.Via.Do(context.Background(), wire.Request{
			TableID: who.table, ID: id, Credential: wire.Credential{SeatToken: token}, Command: c,
		})
	}
	if r, _ := rpcerr.From(err); r != nil {
		p.o.Logger.Debug("presence not told", "command", fmt.Sprintf("%T", c), "table", who.table, "reason", r.Reason)
	}
}

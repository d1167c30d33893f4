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
}

// Presence tells the table when the holder of a seat comes and goes. A gateway
// knows its own streams only: whoever watches a seat through another one says
// at once that its holder is there.
type Presence struct {
	o PresenceOptions

	mu      sync.Mutex
	stopped bool
	seats   map[holder]*attendance
}

// holder is who holds a seat, for as long as his token is good.
type holder struct {
	table string
	seat  domino.Seat
	gen   uint32
}

type attendance struct {
	streams int
	leaving *time.Timer // nil while there are streams
}

// NewPresence makes a presence that knows nobody.
func NewPresence(o PresenceOptions) *Presence {
	return &Presence{o: o, seats: make(map[holder]*attendance)}
}

// Run keeps watch until ctx ends. Who loses his stream because the gateway
// stops has not gone: he is back in a moment.
func (p *Presence) Run(ctx context.Context) error {
	<-ctx.Done()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped = true
	for _, a := range p.seats {
		if a.leaving != nil {
			a.leaving.Stop()
		}
	}
	return nil
}

// enter counts one more stream of a holder.
func (p *Presence) enter(who holder) {
	p.mu.Lock()
	defer p.mu.Unlock()
	a := p.seats[who]
	if a == nil {
		a = &attendance{}
		p.seats[who] = a
	}
	if a.leaving != nil {
		a.leaving.Stop()
		a.leaving = nil
	}
	a.streams++
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
		delete(p.seats, who)
	default:
		a.leaving = time.AfterFunc(p.o.Away, func() { p.gone(who, a, token) })
	}
}

func (p *Presence) gone(who holder, a *attendance, token string) {
	p.mu.Lock()
	stay := p.stopped || p.seats[who] != a || a.streams > 0
	if !stay {
		delete(p.seats, who)
	}
	p.mu.Unlock()
	if !stay {
		p.tell(who, token, table.Disconnect{})
	}
}

// back says that the holder is there.
func (p *Presence) back(who holder, token string) { go p.tell(who, token, table.Return{}) }

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

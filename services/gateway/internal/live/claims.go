package live

import (
	"encoding/binary"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/subject"
)

// Peers are the gateways.
type Peers interface {
	// Tell sends all of them a message about the holders of a table, at most once.
	Tell(id subject.TableID, body []byte) error
	// Say sends all of them, this one included, a word of a seat, at most once.
	Say(id subject.TableID, body []byte) error
}

// crossing is how long ago a stream was opened at least, so that a claim of another
// gateway is known to be later, whatever the clocks say. Of two that may have crossed
// each other the greater one wins.
const crossing = time.Second

// claims let the holder of a seat have one stream, the last one that was opened,
// at whatever gateway.
type claims struct {
	peers  Peers
	logger *slog.Logger
	now    func() time.Time
	self   uint64 // among the gateways

	mu     sync.Mutex
	newest uint64 // number of the greatest claim that was made or heard of
	latest map[holder]*claim
}

// claim is that of a stream to be the only one of its holder.
type claim struct {
	holder
	id     subject.TableID
	number uint64 // a time in microseconds, or more: greater than all that were known
	since  time.Time
	bell   chan<- struct{}
	lost   atomic.Bool
}

func newClaims(o Options) *claims {
	return &claims{peers: o.Peers, logger: o.Logger, now: o.Now, self: o.Self, latest: make(map[holder]*claim)}
}

// make claims a seat for a stream; an older claim is lost.
func (c *claims) make(id subject.TableID, who holder, bell chan<- struct{}) *claim {
	made := &claim{holder: who, id: id, since: c.now(), bell: bell}
	c.mu.Lock()
	c.newest = max(c.newest+1, uint64(made.since.UnixMicro())) //nolint:gosec // no time before 1970
	made.number = c.newest
	older := c.latest[who]
	c.latest[who] = made
	c.mu.Unlock()
	older.lose()
	c.announce(made)
	return made
}

// announce tells the other gateways. One that does not hear of it keeps an older
// stream until the client at its other end is gone.
func (c *claims) announce(made *claim) {
	if err := c.peers.Tell(made.id, c.encode(made)); err != nil {
		c.logger.Warn("claim of a seat not told", "table", made.table, "error", err)
	}
}

// release gives a claim up, if there is one.
func (c *claims) release(made *claim) {
	if made == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.latest[made.holder] == made {
		delete(c.latest, made.holder)
	}
}

func (c *claim) isLost() bool { return c != nil && c.lost.Load() }

func (c *claim) lose() {
	if c != nil {
		c.lost.Store(true)
		ring(c.bell)
	}
}

// hear takes a claim of another gateway.
func (c *claims) hear(id subject.TableID, body []byte) error {
	m, err := decodeClaim(id, body)
	if err != nil || m.gateway == c.self {
		return err
	}
	c.mu.Lock()
	c.newest = max(c.newest, m.number)
	mine := c.latest[m.holder]
	yields := mine != nil && (c.now().Sub(mine.since) >= crossing || m.beats(mine.number, c.self))
	if yields {
		delete(c.latest, m.holder)
	}
	c.mu.Unlock()
	switch {
	case yields:
		mine.lose()
	case mine != nil:
		c.announce(mine) // the other one may not have heard of it
	}
	return nil
}

// claimLength is that of a claim as it is sent: form, seat, generation, gateway, number.
const claimLength = 1 + 1 + 4 + 8 + 8

const claimVersion = 1

func (c *claims) encode(made *claim) []byte {
	b := append(make([]byte, 0, claimLength), claimVersion, byte(made.seat))
	b = binary.BigEndian.AppendUint32(b, made.gen)
	b = binary.BigEndian.AppendUint64(b, c.self)
	return binary.BigEndian.AppendUint64(b, made.number)
}

// foreign is a claim of another gateway.
type foreign struct {
	holder
	gateway, number uint64
}

// beats tells whether a claim is greater than the one of a gateway with a number.
func (f foreign) beats(number, gateway uint64) bool {
	if f.number != number {
		return f.number > number
	}
	return f.gateway > gateway
}

var errNoClaim = errors.New("message about a holder: want a claim")

func decodeClaim(id subject.TableID, b []byte) (foreign, error) {
	if len(b) != claimLength || b[0] != claimVersion {
		return foreign{}, errNoClaim
	}
	return foreign{
		holder:  holder{table: id.String(), seat: domino.Seat(b[1]), gen: binary.BigEndian.Uint32(b[2:])},
		gateway: binary.BigEndian.Uint64(b[6:]), number: binary.BigEndian.Uint64(b[14:]),
	}, nil
}

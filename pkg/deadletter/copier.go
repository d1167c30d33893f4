package deadletter

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/pkg/records"
	"tranca.example/pkg/stored"
	"tranca.example/pkg/subject"
)

// copier stands for the consumer in letters about advisories.
const copier = "advisories"

// DefaultEvery is how often advisories are looked for.
const DefaultEvery = 2 * time.Second

// CopierOptions describe a Copier. Everything but Every is required.
type CopierOptions struct {
	Conn *nats.Conn
	// Open are the streams that messages are copied from. What another one holds
	// may be secret.
	Open    []string
	Logger  *slog.Logger
	Metrics prometheus.Registerer
	Every   time.Duration // 0: DefaultEvery
}

// Copier makes a letter of every advisory. Several may work at the same time.
type Copier struct {
	o       CopierOptions
	box     *Box
	metrics *metrics
	next    uint64                    // the advisory that was not looked at yet
	stuck   map[uint64]again          // those before it of which no letter could be made yet
	looks   int                       // how often was looked
	known   map[subject.PoisonID]bool // whether each waits; nil: not looked yet
	stand   [2]uint64                 // ends of the stream of letters as of that look
	added   int                       // letters of this look
}

// maxTold is how many letters of one look are told one by one.
const maxTold = 20

// NewCopier makes one; Run makes it work.
func NewCopier(o CopierOptions) (*Copier, error) {
	if o.Conn == nil || o.Logger == nil || o.Metrics == nil || o.Every < 0 {
		return nil, errors.New("dead letters: copier: want Conn, Logger, Metrics and no negative interval")
	}
	if o.Every == 0 {
		o.Every = DefaultEvery
	}
	box, err := Open(o.Conn, 0)
	if err != nil {
		return nil, err
	}
	m, err := newMetrics(o.Metrics)
	return &Copier{o: o, box: box, metrics: m}, err
}

// Run copies until ctx ends. After a failure it looks again; an advisory stays
// where it is, and one that fails alone is tried again while the others go on.
func (c *Copier) Run(ctx context.Context) error {
	ticker := time.NewTicker(c.o.Every)
	defer ticker.Stop()
	defer c.metrics.clear() // whoever takes over counts
	c.next, c.known, c.stuck, c.looks = 0, nil, map[uint64]again{}, 0
	var told string
	for {
		err := c.look(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil && told != err.Error() {
			c.o.Logger.WarnContext(ctx, "dead letters not looked at", "error", err)
		}
		if told = ""; err != nil {
			told = err.Error()
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// look brings the box up to date with the advisories.
func (c *Copier) look(ctx context.Context) error {
	if err := c.count(ctx); err != nil {
		return err
	}
	defer c.sum(ctx)
	stream, err := c.box.js.Stream(ctx, subject.DLQStream)
	if err != nil {
		return fmt.Errorf("advisories: %w", err)
	}
	state := stream.CachedInfo().State
	if c.next > state.LastSeq+1 {
		c.next = 0 // the stream was made anew
		clear(c.stuck)
	}
	c.next = max(c.next, state.FirstSeq, 1)
	c.looks++
	c.retry(ctx)
	c.advance(ctx, state.LastSeq)
	c.show()
	return nil
}

// count learns which letters there are, where there is anything new, and tells of
// decisions.
func (c *Copier) count(ctx context.Context) error {
	stream, err := c.box.js.Stream(ctx, subject.PoisonStream)
	if err != nil {
		return fmt.Errorf("dead letters: %w", err)
	}
	state := stream.CachedInfo().State
	stand := [2]uint64{state.FirstSeq, state.LastSeq}
	if c.known != nil && c.stand == stand {
		return nil
	}
	now, err := c.box.states(ctx, c.known)
	if err != nil {
		return err
	}
	c.stand = stand // of before: what came since is looked at again
	for id, waits := range now {
		if was := c.known[id]; was && !waits {
			c.tellDecision(ctx, id)
		}
	}
	first := c.known == nil
	c.known = now
	if n := c.show(); first && n > 0 { // whoever wrote one may have died before it could tell
		c.o.Logger.ErrorContext(ctx, "dead letters wait for a decision: see 'tranca dlq list'", "letters", n)
	}
	return nil
}

// show sets the gauges, and tells how many letters wait.
func (c *Copier) show() int {
	n := 0
	for _, waits := range c.known {
		if waits {
			n++
		}
	}
	c.metrics.waiting.Set(float64(n))
	c.metrics.stuck.Set(float64(len(c.stuck)))
	return n
}

func (c *Copier) tellDecision(ctx context.Context, id subject.PoisonID) {
	l, err := c.box.Get(ctx, id)
	if err != nil {
		c.o.Logger.WarnContext(ctx, "decision about a dead letter not read", "letter", id.String(), "error", err)
		return
	}
	c.o.Logger.WarnContext(ctx, "dead letter decided", "letter", id.String(), "state", string(l.State), "by", l.By, "why", l.Why)
}

// advisory makes the letter of one advisory, unless there is one.
func (c *Copier) advisory(ctx context.Context, seq uint64) error {
	m, err := c.read(ctx, subject.DLQStream, seq)
	if errors.Is(err, stored.ErrNone) {
		return nil
	}
	if err != nil {
		return err
	}
	l, err := readAdvisory(m)
	if err != nil {
		return err
	}
	waits, known := c.known[l.ID]
	switch {
	case replaced(l) && (waits || !known):
		return c.note(ctx, l)
	case known:
		return nil
	}
	if l, err = c.fill(ctx, l); err != nil {
		return err
	}
	return c.keep(ctx, l)
}

// note keeps a letter about which there is nothing to decide, without an alarm.
func (c *Copier) note(ctx context.Context, l Letter) error {
	l.Lack = Gone
	if _, err := c.box.add(ctx, l); err != nil {
		return err
	}
	_, err := c.box.Drop(ctx, l.ID, Decision{By: copier, Why: "the table's next firing took its place", At: l.GivenUp})
	if _, decided := errors.AsType[*NotWaitingError](err); err != nil && !decided {
		return err
	}
	c.known[l.ID] = false
	return nil
}

// fill puts the message into its letter.
func (c *Copier) fill(ctx context.Context, l Letter) (Letter, error) {
	if l.Kind != Unreadable && !slices.Contains(c.o.Open, l.ID.Stream()) {
		l.Lack = Withheld
		return l, nil
	}
	m, err := c.read(ctx, l.ID.Stream(), l.ID.Seq())
	if api, answered := errors.AsType[*jetstream.APIError](err); errors.Is(err, stored.ErrNone) ||
		answered && api.ErrorCode == jetstream.JSErrCodeStreamNotFound {
		l.Lack = Gone
		return l, nil
	}
	if err != nil {
		return l, err
	}
	l.Subject, l.Data, l.Stored = m.Subject, m.Data, m.Time
	if l.Header, err = m.ParseHeader(); err != nil {
		l.Header = nil // a message that no client can read; the rest is told
	}
	return l, nil
}

// keep writes the letter, and raises the alarm where it was the first to.
func (c *Copier) keep(ctx context.Context, l Letter) error {
	added, err := c.box.add(ctx, l)
	if errors.Is(err, records.ErrRefused) && l.Lack == "" {
		l.Lack, l.Subject, l.Header, l.Data = Huge, short(l.Subject), nil, nil
		added, err = c.box.add(ctx, l)
	}
	if err != nil {
		return err
	}
	if !added {
		return nil // another replica was faster
	}
	c.known[l.ID] = true
	c.metrics.copied(l, c.o.Open)
	if c.added++; c.added > maxTold {
		return nil
	}
	c.o.Logger.ErrorContext(ctx, "a consumer gave up on a message: see 'tranca dlq list'", "letter", l.ID.String(),
		"kind", string(l.Kind), "reason", l.Reason, "deliveries", l.Deliveries, "subject", l.Subject, "lack", string(l.Lack))
	return nil
}

// sum tells how many letters of this look were not told one by one: whatever goes
// wrong for thousands of tables shall not drown what else is told.
func (c *Copier) sum(ctx context.Context) {
	if more := c.added - maxTold; more > 0 {
		c.o.Logger.ErrorContext(ctx, "consumers gave up on more messages: see 'tranca dlq list'", "letters", more)
	}
	c.added = 0
}

func (c *Copier) read(ctx context.Context, stream string, seq uint64) (stored.Message, error) {
	ctx, cancel := context.WithTimeout(ctx, c.box.timeout)
	defer cancel()
	return stored.Get(ctx, c.o.Conn, stream, stored.Query{Seq: seq})
}

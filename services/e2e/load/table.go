package load

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/table"
	"tranca.example/pkg/token"
	"tranca.example/pkg/wire"
)

// waitLimit is how long the services may take to carry a table on.
const waitLimit = 30 * time.Second

// Door is where commands are asked for. A *dispatch.Dispatcher asks over NATS as
// the gateway does, an HTTP asks a gateway.
type Door interface {
	// Do asks once, whatever that takes, and returns the answer or the refusal.
	Do(ctx context.Context, r wire.Request) (wire.Reply, error)
}

// Watcher lets one see a table from now on.
type Watcher interface {
	Watch(ctx context.Context, table string) (Feed, error)
}

// Feed tells what becomes of one table.
type Feed interface {
	// Next waits for the next version, until ctx ends.
	Next(ctx context.Context) (Push, error)
	// Waiting tells whether Next has something at once.
	Waiting() bool
}

// Push is one version of a table as somebody was told of it.
type Push struct {
	Version uint32
	Bytes   int // of the message's body
}

// Ack is a move that was acknowledged: the version that it led to, and when.
type Ack struct {
	Version uint32
	At      time.Time
}

// Table is a table that is played from a script by somebody who is told of every
// commit, as the gateway and its viewers are. It is for one goroutine at a time.
type Table struct {
	ID     string
	Pushed int    // commits that were pushed
	Bytes  int    // of their bodies
	Noting bool   // keeps Acks
	Acks   []Ack  // of moves, in their order
	Match  uint32 // matches that had begun at the last step

	door   Door
	feed   Feed
	tokens []string
	script *Script
	steps  []Step
	seen   uint32 // version of the last push or answer
}

// Game says what is played.
type Game struct {
	Preset  string
	Seed    []byte        // of all deals
	Options table.Options // those of the table; Options() waits for nobody
}

// Open opens a table and takes every seat.
func Open(ctx context.Context, door Door, watcher Watcher, g Game) (*Table, error) {
	rules, err := domino.NewRules(g.Preset, nil)
	if err != nil {
		return nil, err
	}
	t := &Table{door: door}
	keys, hashes := make([]string, rules.Seats), make([]table.Hash, rules.Seats)
	for i := range keys {
		if keys[i], hashes[i], err = newKey(); err != nil {
			return nil, err
		}
	}
	reply, err := t.ask(ctx, wire.Request{
		Credential: wire.Credential{PlayerKey: keys[0]}, Command: table.OpenTable{Preset: g.Preset, Options: g.Options},
	})
	if err != nil {
		return nil, fmt.Errorf("open: %w", err)
	}
	t.ID = reply.TableID
	if t.feed, err = watcher.Watch(ctx, t.ID); err != nil {
		return nil, fmt.Errorf("watch table %s: %w", t.ID, err)
	}
	if err := t.sit(ctx, keys); err != nil {
		return nil, err
	}
	t.script, err = NewScript(g, t.ID, hashes)
	return t, err
}

func newKey() (key string, hash table.Hash, err error) {
	key = uuid.NewString()
	hash, err = token.HashPlayerKey(key)
	return key, hash, err
}

func (t *Table) sit(ctx context.Context, keys []string) error {
	for i, key := range keys {
		reply, err := t.ask(ctx, wire.Request{
			TableID: t.ID, Credential: wire.Credential{PlayerKey: key},
			Command: table.Sit{Seat: domino.Seat(i), Player: Player(i)}, //nolint:gosec // seats are few
		})
		if err != nil {
			return fmt.Errorf("sit at %d: %w", i, err)
		}
		t.tokens = append(t.tokens, reply.SeatToken)
	}
	return nil
}

// Prepare writes down what comes next until there are at least so many steps.
func (t *Table) Prepare(steps int) error {
	for len(t.steps) < steps {
		more, err := t.script.More()
		if err != nil {
			return err
		}
		t.steps = append(t.steps, more...)
	}
	return nil
}

// Next does the next step, and tells whether it was a move that the table was
// ready for: what waits for the services is no measure of a move.
func (t *Table) Next(ctx context.Context) (counts bool, err error) {
	if len(t.steps) == 0 {
		if err := t.Prepare(1); err != nil {
			return false, err
		}
	}
	s := t.steps[0]
	waited, err := t.reach(ctx, s.Version)
	if err != nil {
		return false, err
	}
	if waited {
		return false, nil
	}
	reply, err := t.ask(ctx, wire.Request{
		TableID: t.ID, Credential: wire.Credential{SeatToken: t.tokens[s.Seat]}, Expected: s.Version, Command: s.Command,
	})
	if err != nil {
		return false, fmt.Errorf("table %s: %T at version %d: %w", t.ID, s.Command, s.Version, err)
	}
	if reply.Version <= s.Version { // a later one than the next was told when the first try had no answer
		return false, fmt.Errorf("table %s: %T at version %d led to version %d", t.ID, s.Command, s.Version, reply.Version)
	}
	t.seen, t.Match, t.steps = reply.Version, s.Match, t.steps[1:]
	if t.Noting && s.Moves() {
		t.Acks = append(t.Acks, Ack{s.Version + 1, time.Now()}) //nolint:forbidigo // measures
	}
	return s.Moves(), nil
}

func (t *Table) ask(ctx context.Context, r wire.Request) (wire.Reply, error) {
	r.ID = table.CommandID(uuid.New())
	return t.door.Do(ctx, r)
}

var errStuck = errors.New("the services do not carry the table on")

// reach takes in what was pushed, and waits for a version that is not there yet.
func (t *Table) reach(ctx context.Context, version uint32) (waited bool, err error) {
	for t.feed.Waiting() {
		if err := t.push(ctx); err != nil {
			return false, err
		}
	}
	if t.seen >= version {
		return false, nil
	}
	ctx, cancel := context.WithTimeoutCause(ctx, waitLimit, errStuck)
	defer cancel()
	for t.seen < version {
		if err := t.push(ctx); err != nil {
			return true, fmt.Errorf("table %s at version %d of %d: %w", t.ID, t.seen, version, err)
		}
	}
	return true, nil
}

func (t *Table) push(ctx context.Context) error {
	p, err := t.feed.Next(ctx)
	if err != nil {
		return err
	}
	t.seen = max(t.seen, p.Version)
	t.Pushed, t.Bytes = t.Pushed+1, t.Bytes+p.Bytes
	return nil
}

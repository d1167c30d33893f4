package load

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go"

	"tranca.example/pkg/dispatch"
	"tranca.example/pkg/domino"
	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/token"
	"tranca.example/pkg/wire"
)

// waitLimit is how long the services may take to carry a table on.
const waitLimit = 30 * time.Second

// Table is a table that is played from a script by somebody who asks the
// services as the gateway does, and is pushed every commit as the gateway is.
// It is for one goroutine at a time.
type Table struct {
	via    *dispatch.Dispatcher
	id     string
	tokens []string
	script *Script
	steps  []Step
	pushes chan *nats.Msg
	seen   uint32 // version of the last push or answer
	Pushed int    // commits that were pushed
	Bytes  int    // of their bodies
}

// Open opens a table of the preset and takes every seat.
func Open(ctx context.Context, conn *nats.Conn, via *dispatch.Dispatcher, seed []byte, preset string) (*Table, error) {
	rules, err := domino.NewRules(preset, nil)
	if err != nil {
		return nil, err
	}
	t := &Table{via: via, pushes: make(chan *nats.Msg, 1024)}
	keys, hashes := make([]string, rules.Seats), make([]table.Hash, rules.Seats)
	for i := range keys {
		if keys[i], hashes[i], err = newKey(); err != nil {
			return nil, err
		}
	}
	reply, err := t.ask(ctx, wire.Request{
		Credential: wire.Credential{PlayerKey: keys[0]}, Command: table.OpenTable{Preset: preset, Options: Options()},
	})
	if err != nil {
		return nil, fmt.Errorf("open: %w", err)
	}
	t.id = reply.TableID
	if err := t.watch(conn); err != nil {
		return nil, err
	}
	if err := t.sit(ctx, keys); err != nil {
		return nil, err
	}
	t.script, err = NewScript(seed, t.id, preset, hashes)
	return t, err
}

func newKey() (key string, hash table.Hash, err error) {
	key = uuid.NewString()
	hash, err = token.HashPlayerKey(key)
	return key, hash, err
}

func (t *Table) watch(conn *nats.Conn) error {
	id, err := subject.ParseTableID(t.id)
	if err != nil {
		return err
	}
	_, err = conn.ChanSubscribe(subject.Live(id), t.pushes) // ends with the connection
	return err
}

func (t *Table) sit(ctx context.Context, keys []string) error {
	for i, key := range keys {
		reply, err := t.ask(ctx, wire.Request{
			TableID: t.id, Credential: wire.Credential{PlayerKey: key},
			Command: table.Sit{Seat: domino.Seat(i), Player: Player(i)}, //nolint:gosec // seats are few
		})
		if err != nil {
			return fmt.Errorf("sit at %d: %w", i, err)
		}
		t.tokens = append(t.tokens, reply.SeatToken)
	}
	return nil
}

// Prepare writes matches down until there are at least so many steps.
func (t *Table) Prepare(steps int) error {
	for len(t.steps) < steps {
		match, err := t.script.Match()
		if err != nil {
			return err
		}
		t.steps = append(t.steps, match...)
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
		TableID: t.id, Credential: wire.Credential{SeatToken: t.tokens[s.Seat]}, Expected: s.Version, Command: s.Command,
	})
	if err != nil {
		return false, fmt.Errorf("table %s: %T at version %d: %w", t.id, s.Command, s.Version, err)
	}
	if reply.Version != s.Version+1 {
		return false, fmt.Errorf("table %s: %T at version %d led to version %d", t.id, s.Command, s.Version, reply.Version)
	}
	t.seen, t.steps = reply.Version, t.steps[1:]
	return s.Moves(), nil
}

func (t *Table) ask(ctx context.Context, r wire.Request) (wire.Reply, error) {
	r.ID = table.CommandID(uuid.New())
	return t.via.Do(ctx, r)
}

var errStuck = errors.New("the services do not carry the table on")

// reach takes in what was pushed, and waits for a version that is not there yet.
func (t *Table) reach(ctx context.Context, version uint32) (waited bool, err error) {
	for len(t.pushes) > 0 {
		if err := t.push(<-t.pushes); err != nil {
			return false, err
		}
	}
	if t.seen >= version {
		return false, nil
	}
	ctx, cancel := context.WithTimeoutCause(ctx, waitLimit, errStuck)
	defer cancel()
	for t.seen < version {
		select {
		case m := <-t.pushes:
			if err := t.push(m); err != nil {
				return true, err
			}
		case <-ctx.Done():
			return true, fmt.Errorf("table %s at version %d of %d: %w", t.id, t.seen, version, context.Cause(ctx))
		}
	}
	return true, nil
}

func (t *Table) push(m *nats.Msg) error {
	version, err := strconv.ParseUint(m.Header.Get(eventlog.HeaderVersion), 10, 32)
	if err != nil {
		return err
	}
	t.seen = max(t.seen, uint32(version))
	t.Pushed, t.Bytes = t.Pushed+1, t.Bytes+len(m.Data)
	return nil
}

package dispatch

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
)

// Caller asks a service about a table until the context's deadline.
type Caller interface {
	CallTable(ctx context.Context, service subject.Service, table string, body []byte) ([]byte, error)
}

// Dispatcher sends requests. It is safe for concurrent use.
type Dispatcher struct {
	caller Caller
	codec  *wire.Codec
	seen   *owners
}

// New makes a dispatcher that has seen no table yet.
func New(caller Caller, codec *wire.Codec) *Dispatcher {
	return &Dispatcher{caller: caller, codec: codec, seen: newOwners()}
}

// An owner that names itself may have become it while it refused, and is asked again
// after a pause that doubles; one that still does then means it.
const (
	firstWait = 10 * time.Millisecond
	selfNamed = 4
)

// Do sends r to its service and returns the answer, or the refusal as a
// *rpcerr.Rejection. A command that any phase takes goes on to the owner that a
// refusal names, until the context's deadline (natsrpc.DefaultDeadline if it has none).
func (d *Dispatcher) Do(ctx context.Context, r wire.Request) (wire.Reply, error) {
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, natsrpc.DefaultDeadline)
		defer cancel()
	}
	body, err := d.codec.EncodeRequest(r)
	if err != nil {
		return wire.Reply{}, fmt.Errorf("dispatch: %w", err)
	}
	service, fixed := home(r)
	if !fixed {
		service = d.seen.owner(r.TableID, service)
	}
	himself := 0 // how often in a row an owner has named himself
	for wait := firstWait; ; wait = min(2*wait, time.Second) {
		reply, err := d.ask(ctx, service, r.TableID, body)
		next, moved := ownerNamed(err)
		if !moved || fixed || next == service && himself == selfNamed {
			return reply, err
		}
		if himself++; next != service {
			himself = 0
		} else if err := sleep(ctx, wait); err != nil { // it changes hands just now
			return wire.Reply{}, rpcerr.New(rpcerr.ReasonUnavailable, "the table kept changing hands; try again with the same id")
		}
		service = next
		d.seen.learn(r.TableID, service)
	}
}

func (d *Dispatcher) ask(ctx context.Context, service subject.Service, tableID string, body []byte) (wire.Reply, error) {
	answer, err := d.caller.CallTable(ctx, service, tableID, body)
	if err != nil {
		return wire.Reply{}, err
	}
	reply, err := d.codec.DecodeReply(answer)
	if err != nil {
		// Not wrapped: what is malformed is the service's answer, not the caller's request.
		return wire.Reply{}, fmt.Errorf("dispatch: answer of %s: %v", service, err) //nolint:errorlint // see above
	}
	if reply.Phase != table.PhaseNone {
		d.seen.learn(tableID, subject.Service(reply.Phase.Owner()))
	}
	return reply, nil
}

// ownerNamed is the service that a wrong_phase refusal names.
func ownerNamed(err error) (subject.Service, bool) {
	r, ok := errors.AsType[*rpcerr.Rejection](err)
	if !ok || r.Reason != rpcerr.ReasonWrongPhase {
		return "", false
	}
	owner := subject.Service(r.Params["owner"])
	return owner, owner != ""
}

// home is the service of a request that only one service takes; fixed is false
// for one that goes to whoever owns the phase, and first to service when nobody
// knows who that is: where most tables are, or most who sit down.
func home(r wire.Request) (service subject.Service, fixed bool) {
	switch r.Command.(type) {
	case nil:
		return homeOfQuery(r.Query), true
	case table.Play, table.Draw, table.Pass:
		return subject.Rules, true
	case table.Reveal:
		return subject.Dealer, true
	case table.Leave, table.Disconnect, table.Return, table.ReissueToken,
		table.Freeze, table.Thaw, table.Void, table.TakeOver, table.RevokeToken:
		return subject.Rules, false
	case table.Sit:
		return subject.Lobby, false
	default: // what is left happens before or after a match
		return subject.Lobby, true
	}
}

func homeOfQuery(q wire.Query) subject.Service {
	switch q.(type) {
	case wire.ListTables:
		return subject.Lobby
	case wire.ListStandings:
		return subject.Scoring
	default:
		return subject.Rules
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

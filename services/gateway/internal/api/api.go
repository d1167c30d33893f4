package api

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/protobuf/proto"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/table"
	"tranca.example/pkg/tablehost"
	"tranca.example/pkg/token"
	"tranca.example/pkg/wire"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
	"tranca.example/proto/gen/tranca/api/v1/apiv1connect"
	"tranca.example/services/gateway/internal/identity"
	"tranca.example/services/gateway/internal/limit"
)

// Asker sends a request to the service that it is for.
type Asker interface {
	Do(ctx context.Context, r wire.Request) (wire.Reply, error)
}

// Options are what the API works with; all are required.
type Options struct {
	Via   Asker
	Codec *wire.Codec
	Log   eventlog.HistoryReader
	Room  Room
	Sight Sight
	// People are known by the tokens of issuers, where those are on.
	People *identity.Verifier
	// Authority signs what is said of officials; without a key there are none.
	Authority token.Authority
	// Defaults are the options of a table whose opener does not say others.
	Defaults table.Options
	Now      func() time.Time
}

// API answers the table service and that of operators.
type API struct {
	o       Options
	presets []*apiv1.Preset
}

var (
	_ apiv1connect.TableServiceHandler    = (*API)(nil)
	_ apiv1connect.OperatorServiceHandler = (*API)(nil)
)

// New makes the API.
func New(o Options) (*API, error) {
	presets, err := wire.PresetViews()
	if err != nil {
		return nil, fmt.Errorf("gateway: %w", err)
	}
	return &API{o: o, presets: presets}, nil
}

// command is a message that asks for a change.
type command interface {
	proto.Message
	GetCommandId() string
}

// atTable is a command at a table that exists.
type atTable interface {
	GetTableId() string
	GetExpectedVersion() uint32
}

// change sends a command to the owner of its table and waits for the answer. The
// whole message is here: what it says cannot change while it waits, so that the
// moment of its arrival can be believed.
func (a *API) change(ctx context.Context, m command) (wire.Reply, error) {
	arrived := table.Time(a.o.Now().UnixMilli())
	id, err := wire.ParseCommandID(m.GetCommandId())
	if err != nil {
		return wire.Reply{}, err
	}
	credential, err := a.shown(ctx, m)
	if err != nil {
		return wire.Reply{}, err
	}
	r := wire.Request{ID: id, Credential: credential, Deadline: deadline(ctx), Arrived: arrived}
	if at, ok := m.(atTable); ok {
		if _, err := tablehost.TableID(at.GetTableId()); err != nil {
			return wire.Reply{}, err
		}
		r.TableID, r.Expected = at.GetTableId(), at.GetExpectedVersion()
	}
	defaults, err := a.defaults(ctx, m, r)
	if err != nil {
		return wire.Reply{}, err
	}
	if r.Command, err = wire.CommandOf(m, defaults); err != nil {
		return wire.Reply{}, err
	}
	r.Command = a.named(r)
	reply, err := limit.Command(ctx, r.TableID, func() (wire.Reply, error) { return a.o.Via.Do(ctx, r) })
	if credential.SeatToken == "" {
		return a.veiled(ctx, r, reply, err)
	}
	return reply, err
}

// named is the command as it is done: who sits down by the token of an issuer has
// the pseudonym that goes with it, and no other name.
func (a *API) named(r wire.Request) table.Command {
	sit, ok := r.Command.(table.Sit)
	if ok && a.o.People.On() {
		sit.Player = identity.Pseudonym(r.Credential.PlayerKey)
		return sit
	}
	return r.Command
}

// defaults are the options that a message which leaves some out means: those of
// the table, if there is one.
func (a *API) defaults(ctx context.Context, m command, r wire.Request) (table.Options, error) {
	if _, ok := m.(*apiv1.ChangeSettingsRequest); !ok {
		return a.o.Defaults, nil
	}
	reply, err := a.o.Via.Do(ctx, wire.Request{TableID: r.TableID, Deadline: r.Deadline, Query: wire.GetState{}})
	if err != nil || reply.State == nil {
		return table.Options{}, err
	}
	return reply.State.Options, nil
}

// deadline is when the caller stops waiting.
func deadline(ctx context.Context) table.Time {
	if at, ok := ctx.Deadline(); ok {
		return table.Time(at.UnixMilli())
	}
	return 0
}

// answer makes the client's answer to a command of the reply.
func answer[R any](reply wire.Reply, err error, shape func(wire.Reply) *R) (*R, error) {
	if err != nil {
		return nil, err
	}
	return shape(reply), nil
}

// seatOf is the seat in an answer; nil when none is meant.
func seatOf(reply wire.Reply) *uint32 {
	if reply.Seat < 0 {
		return nil
	}
	return new(uint32(reply.Seat))
}

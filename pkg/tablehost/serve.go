package tablehost

import (
	"context"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/token"
	"tranca.example/pkg/wire"
)

// Asker answers what a service offers beside the commands of its phase; ok is
// false for a query or command that it leaves to the host.
type Asker interface {
	Ask(ctx context.Context, r wire.Request) (reply wire.Reply, ok bool, err error)
}

// Handler answers the requests of a service; asker may be nil.
func (h *Host) Handler(asker Asker) natsrpc.Handler {
	return func(ctx context.Context, body []byte) ([]byte, error) {
		r, err := h.o.Codec.DecodeRequest(body)
		if err != nil {
			return nil, err
		}
		natsrpc.Name(ctx, h.o.Codec.AskName(r))
		reply, err := h.answer(ctx, r, asker)
		if err != nil {
			return nil, err
		}
		return h.o.Codec.EncodeReply(reply)
	}
}

func (h *Host) answer(ctx context.Context, r wire.Request, asker Asker) (wire.Reply, error) {
	if asker != nil {
		if reply, ok, err := asker.Ask(ctx, r); ok || err != nil {
			return reply, err
		}
	}
	if r.Command == nil {
		return h.query(ctx, r)
	}
	return h.Command(ctx, r)
}

// Command authenticates the actor of r, does its command and answers it.
func (h *Host) Command(ctx context.Context, r wire.Request) (wire.Reply, error) {
	id, err := TableID(r.TableID)
	if err != nil {
		return wire.Reply{}, err
	}
	actor, err := h.Authenticate(r)
	if err != nil {
		return wire.Reply{}, err
	}
	out, err := h.Do(ctx, id, table.Request{Actor: actor, ID: r.ID, Expected: r.Expected, Command: r.Command, Arrived: r.Arrived})
	if err != nil {
		return wire.Reply{}, err
	}
	return h.reply(ctx, id, actor, r.Command, out)
}

// Authenticate finds out who sent r. What the credential may do is decided with
// the state: a token of an older generation is refused there.
func (h *Host) Authenticate(r wire.Request) (table.Actor, error) {
	c := r.Credential
	switch {
	case c.SeatToken != "":
		return h.bearer(r.TableID, c.SeatToken)
	case c.PlayerKey != "":
		hash, err := token.HashPlayerKey(c.PlayerKey)
		if err != nil {
			return table.Actor{}, badCredential(err)
		}
		return table.Actor{Kind: table.ActorKey, KeyHash: hash, Seat: noSeat}, nil
	case c.Statement != "":
		return h.official(r)
	}
	return table.Actor{}, rpcerr.New("no_token", "the request shows neither a seat token nor a player key")
}

func (h *Host) bearer(tableID, text string) (table.Actor, error) {
	seat, err := h.o.Keys.Open(text, h.o.Now())
	if err != nil {
		return table.Actor{}, badCredential(err)
	}
	if seat.Table != tableID {
		return table.Actor{}, rpcerr.New(rpcerr.ReasonNotYourSeat, "the seat token is for another table")
	}
	return table.Actor{Kind: table.ActorSeat, Seat: domino.Seat(seat.Seat), Gen: seat.Gen}, nil
}

// official is a referee or an operator, by what a gateway says of this very command.
func (h *Host) official(r wire.Request) (table.Actor, error) {
	s, err := h.o.Authority.Open(r.Credential.Statement, h.o.Now())
	if err != nil {
		return table.Actor{}, badCredential(err)
	}
	command, err := h.o.Codec.CommandDigest(r.Command)
	if err != nil || s.Table != r.TableID || s.ID != r.ID || s.Command != command {
		return table.Actor{}, rpcerr.New(rpcerr.ReasonBadToken, "the statement about an official is for another command")
	}
	actor := table.Actor{Name: s.Name, KeyHash: s.Key, Seat: noSeat}
	switch s.Role {
	case table.ByReferee:
		actor.Kind = table.ActorReferee
	case table.ByOperator:
		actor.Kind = table.ActorOperator
	default:
		return table.Actor{}, rpcerr.New(rpcerr.ReasonWrongRole, "no command is for that role").
			With("role", s.Role).With("allowed", table.ByReferee+", "+table.ByOperator)
	}
	return actor, nil
}

func (h *Host) query(ctx context.Context, r wire.Request) (wire.Reply, error) {
	id, err := TableID(r.TableID)
	if err != nil {
		return wire.Reply{}, err
	}
	switch q := r.Query.(type) {
	case wire.GetState:
		s, err := h.fresh(ctx, id, q.AtLeast)
		if err != nil {
			return wire.Reply{}, err
		}
		public := table.Public(s)
		return wire.Reply{Version: s.Version, TableID: id.String(), Seat: noSeat, State: &public}, nil
	case wire.GetSeatView:
		return h.view(ctx, id, r, q)
	default:
		return wire.Reply{}, rpcerr.New("unknown_command", "this service does not answer that")
	}
}

// fresh is the last state, or for a caller that names a version one that has
// reached it: such a caller has seen what it asks for.
func (h *Host) fresh(ctx context.Context, id subject.TableID, atLeast uint32) (table.State, error) {
	if atLeast == 0 {
		return h.LastState(ctx, id)
	}
	return h.State(ctx, id, atLeast)
}

// shown is the state that a seat's view is of. A token that was revoked since the
// version that its bearer names opens nothing, though a replica may remember that
// version.
func (h *Host) shown(ctx context.Context, id subject.TableID, q wire.GetSeatView) (table.State, error) {
	if !q.Last {
		return h.fresh(ctx, id, q.AtLeast)
	}
	s, err := h.LastState(ctx, id)
	if err != nil {
		return s, err
	}
	return s, reject(reached(id, s.Version, table.Request{Expected: q.AtLeast}))
}

func (h *Host) view(ctx context.Context, id subject.TableID, r wire.Request, q wire.GetSeatView) (wire.Reply, error) {
	actor, err := h.Authenticate(r)
	if err != nil {
		return wire.Reply{}, err
	}
	s, err := h.shown(ctx, id, q)
	if err != nil {
		return wire.Reply{}, err
	}
	if actor, err = seated(s, actor); err != nil {
		return wire.Reply{}, err
	}
	hidden, err := h.open(ctx, s)
	if err != nil {
		return wire.Reply{}, err
	}
	v, err := table.View(s, hidden, actor.Seat)
	if err != nil {
		return wire.Reply{}, err
	}
	return wire.Reply{Version: s.Version, TableID: id.String(), Seat: v.Seat, View: &v}, nil
}

// seated is the actor as the present holder of a seat, or why he is not.
func seated(s table.State, actor table.Actor) (table.Actor, error) {
	if actor.Kind == table.ActorKey {
		actor.Seat = s.SeatOf(actor.KeyHash)
		if actor.Seat == noSeat {
			return actor, &table.NotAllowed{Why: table.NoToken, Seat: noSeat}
		}
		return actor, nil
	}
	if !holdsSeat(s, actor.Seat, actor.Gen) {
		return actor, &table.NotAllowed{Why: table.TokenRevoked, Seat: actor.Seat}
	}
	return actor, nil
}

// TableID reads the id in a request.
func TableID(text string) (subject.TableID, error) {
	id, err := subject.ParseTableID(text)
	if err != nil {
		return subject.TableID{}, rpcerr.New(rpcerr.ReasonMalformed, err.Error()).With("field", "table_id")
	}
	return id, nil
}

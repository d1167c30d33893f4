package live

import (
	"cmp"
	"context"
	"slices"

	"connectrpc.com/connect/v2"

	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/tablehost"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
	"tranca.example/proto/gen/tranca/api/v1/apiv1connect"
)

var _ apiv1connect.LiveServiceHandler = (*Handler)(nil)

// Watch streams until the client goes, every topic is over, or the gateway stops. It
// is ServeHTTP for clients of gRPC, gRPC-Web and Connect.
func (h *Handler) Watch(ctx context.Context, m *apiv1.WatchRequest, to apiv1connect.LiveServiceWatchServerStream) error {
	done, err := h.enter()
	if err != nil {
		return err
	}
	defer done()
	w, err := watchedBy(m)
	if err != nil {
		return err
	}
	b, err := h.bid(w, m.GetCursor(), authorization(ctx))
	if err != nil {
		return err
	}
	out := &messages{to: to}
	s, err := h.open(ctx, b, out)
	if err != nil {
		return err
	}
	defer s.close()
	if s.heard() {
		return nil
	}
	if err := to.SendHeaders(); err != nil {
		return err
	}
	s.serve(ctx)
	return cmp.Or(ctx.Err(), out.err)
}

// watchedBy are the topics of a message.
func watchedBy(m *apiv1.WatchRequest) (w wanted, err error) {
	w.lobby, w.deaf.all = m.GetLobby(), m.GetNoEmotes()
	for _, seat := range m.GetMute() {
		w.deaf.seats |= 1 << seat
	}
	for _, text := range m.GetTableIds() {
		id, err := tablehost.TableID(text)
		if err != nil {
			return w, err
		}
		if !slices.Contains(w.tables, id) {
			w.tables = append(w.tables, id)
		}
	}
	return w, w.check()
}

// authorization is that header of the call.
func authorization(ctx context.Context) string {
	info, ok := connect.CallInfoForServerContext(ctx)
	if !ok {
		return ""
	}
	return info.RequestHeader().Get("Authorization")
}

// messages tells what there is as messages of a call.
type messages struct {
	to  apiv1connect.LiveServiceWatchServerStream
	err error
}

// tell implements sink.
func (s *messages) tell(i item) {
	switch {
	case s.err != nil:
	case i.bye != "":
		s.err = rpcerr.New(rpcerr.ReasonUnavailable, i.bye)
	default:
		s.err = s.to.Send(response(i))
	}
}

// response is the message of an item.
func response(i item) *apiv1.WatchResponse {
	m := &apiv1.WatchResponse{Cursor: i.cursor}
	switch {
	case i.table != nil:
		m.Told = &apiv1.WatchResponse_Table{Table: i.table}
	case i.update != nil:
		m.Cursor = cmp.Or(i.cursor, i.update.cursor)
		m.Told = &apiv1.WatchResponse_Update{Update: i.update.message}
	case i.seat != nil:
		m.Told = &apiv1.WatchResponse_Seat{Seat: i.seat}
	case i.lobby != nil:
		m.Told = &apiv1.WatchResponse_Lobby{Lobby: i.lobby.update}
	case i.said != nil:
		m.Told = &apiv1.WatchResponse_Emote{Emote: i.said.message}
	case i.end != nil:
		m.Told = &apiv1.WatchResponse_End{End: i.end}
	default:
		m.Told = &apiv1.WatchResponse_Heartbeat{Heartbeat: &apiv1.Heartbeat{}}
	}
	return m
}

// flush implements sink: nothing waits.
func (*messages) flush() {}

// failed implements sink.
func (s *messages) failed() error { return s.err }

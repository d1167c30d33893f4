package live

import (
	"context"
	"errors"
	"net/http"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/token"
	"tranca.example/services/gateway/internal/api"
)

// bid is what a client asks a stream for.
type bid struct {
	wanted
	token string          // "" for none
	table subject.TableID // that the token is for
	heard []position      // what it has been told before
}

func (h *Handler) bidOf(r *http.Request) (bid, error) {
	w, err := wantedOf(r)
	if err != nil {
		return bid{}, err
	}
	return h.bid(w, r.Header.Get("Last-Event-ID"), r.Header.Get("Authorization"))
}

// bid is what somebody asks for with a cursor and a header Authorization.
func (h *Handler) bid(w wanted, cursor, authorization string) (b bid, err error) {
	b = bid{wanted: w, heard: h.o.Cursors.open(cursor)}
	if b.token, err = api.Bearer(authorization); err != nil || b.token == "" {
		return b, err
	}
	b.table, err = b.tableOf(b.token)
	return b, err
}

// tableOf is the one of the tables that a token says to be for. Whether that is so
// is for rules to check.
func (w wanted) tableOf(text string) (subject.TableID, error) {
	name, err := token.Claims(text)
	if err != nil {
		return subject.TableID{}, rpcerr.New(rpcerr.ReasonBadToken, "the seat token is none of ours")
	}
	for _, id := range w.tables {
		if id.String() == name {
			return id, nil
		}
	}
	return subject.TableID{}, rpcerr.New(rpcerr.ReasonNotYourSeat, "the seat token is for a table that is no topic of this stream")
}

// open makes the topics of a stream.
func (h *Handler) open(ctx context.Context, b bid, out sink) (*stream, error) {
	s := &stream{h: h, out: out, bell: make(chan struct{}, 1), alone: b.alone() && b.token == ""}
	for _, id := range b.tables {
		if err := s.join(ctx, id, b); err != nil {
			s.close()
			return nil, err
		}
	}
	if b.lobby {
		if err := s.joinLobby(ctx, b); err != nil {
			s.close()
			return nil, err
		}
	}
	return s, nil
}

// join adds a table. One that is not there is told to be so, where there are
// other topics.
func (s *stream) join(ctx context.Context, id subject.TableID, b bid) error {
	viewer, newest, err := s.h.o.Hub.Join(ctx, id, b.table == id)
	if nowhere(err) && !b.wanted.alone() {
		s.topics = append(s.topics, missing{s, id.String()})
		return nil
	}
	if err != nil {
		return err
	}
	w := &watched{s: s, id: id, viewer: viewer, newest: newest}
	if b.table == id {
		if err := w.take(ctx, b.token); err != nil {
			viewer.Leave()
			return err
		}
	}
	viewer.ringAt(s.bell, b.deaf)
	at, ok := told(b.heard, id.String(), w.role())
	w.told, w.resumed = uint32(at), ok //nolint:gosec // we wrote it, and versions have 32 bits
	s.topics = append(s.topics, w)
	return nil
}

func nowhere(err error) bool {
	return errors.Is(err, eventlog.ErrNotFound) || errors.Is(err, eventlog.ErrUnknownShard)
}

// missing is a table that is not there.
type missing struct {
	s     *stream
	table string
}

func (m missing) tell(context.Context) error { return m.s.end(m.table, rpcerr.ReasonUnknownTable) }
func (missing) position() (position, bool)   { return position{}, false }
func (missing) close()                       {}

// heard tells whether the client has heard all that there will ever be.
func (s *stream) heard() bool {
	for _, t := range s.topics {
		if w, ok := t.(*watched); !ok || !w.heard() {
			return false
		}
	}
	return true
}

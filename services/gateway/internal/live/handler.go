package live

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/table"
	"tranca.example/pkg/tablehost"
	"tranca.example/pkg/wire"
	"tranca.example/services/gateway/internal/api"
	"tranca.example/services/gateway/internal/refuse"
)

// Options describe the handler; all are required.
type Options struct {
	Hub       *Hub
	Via       Asker
	Codec     *wire.Codec
	Cursors   Cursors
	Presence  *Presence
	Logger    *slog.Logger
	Now       func() time.Time
	Heartbeat time.Duration
	Grace     time.Duration // for streams that end
	Streams   int           // at the same time
}

// Handler serves streams under a path with the wildcard {id}.
type Handler struct {
	o     Options
	slots chan struct{}
}

// NewHandler makes the handler.
func NewHandler(o Options) *Handler {
	return &Handler{o: o, slots: make(chan struct{}, o.Streams)}
}

// Run waits until ctx ends and then, as long as Options.Grace, for the streams: the
// hub that stopped before ends them, and the HTTP server does not know all of them.
func (h *Handler) Run(ctx context.Context) error {
	<-ctx.Done()
	late := time.After(h.o.Grace)
	for range cap(h.slots) {
		select {
		case h.slots <- struct{}{}:
		case <-late:
			return nil
		}
	}
	return nil
}

// ServeHTTP streams a table until the client goes, the table is closed, the
// token is void or the gateway stops.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	select {
	case h.slots <- struct{}{}:
		defer func() { <-h.slots }()
	default:
		refuse.Write(w, r, rpcerr.New(rpcerr.ReasonOverloaded, "too many streams at once; try again"))
		return
	}
	s, err := h.open(w, r)
	if err != nil {
		if refuse.Write(w, r, err) {
			h.o.Logger.ErrorContext(r.Context(), "stream not opened", "error", err)
		}
		return
	}
	defer s.close()
	if s.over() {
		w.WriteHeader(http.StatusNoContent) // the client need not come back
		return
	}
	if r.Method == http.MethodHead { // there is no body to follow
		s.out.begin(false)
		return
	}
	s.serve(r.Context())
}

// open finds the table and, for a token, its seat.
func (h *Handler) open(w http.ResponseWriter, r *http.Request) (*stream, error) {
	id, err := tablehost.TableID(r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	token, err := api.Bearer(r.Header.Get("Authorization"))
	if err != nil {
		return nil, err
	}
	viewer, newest, err := h.o.Hub.Join(r.Context(), id)
	if err != nil {
		return nil, err
	}
	s := &stream{h: h, id: id, out: newWriter(w, h.o.Now), viewer: viewer, newest: newest, plain: token == "" && plain(r)}
	if token != "" {
		if err := s.take(r.Context(), token); err != nil {
			viewer.Leave()
			return nil, err
		}
	}
	s.told, s.resumed = h.o.Cursors.open(r.Header.Get("Last-Event-ID"), id.String(), s.role())
	return s, nil
}

// over tells whether the client has heard all that there will ever be.
func (s *stream) over() bool {
	last := s.newest.Commit
	return s.resumed && s.told >= last.Version && last.State.Phase == table.PhaseClosed
}

package live

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/wire"
	"tranca.example/services/gateway/internal/refuse"
)

// Options describe the handler; all are required.
type Options struct {
	Hub       *Hub
	Via       Asker
	Codec     *wire.Codec
	Cursors   Cursors
	Presence  *Presence
	Peers     Peers
	Self      uint64 // tells the gateways apart
	Logger    *slog.Logger
	Now       func() time.Time
	Heartbeat time.Duration
	Grace     time.Duration // for streams that end
	Streams   int           // at the same time
}

// Handler serves streams of what the parameters of a request name or, under a path
// with the wildcard {id}, of that table.
type Handler struct {
	o      Options
	lobby  *lobby
	claims *claims
	emotes emotes
	slots  chan struct{}
}

// NewHandler makes the handler.
func NewHandler(o Options) (*Handler, error) {
	emotes, err := newEmotes(o)
	if err != nil {
		return nil, err
	}
	return &Handler{o: o, lobby: newLobby(o), claims: newClaims(o), emotes: emotes, slots: make(chan struct{}, o.Streams)}, nil
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

// ServeHTTP streams until the client goes, every topic is over or the gateway stops.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	done, err := h.enter()
	if err != nil {
		refuse.Write(w, r, err)
		return
	}
	defer done()
	b, err := h.bidOf(r)
	if err != nil {
		refuse.Write(w, r, err)
		return
	}
	out := newWriter(w, h.o.Now)
	s, err := h.open(r.Context(), b, out)
	if err != nil {
		if refuse.Write(w, r, err) {
			h.o.Logger.ErrorContext(r.Context(), "stream not opened", "error", err)
		}
		return
	}
	defer s.close()
	if s.heard() {
		w.WriteHeader(http.StatusNoContent) // the client need not come back
		return
	}
	s.http, s.plain = out, plain(r)
	if r.Method == http.MethodHead { // there is no body to follow
		out.begin(false)
		return
	}
	out.begin(s.plain)
	s.serve(r.Context())
}

// enter takes a slot for one more stream, until done is called.
func (h *Handler) enter() (done func(), err error) {
	select {
	case h.slots <- struct{}{}:
		return func() { <-h.slots }, nil
	default:
		return nil, rpcerr.New(rpcerr.ReasonOverloaded, "too many streams at once; try again")
	}
}

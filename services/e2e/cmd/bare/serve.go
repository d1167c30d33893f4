package main

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/nats-io/nats.go"

	"tranca.example/pkg/inbox"
	"tranca.example/pkg/subject"
)

// server is what stands between HTTP and the broker.
type server struct {
	conn *nats.Conn
	box  *inbox.Inbox
	ask  string
	rest []byte // of an event, behind its version

	mu    sync.Mutex
	feeds map[string]*feed
}

// feed are those who view one table.
type feed struct {
	mu      sync.Mutex
	version int // of the last event
	writers []http.ResponseWriter
}

// ready tells that all is there, until it fails.
func (s settings) ready() error { return s.listen(http.NewServeMux()) }

// listen serves HTTP; GET /readyz is answered 200.
func (s settings) listen(mux *http.ServeMux) error {
	mux.HandleFunc("GET /readyz", func(http.ResponseWriter, *http.Request) {})
	h := &http.Server{Addr: s.addr, Handler: mux, ReadHeaderTimeout: limit}
	return h.ListenAndServe()
}

func (s settings) serve(conn *nats.Conn) error {
	box, err := inbox.New(conn)
	if err != nil {
		return err
	}
	h := &server{conn: conn, box: box, ask: s.ask, rest: rest(s.event), feeds: map[string]*feed{}}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /", h.do)
	mux.HandleFunc("GET /v1/tables/{table}/live", h.live)
	return s.listen(mux)
}

// do asks what a caller asks and answers what is answered.
func (h *server) do(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	m, err := h.box.Ask(r.Context(), h.ask, nil, body, limit)
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	_, _ = w.Write(m.Data) // the caller may have gone
}

// live tells everything that is pushed about a table, from one event that comes at
// once.
func (h *server) live(w http.ResponseWriter, r *http.Request) {
	f, err := h.feed(r.PathValue("table"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	f.enter(w)
	<-r.Context().Done()
	f.leave(w)
}

// feed follows a table from the first who views it on.
func (h *server) feed(table string) (*feed, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if f, found := h.feeds[table]; found {
		return f, nil
	}
	id, err := subject.ParseTableID(table)
	if err != nil {
		return nil, err
	}
	f := &feed{}
	h.feeds[table] = f
	if _, err = h.conn.Subscribe(subject.Live(id), func(*nats.Msg) { f.tell(h.rest) }); err == nil {
		err = h.conn.Flush()
	}
	return f, err
}

func (f *feed) enter(w http.ResponseWriter) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.writers = append(f.writers, w)
	write(w, event(f.version, rest(0)))
}

func (f *feed) leave(w http.ResponseWriter) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.writers = slices.DeleteFunc(f.writers, func(other http.ResponseWriter) bool { return other == w })
}

func (f *feed) tell(rest []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.version++
	e := event(f.version, rest)
	for _, w := range f.writers {
		write(w, e)
	}
}

func event(version int, rest []byte) []byte {
	b := append(make([]byte, 0, len(rest)+64), `data: {"version":`...)
	return append(strconv.AppendInt(b, int64(version), 10), rest...)
}

func rest(size int) []byte { return fmt.Appendf(nil, ",\"text\":%q}\n\n", strings.Repeat("x", size)) }

// write sends an event; who does not take it has gone.
func write(w http.ResponseWriter, event []byte) {
	if _, err := w.Write(event); err == nil {
		_ = http.NewResponseController(w).Flush()
	}
}

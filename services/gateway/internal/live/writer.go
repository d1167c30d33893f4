package live

import (
	"net"
	"net/http"
	"time"
)

// How long a write may wait for the client, and how much shorter that may be: a
// new deadline for every write costs more than most of them.
const (
	stall = 30 * time.Second
	slack = time.Second
)

// writer writes server-sent events. What was written goes out with flush. After an
// error it writes nothing more.
type writer struct {
	w     http.ResponseWriter
	rc    *http.ResponseController
	now   func() time.Time
	until time.Time // deadline of writes
	err   error
}

func newWriter(w http.ResponseWriter, now func() time.Time) *writer {
	return &writer{w: w, rc: http.NewResponseController(w), now: now}
}

// begin writes the headers, and how soon the client shall come back; alone: the
// connection is for nothing else.
func (w *writer) begin(alone bool) {
	h := w.w.Header()
	if alone {
		h.Set("Connection", "close")
	}
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-cache, no-transform")
	h.Set("X-Accel-Buffering", "no")
	w.w.WriteHeader(http.StatusOK)
	w.write([]byte("retry: 1000\n\n"))
}

// event writes one event; id may be empty, data is one line.
func (w *writer) event(id, name string, data []byte) { w.write(event(id, name, data)) }

func event(id, name string, data []byte) []byte {
	b := make([]byte, 0, len("id: \nevent: \ndata: \n\n")+len(id)+len(name)+len(data))
	if id != "" {
		b = appendID(b, id)
	}
	return append(append(appendName(b, name), data...), "\n\n"...)
}

// appendID begins an event that has an id.
func appendID(b []byte, id string) []byte {
	return append(append(append(b, "id: "...), id...), '\n')
}

// appendName is what stands before the data of an event.
func appendName(b []byte, name string) []byte {
	return append(append(append(b, "event: "...), name...), "\ndata: "...)
}

// comment is what clients skip.
func comment(text string) []byte { return []byte(": " + text + "\n\n") }

func (w *writer) write(b []byte) {
	if w.err != nil {
		return
	}
	if now := w.now(); w.until.Sub(now) < stall-slack {
		w.until = now.Add(stall)
		_ = w.rc.SetWriteDeadline(w.until) // a writer without deadlines is never stuck
	}
	_, w.err = w.w.Write(b)
}

// flush sends what was written.
func (w *writer) flush() {
	if w.err == nil {
		w.err = w.rc.Flush()
	}
}

// takeOver sends what was written and takes the connection away from the HTTP
// server, if that lets it go: then nothing more can be written here.
func (w *writer) takeOver() (net.Conn, bool) {
	w.flush()
	if w.err != nil {
		return nil, false
	}
	conn, _, err := w.rc.Hijack()
	if err != nil {
		return nil, false
	}
	w.err = http.ErrHijacked
	return conn, true
}

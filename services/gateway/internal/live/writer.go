package live

import (
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

// begin writes the headers, and how soon the client shall come back.
func (w *writer) begin() {
	h := w.w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-cache, no-transform")
	h.Set("X-Accel-Buffering", "no")
	w.w.WriteHeader(http.StatusOK)
	w.write([]byte("retry: 1000\n\n"))
}

// event writes one event; id may be empty, data is one line.
func (w *writer) event(id, name string, data []byte) {
	b := make([]byte, 0, len("id: \nevent: \ndata: \n\n")+len(id)+len(name)+len(data))
	if id != "" {
		b = appendID(b, id)
	}
	w.write(append(append(appendName(b, name), data...), "\n\n"...))
}

// appendID begins an event that has an id.
func appendID(b []byte, id string) []byte {
	return append(append(append(b, "id: "...), id...), '\n')
}

// appendName is what stands before the data of an event.
func appendName(b []byte, name string) []byte {
	return append(append(append(b, "event: "...), name...), "\ndata: "...)
}

// comment writes what clients skip.
func (w *writer) comment(text string) { w.write([]byte(": " + text + "\n\n")) }

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

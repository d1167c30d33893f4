package live

import (
	"net/http"
	"time"
)

// stall is how long a write may wait for the client.
const stall = 30 * time.Second

// writer writes server-sent events. After an error it writes nothing more.
type writer struct {
	w   http.ResponseWriter
	rc  *http.ResponseController
	now func() time.Time
	err error
}

func newWriter(w http.ResponseWriter, now func() time.Time) *writer {
	return &writer{w: w, rc: http.NewResponseController(w), now: now}
}

// begin sends the headers, and how soon the client shall come back.
func (w *writer) begin() {
	h := w.w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-cache, no-transform")
	h.Set("X-Accel-Buffering", "no")
	w.w.WriteHeader(http.StatusOK)
	w.send("retry: 1000\n\n")
}

// event sends one event; id may be empty, data is one line.
func (w *writer) event(id, name string, data []byte) {
	text := "event: " + name + "\ndata: " + string(data) + "\n\n"
	if id != "" {
		text = "id: " + id + "\n" + text
	}
	w.send(text)
}

// comment sends what clients skip.
func (w *writer) comment(text string) { w.send(": " + text + "\n\n") }

func (w *writer) send(text string) {
	if w.err != nil {
		return
	}
	_ = w.rc.SetWriteDeadline(w.now().Add(stall)) // a writer without deadlines is never stuck
	if _, w.err = w.w.Write([]byte(text)); w.err == nil {
		w.err = w.rc.Flush()
	}
}

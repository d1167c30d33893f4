package live

import (
	"net"
	"net/http"
	"time"

	"tranca.example/services/gateway/internal/spell"
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

// tell implements sink.
func (w *writer) tell(i item) {
	var text []byte
	var err error
	switch room := make([]byte, 0, smallest); {
	case i.table != nil:
		text, err = spell.Table(room, i.table)
		text = event(i.cursor, "table", text)
	case i.update != nil:
		w.update(i.cursor, i.update)
		return
	case i.seat != nil:
		text, err = spell.Seat(room, i.seat)
		text = event("", "seat", text)
	case i.lobby != nil:
		text = event(i.cursor, "lobby", i.lobby.text)
	case i.said != nil:
		text = i.said.event
	case i.end != nil:
		text = lastEvent(i.end.GetTable(), i.end.GetReason())
	case i.alive:
		text = comment(alive)
	default:
		text = comment(i.bye)
	}
	if err != nil {
		w.err = err
		return
	}
	w.write(text)
}

// update writes an update: its text is the same for all, and so is its own cursor.
func (w *writer) update(cursor string, u *Update) {
	if cursor == "" {
		w.write(u.event)
		return
	}
	w.write(appendID(nil, cursor))
	w.write(u.event[u.named:])
}

// failed implements sink.
func (w *writer) failed() error { return w.err }

// alive is what a silent stream says.
const alive = "still here"

// lastEvent is that of a table.
func lastEvent(table, why string) []byte {
	return event("", "end", []byte(`{"table":"`+table+`","reason":"`+why+`"}`))
}

// event is one event; id may be empty, data is one line.
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

// flush implements sink: it sends what was written.
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

package gateway

import (
	"net/http"
	"time"
)

// stall is how long a stream's client may take to take something.
const stall = 30 * time.Second

// patient is the answer to a call that goes on: each write has its own limit of time.
type patient struct {
	http.ResponseWriter
	now func() time.Time
}

// Write implements io.Writer.
func (p *patient) Write(b []byte) (int, error) {
	_ = http.NewResponseController(p.ResponseWriter).SetWriteDeadline(p.now().Add(stall)) // a writer without deadlines is never stuck
	return p.ResponseWriter.Write(b)
}

// Flush implements http.Flusher.
func (p *patient) Flush() {
	_ = http.NewResponseController(p.ResponseWriter).Flush() // the next write tells what is wrong
}

// Unwrap is for http.ResponseController.
func (p *patient) Unwrap() http.ResponseWriter { return p.ResponseWriter }

package pipeline

import (
	"fmt"
	"net/http"
	"time"

	"tranca.example/pkg/rpcerr"
	"tranca.example/services/gateway/internal/refuse"
)

// stall is how long a write may wait for the client.
const stall = 10 * time.Second

// ServeHTTP streams the figures as server-sent events until the client goes or the
// gateway stops.
func (m *Monitor) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	select {
	case m.slots <- struct{}{}:
		defer func() { <-m.slots }()
	default:
		refuse.Write(w, r, rpcerr.New(rpcerr.ReasonOverloaded, "too many watch the pipeline; try again"))
		return
	}
	figures, leave := m.join()
	defer leave()
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-cache, no-transform")
	w.Header().Set("X-Accel-Buffering", "no")
	for text := "retry: 1000\n\n"; m.send(w, text); {
		select {
		case <-r.Context().Done():
			return
		case <-m.stopped:
			return
		case f := <-figures:
			text = fmt.Sprintf("event: pipeline\ndata: %s\n\n", f)
		}
	}
}

// send is false when the client is gone.
func (m *Monitor) send(w http.ResponseWriter, text string) bool {
	out := http.NewResponseController(w)
	_ = out.SetWriteDeadline(m.o.Now().Add(stall)) // a writer without deadlines is never stuck
	_, err := w.Write([]byte(text))
	return err == nil && out.Flush() == nil
}

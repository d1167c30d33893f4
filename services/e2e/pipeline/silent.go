package pipeline

import (
	"fmt"
	"net/http"
	"runtime"
	"time"
)

// heartbeat is how often a stream of the floor says that it lives, as the gateway's do.
const heartbeat = 15 * time.Second

// SilentStreams answers with streams of server-sent events that say one thing and
// then nothing: less no server can do for them. /heap tells what is alive.
func SilentStreams() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /live", silent)
	mux.HandleFunc("GET /heap", func(w http.ResponseWriter, _ *http.Request) {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		_, _ = fmt.Fprintln(w, m.HeapAlloc)
	})
	return mux
}

func silent(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	control := http.NewResponseController(w)
	say := func(text string) error {
		if _, err := w.Write([]byte(text)); err != nil {
			return err
		}
		return control.Flush()
	}
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for err := say("event: table\ndata: {}\n\n"); err == nil; {
		select {
		case <-r.Context().Done():
			return
		case <-beat.C:
			err = say(": still here\n\n")
		}
	}
}

package lifecycle

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"
)

// checkTimeout bounds one round of checks, below the usual probe timeout.
const checkTimeout = 900 * time.Millisecond

// Health answers the probes of a process. The zero value is alive and ready.
type Health struct {
	mu     sync.Mutex
	names  []string
	checks []func(context.Context) error
}

// AddCheck adds a named condition for being ready. A check must return soon; its
// error is shown to whoever may read /readyz.
func (h *Health) AddCheck(name string, check func(context.Context) error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.names = append(h.names, name)
	h.checks = append(h.checks, check)
}

// Mount adds /livez, which answers 200 as long as the process answers at all,
// and /readyz, which answers 200 when all checks pass and else 503.
func (h *Health) Mount(mux *http.ServeMux) {
	mux.HandleFunc("GET /livez", func(w http.ResponseWriter, _ *http.Request) {
		writeHealth(w, http.StatusOK, nil)
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		results, ready := h.Check(r.Context())
		status := http.StatusOK
		if !ready {
			status = http.StatusServiceUnavailable
		}
		writeHealth(w, status, results)
	})
}

// Check runs all checks and returns "ok" or the error of each by name.
func (h *Health) Check(ctx context.Context) (results map[string]string, ready bool) {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	h.mu.Lock()
	names, checks := h.names, h.checks
	h.mu.Unlock()
	results, ready = make(map[string]string, len(names)), true
	for i, check := range checks {
		results[names[i]] = "ok"
		if err := check(ctx); err != nil {
			results[names[i]], ready = OneLine(err), false
		}
	}
	return results, ready
}

func writeHealth(w http.ResponseWriter, status int, checks map[string]string) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"ok": status == http.StatusOK, "checks": checks})
}

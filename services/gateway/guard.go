package gateway

import (
	"net/http"
	"slices"
)

// guarded sets the headers of every answer and lets pages of the allowed
// origins in. Nothing here is for a cache: a seat's view stands under one path
// for all who ask.
func (d *door) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		if d.welcome(w, r) {
			next.ServeHTTP(w, r)
		}
	})
}

// welcome answers the question of a browser before a page's call; false means
// that the request is answered.
func (d *door) welcome(w http.ResponseWriter, r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if len(d.o.Origins) == 0 || origin == "" {
		return true
	}
	h := w.Header()
	h.Add("Vary", "Origin")
	if !slices.Contains(d.o.Origins, origin) && !slices.Contains(d.o.Origins, "*") {
		return true
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", "Retry-After")
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		return true
	}
	h.Set("Access-Control-Allow-Methods", "GET, POST")
	h.Set("Access-Control-Allow-Headers", "Authorization, Connect-Protocol-Version, Connect-Timeout-Ms, "+
		"Content-Type, Last-Event-ID, Tranca-Player-Key")
	h.Set("Access-Control-Max-Age", "7200")
	w.WriteHeader(http.StatusNoContent)
	return false
}

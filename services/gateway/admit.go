package gateway

import (
	"cmp"
	"net/http"

	"tranca.example/services/gateway/internal/api"
	"tranca.example/services/gateway/internal/identity"
	"tranca.example/services/gateway/internal/limit"
	"tranca.example/services/gateway/internal/refuse"
)

// Limits are those of one gateway for what comes over the network.
type Limits = limit.Options

// Rate is how often something may be done.
type Rate = limit.Rate

// DefaultLimits pass every client that plays, however fast.
func DefaultLimits() Limits { return limit.DefaultOptions() }

// admitting lets requests in as often as their address may ask.
func (d *door) admitting(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := d.gate.Request(r); err != nil {
			if limit.Overdrawn(r.Context()) {
				w.Header().Set("Connection", "close")
			}
			refuse.Write(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// streaming lets streams in as long as their address and actor have not too many.
func (d *door) streaming(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		actor := d.actor(r)
		if err := d.gate.Call(actor); err != nil {
			refuse.Write(w, r, err)
			return
		}
		done, err := d.gate.Stream(r, actor)
		if err != nil {
			refuse.Write(w, r, err)
			return
		}
		defer done()
		next.ServeHTTP(w, r)
	})
}

// actor is who calls, by what he shows. The token of an issuer is another one every
// few minutes: it is looked at later, once it is known whose it is.
func (d *door) actor(r *http.Request) limit.Actor {
	if identity.Looks(r.Header.Get("Authorization")) {
		return 0
	}
	return d.gate.Actor(cmp.Or(r.Header.Get("Authorization"), r.Header.Get(api.HeaderPlayerKey)))
}

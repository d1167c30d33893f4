package gateway

import (
	"net/http"

	"tranca.example/services/gateway/web"
)

// front answers at the first path: browsers get the table, programs are told
// what there is.
func front(site *web.Site, index http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Add("Vary", "Accept")
		if web.Wanted(r) {
			site.ServePage(w, r)
			return
		}
		index.ServeHTTP(w, r)
	}
}

// assets answers with what the page consists of.
func assets(site *web.Site) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if !site.ServeAsset(w, r) {
			unknown(w, r)
		}
	}
}

package allinone

import (
	"encoding/json"
	"net/http"

	"tranca.example/pkg/natsboot"
	"tranca.example/services/tranca/doctor"
)

// doctor answers with the facts about this process and what it works on; whoever
// asks judges them.
func (c *Cluster) doctor(w http.ResponseWriter, r *http.Request) {
	conn, err := c.broker.connect(natsboot.DoctorUser)
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	defer conn.Close()
	facts, err := doctor.Look(r.Context(), doctor.Doors{
		Conn: conn, Settings: c.broker.settings, Redis: c.o.RedisURL, Admin: []string{c.AdminURL()}, Now: c.o.Now,
	})
	if err != nil {
		http.Error(w, err.Error(), http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(facts); err != nil {
		c.tel.Logger().WarnContext(r.Context(), "facts not told", "error", err) // the caller went away
	}
}

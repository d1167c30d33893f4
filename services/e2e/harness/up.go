package harness

import (
	"encoding/hex"
	"testing"

	"github.com/nats-io/nats.go"

	"tranca.example/pkg/loopback"
	"tranca.example/pkg/natsboot"
)

// Up is everything in one process.
type Up struct {
	*Process
	URL, AdminURL string
	Data          string // the data directory
	nats          string
}

// Observer connects as who may read public facts, until the test ends.
func (u *Up) Observer() *nats.Conn {
	u.tb.Helper()
	conn, err := natsboot.Connect(u.nats, natsboot.Auth{User: natsboot.ObserverUser})
	if err != nil {
		u.tb.Fatal(err)
	}
	u.tb.Cleanup(conn.Close)
	return conn
}

// StartUp starts `tranca up` on a data directory; further arguments come last.
func (p Programs) StartUp(tb testing.TB, data, seed string, further ...string) *Up {
	tb.Helper()
	api, admin, observer := loopback.Addr(tb), loopback.Addr(tb), loopback.Addr(tb)
	args := append([]string{
		"up", "--data", data, "--http", api, "--admin", admin, "--nats-open", "--nats-port", port(tb, observer),
		"--seed", hex.EncodeToString([]byte(seed)), "--log-level", "debug",
	}, further...)
	u := &Up{URL: "http://" + api, AdminURL: "http://" + admin, Data: data, nats: "nats://" + observer}
	u.Process = p.Start(tb, "tranca", nil, u.AdminURL+"/readyz", args...)
	return u
}

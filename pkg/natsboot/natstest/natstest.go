package natstest

import (
	"crypto/rand"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/natsboot"
)

// Start runs a server with the streams of the default settings (shard 0) until
// the test ends.
func Start(t testing.TB) *natsboot.Server {
	t.Helper()
	settings := natsboot.DefaultSettings()
	server, err := natsboot.Start(natsboot.ServerConfig{Dir: t.TempDir(), Shards: settings.Shards, Random: rand.Reader})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	js, err := jetstream.New(Connect(t, server, natsboot.BootUser))
	if err != nil {
		t.Fatal(err)
	}
	if err := natsboot.EnsureStreams(t.Context(), js, settings); err != nil {
		t.Fatal(err)
	}
	return server
}

// Connect opens a connection for a user until the test ends.
func Connect(t testing.TB, server *natsboot.Server, user string) *nats.Conn {
	t.Helper()
	conn, err := server.Connect(user)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

package natstest

import (
	"crypto/rand"
	"log/slog"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/subject"
)

// Start runs a server with the streams of the default settings (shard 0) until
// the test ends.
func Start(t testing.TB) *natsboot.Server {
	t.Helper()
	return StartShards(t, nil, natsboot.DefaultSettings().Shards...)
}

// StartShards is Start with the streams of the given shards; the server's own
// lines go to logger, which may be nil.
func StartShards(t testing.TB, logger *slog.Logger, shards ...subject.Shard) *natsboot.Server {
	t.Helper()
	settings := natsboot.DefaultSettings()
	settings.Shards = shards
	server, err := natsboot.Start(natsboot.ServerConfig{
		Dir: t.TempDir(), Shards: settings.Shards, Random: rand.Reader, Logger: logger,
	})
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

package natsboot_test

import (
	"context"
	"crypto/rand"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/subject"
)

func TestAServerThatCannotWriteAnyMoreSaysSo(t *testing.T) {
	dir := t.TempDir()
	server, err := natsboot.Start(natsboot.ServerConfig{Dir: dir, Shards: []subject.Shard{0}, Random: rand.Reader})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Stop()
	conn, err := server.Connect(natsboot.BootUser)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	if err := natsboot.EnsureStreams(t.Context(), js, natsboot.DefaultSettings()); err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := server.Watch(ended); err != nil {
		t.Fatalf("a healthy server: %v", err)
	}
	blockMessages(t, dir, subject.AllocStream)
	lobby, err := server.Connect(string(subject.Lobby))
	if err != nil {
		t.Fatal(err)
	}
	defer lobby.Close()
	for range 3000 { // more than fits the file that is open already
		if err := lobby.Publish(subject.Alloc([32]byte{1}), make([]byte, 3<<10)); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	failed, ok := errors.AsType[*natsboot.WriteError](server.Watch(ctx))
	if !ok || failed.Dir != dir || failed.Text == "" {
		t.Fatalf("got %v, want a *WriteError of %s", failed, dir)
	}
}

// blockMessages puts a file where a stream keeps its messages.
func blockMessages(t *testing.T, dir, stream string) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "jetstream", "*", "streams", stream, "msgs"))
	if err != nil || len(found) != 1 {
		t.Fatalf("directories of %s: %v, %v", stream, found, err)
	}
	if err := os.RemoveAll(found[0]); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(found[0], nil, 0o600); err != nil {
		t.Fatal(err)
	}
}

package jetstream_test

import (
	"testing"
	"time"

	natsjs "github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/archive"
	"tranca.example/pkg/archive/gamestream"
	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/natsboot"
)

// A replicated stream refuses an append whose expectation is still under way;
// what restores one must wait for it.
func TestAReplicatedStreamIsRestoredFromItsArchive(t *testing.T) {
	conn := startCluster(t)
	js, err := natsjs.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	log, err := jetstream.New(conn, 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	recreate(t, js)
	ends := map[byte]uint64{}
	for n := range 300 {
		id := byte(n % 7)
		ends[id] = appendTo(t, log, table(t, id), uint32(n/7+1), ends[id])
	}
	s, err := gamestream.Open(conn, 0, 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	dir := archive.Dir(t.TempDir())
	limits := gamestream.Limits{Now: time.Now().Add(time.Hour), PerFile: 1000}
	if _, err := gamestream.Write(t.Context(), s, dir, limits, func(archive.Entry) {}); err != nil {
		t.Fatal(err)
	}
	if err := js.DeleteStream(t.Context(), s.Name()); err != nil {
		t.Fatal(err)
	}
	settings := natsboot.DefaultSettings()
	settings.Replicas = 3
	if r, err := gamestream.Restore(t.Context(), s, dir, settings); err != nil || r.Last != 300 {
		t.Errorf("got %+v, %v", r, err)
	}
}

package jetstream_test

import (
	"errors"
	"testing"
	"time"

	natsjs "github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/archive"
	"tranca.example/pkg/archive/gamestream"
	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/subject"
)

// A replicated stream refuses an append whose expectation is still under way, and
// now and then one whose expectation was just acknowledged.
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
	for n := range 210 {
		id := byte(n % 7)
		ends[id] = persist(t, log, table(t, id), uint32(n/7+1), ends[id])
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
	if r, err := gamestream.Restore(t.Context(), s, dir, settings); err != nil || r.Last != 210 {
		t.Errorf("got %+v, %v", r, err)
	}
}

// persist appends, and again when the stream was not done with the commit before.
func persist(t *testing.T, log *jetstream.Log, id subject.TableID, version uint32, expect uint64) uint64 {
	t.Helper()
	commit := eventlog.Commit{Table: id, Version: version, Writer: "rules", Phase: "playing", Body: []byte("body")}
	for deadline := time.Now().Add(time.Minute); ; {
		seq, err := log.Append(t.Context(), commit, expect)
		conflict, refused := errors.AsType[*eventlog.ConflictError](err)
		if err == nil {
			return seq
		}
		if !refused || conflict.Last != 0 || time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}

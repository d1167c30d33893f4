package jetstream_test

import (
	"errors"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/jetstream"
)

// damaged returns a log of five commits of one table whose third is gone, as on
// a replica with a broken block.
func damaged(t *testing.T) *jetstream.Log {
	t.Helper()
	conn := startNode(t, func(*server.Options) {})()
	js, err := natsjs.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.CreateStream(t.Context(), natsjs.StreamConfig{Name: "GAME_0", Subjects: []string{"g.0.*.ev"}})
	if err != nil {
		t.Fatal(err)
	}
	log, err := jetstream.New(conn, 0)
	if err != nil {
		t.Fatal(err)
	}
	var seq uint64
	for version := uint32(1); version <= 5; version++ {
		seq = appendTo(t, log, table(t, 1), version, seq)
	}
	if err := stream.DeleteMsg(t.Context(), 3); err != nil {
		t.Fatal(err)
	}
	return log
}

func TestAMissingSequenceStopsAFollower(t *testing.T) {
	var seen []uint64
	for c, err := range damaged(t).Follow(t.Context(), 0, 0) {
		if err == nil {
			seen = append(seen, c.Seq)
			continue
		}
		gap, ok := errors.AsType[*eventlog.GapError](err)
		if !ok || *gap != (eventlog.GapError{Stream: "GAME_0", Want: 3, Got: 4}) {
			t.Errorf("got %v", err)
		}
	}
	if len(seen) != 2 || seen[1] != 2 {
		t.Errorf("got sequences %v, want 1 and 2", seen)
	}
}

func TestAFollowerThatResumesAtTheMissingSequenceStops(t *testing.T) {
	for c, err := range damaged(t).Follow(t.Context(), 0, 2) {
		if !errors.Is(err, eventlog.ErrGap) {
			t.Errorf("got %+v, %v", c, err)
		}
	}
}

func TestAHistoryIsNeverIncomplete(t *testing.T) {
	log := damaged(t)
	for c, err := range log.History(t.Context(), table(t, 1), 1) {
		gap, ok := errors.AsType[*eventlog.GapError](err)
		if !ok || gap.Want != 3 || gap.Table != table(t, 1) {
			t.Errorf("got %+v, %v", c, err)
		}
	}
	var tail []uint32
	for c, err := range log.History(t.Context(), table(t, 1), 4) {
		if err != nil {
			t.Fatal(err)
		}
		tail = append(tail, c.Version)
	}
	if len(tail) != 2 || tail[0] != 4 {
		t.Errorf("got versions %v, want 4 and 5", tail)
	}
}

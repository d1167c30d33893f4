package jetstream_test

import (
	"testing"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/subject"
)

// A consumer lives on one server, in its memory: it is gone when the server is.
func TestAFollowerReadsOnWhenItsConsumersAreGone(t *testing.T) {
	server := natstest.Start(t)
	forget := forgetting(t, natstest.Connect(t, server, natsboot.DoctorUser), natstest.Connect(t, server, string(subject.Rules)))
	log, err := jetstream.New(natstest.Connect(t, server, string(subject.Rules)), 0)
	if err != nil {
		t.Fatal(err)
	}
	var seq uint64
	more := func() uint64 {
		seq = appendTo(t, log, table(t, 1), uint32(seq+1), seq) //nolint:gosec // few
		return seq
	}
	var seen []uint64
	last := more()
	for c, err := range log.Follow(t.Context(), 0, 0) {
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, c.Seq)
		switch {
		case c.Seq < last: // more than one came
		case last < 9:
			forget()
			more()
			last = more()
		default:
			if len(seen) != int(last) || seen[0] != 1 {
				t.Errorf("got sequences %v, want those from 1 to %d", seen, last)
			}
			return
		}
	}
	t.Errorf("the iteration ended after %v", seen)
}

// forgetting deletes all consumers of the stream of shard 0. Who may see them may
// not delete them, and the other way round.
func forgetting(t *testing.T, sees, deletes *nats.Conn) func() {
	t.Helper()
	of := func(conn *nats.Conn) natsjs.Stream {
		js, err := natsjs.New(conn)
		if err != nil {
			t.Fatal(err)
		}
		stream, err := js.Stream(t.Context(), "GAME_0")
		if err != nil {
			t.Fatal(err)
		}
		return stream
	}
	seen, deleted := of(sees), of(deletes)
	return func() {
		all := seen.ListConsumers(t.Context())
		for c := range all.Info() {
			if err := deleted.DeleteConsumer(t.Context(), c.Name); err != nil {
				t.Fatal(err)
			}
		}
		if err := all.Err(); err != nil {
			t.Fatal(err)
		}
	}
}

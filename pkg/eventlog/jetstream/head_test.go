package jetstream_test

import (
	"testing"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/subject"
)

func TestHeadIsTheSequenceOfTheLastCommitOfTheShard(t *testing.T) {
	server := natstest.Start(t)
	log, err := jetstream.New(natstest.Connect(t, server, "lobby"), 0)
	if err != nil {
		t.Fatal(err)
	}
	for want := range uint64(3) {
		got, err := log.Head(t.Context(), 0)
		if err != nil || got != want {
			t.Fatalf("got %d, %v; want %d", got, err, want)
		}
		id, err := subject.NewTableID(0, [10]byte{byte(want)})
		if err != nil {
			t.Fatal(err)
		}
		c := eventlog.Commit{Table: id, Version: 1, Writer: "lobby", Phase: "open", Body: []byte("x")}
		if _, err := log.Append(t.Context(), c, 0); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := log.Head(t.Context(), 7); err == nil {
		t.Fatal("a shard without a stream has a head")
	}
}

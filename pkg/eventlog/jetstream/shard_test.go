package jetstream_test

import (
	"errors"
	"testing"
	"time"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/subject"
)

func TestATableOfAShardThatWasNotToldIsRefusedAtOnce(t *testing.T) {
	log, err := jetstream.New(natstest.Connect(t, natstest.Start(t), "rules"), 10*time.Second, 0)
	if err != nil {
		t.Fatal(err)
	}
	id, err := subject.NewTableID(7, [10]byte{1})
	if err != nil {
		t.Fatal(err)
	}
	begun := time.Now()
	if _, err := log.Last(t.Context(), id); !errors.Is(err, eventlog.ErrUnknownShard) {
		t.Fatalf("last: %v", err)
	}
	for _, err := range log.History(t.Context(), id, 0) {
		if !errors.Is(err, eventlog.ErrUnknownShard) {
			t.Fatalf("history: %v", err)
		}
	}
	if took := time.Since(begun); took > 9*time.Second {
		t.Fatalf("took %v", took)
	}
}

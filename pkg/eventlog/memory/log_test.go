package memory_test

import (
	"testing"
	"time"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/contract"
	"tranca.example/pkg/eventlog/memory"
	"tranca.example/pkg/subject"
)

func TestTheMemoryLogKeepsTheContract(t *testing.T) {
	contract.Run(t, func(*testing.T) eventlog.Log { return memory.New(nil) })
}

func TestACommitCarriesTheTimeOfTheClock(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	log := memory.New(func() time.Time { return at })
	id, err := subject.NewTableID(0, [10]byte{1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := log.Append(t.Context(), eventlog.Commit{Table: id, Version: 1, Writer: "lobby", Phase: "open"}, 0); err != nil {
		t.Fatal(err)
	}
	if c, err := log.Last(t.Context(), id); err != nil || !c.Stored.Equal(at) {
		t.Errorf("got %v (%v), want %v", c.Stored, err, at)
	}
}

func TestTheLogKeepsItsOwnCopyOfABody(t *testing.T) {
	log := memory.New(nil)
	id, err := subject.NewTableID(0, [10]byte{1})
	if err != nil {
		t.Fatal(err)
	}
	body := []byte("before")
	if _, err := log.Append(t.Context(), eventlog.Commit{Table: id, Version: 1, Writer: "lobby", Phase: "open", Body: body}, 0); err != nil {
		t.Fatal(err)
	}
	copy(body, "change")
	if c, err := log.Last(t.Context(), id); err != nil || string(c.Body) != "before" {
		t.Errorf("got %q (%v)", c.Body, err)
	}
}

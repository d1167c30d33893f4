package alloc_test

import (
	"bytes"
	"crypto/rand"
	"errors"
	"strings"
	"testing"

	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/records"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/services/lobby/internal/alloc"
)

var two = []subject.Shard{3, 7}

func register(t *testing.T, ids alloc.IDs) *alloc.Register {
	t.Helper()
	store, err := records.New(natstest.Connect(t, natstest.Start(t), string(subject.Lobby)), 0)
	if err != nil {
		t.Fatal(err)
	}
	return alloc.New(store, ids)
}

func TestAnIDIsGivenOnceForAKeyAndACommand(t *testing.T) {
	r := register(t, alloc.Random(rand.Reader, two))
	seen := map[subject.TableID]int{}
	for _, key := range []table.Hash{{1}, {2}} {
		for _, id := range []table.CommandID{{1}, {2}} {
			for range 3 {
				given, err := r.TableID(t.Context(), key, id)
				if err != nil {
					t.Fatal(err)
				}
				seen[given]++
			}
		}
	}
	if len(seen) != 4 {
		t.Errorf("got %v, want 4 ids", seen)
	}
}

func TestNoIDIsGivenWithoutACommandIDOrRandomness(t *testing.T) {
	r := register(t, alloc.Random(rand.Reader, two))
	_, err := r.TableID(t.Context(), table.Hash{1}, table.CommandID{})
	if got, ok := errors.AsType[*rpcerr.Rejection](err); !ok || got.Reason != rpcerr.ReasonMalformed {
		t.Errorf("no command id: got %v", err)
	}
	r = register(t, alloc.Random(strings.NewReader("short"), two))
	if _, err := r.TableID(t.Context(), table.Hash{1}, table.CommandID{1}); err == nil || !strings.Contains(err.Error(), "random table id") {
		t.Errorf("no randomness: got %v", err)
	}
}

func TestRegisterIsUnavailableWithoutTheBroker(t *testing.T) {
	conn := natstest.Connect(t, natstest.Start(t), string(subject.Lobby))
	store, err := records.New(conn, 0)
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
	_, err = alloc.New(store, alloc.Seeded([]byte("s"), two)).TableID(t.Context(), table.Hash{1}, table.CommandID{1})
	if got, ok := errors.AsType[*rpcerr.Rejection](err); !ok || got.Reason != rpcerr.ReasonUnavailable {
		t.Errorf("got %v", err)
	}
}

func TestIDsAreSpreadOverTheShards(t *testing.T) {
	for name, ids := range map[string]alloc.IDs{
		"random": alloc.Random(rand.Reader, two),
		"seeded": alloc.Seeded([]byte("s"), two),
	} {
		count := map[subject.Shard]int{}
		for i := range 200 {
			id, err := ids(table.Hash{byte(i)}, table.CommandID{1})
			if err != nil {
				t.Fatal(err)
			}
			count[id.Shard()]++
		}
		if len(count) != 2 || min(count[3], count[7]) < 50 {
			t.Errorf("%s: got %v", name, count)
		}
	}
}

func TestASeededIDDependsOnSeedKeyAndCommand(t *testing.T) {
	seen := map[subject.TableID]bool{}
	for _, seed := range []string{"a", "b"} {
		for _, key := range []table.Hash{{1}, {2}} {
			for _, id := range []table.CommandID{{1}, {2}} {
				first, err := alloc.Seeded([]byte(seed), two)(key, id)
				again, errAgain := alloc.Seeded(bytes.Clone([]byte(seed)), two)(key, id)
				if err != nil || errAgain != nil || first != again {
					t.Errorf("got %s, %v and %s, %v", first, err, again, errAgain)
				}
				seen[first] = true
			}
		}
	}
	if len(seen) != 8 {
		t.Errorf("got %d ids, want 8", len(seen))
	}
}

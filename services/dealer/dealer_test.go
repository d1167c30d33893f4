package dealer_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/trace/noop"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/records"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/secret"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/telemetry"
	"tranca.example/pkg/token"
	"tranca.example/services/dealer"
)

func env(t *testing.T, server *natsboot.Server, service subject.Service) replica.Env {
	t.Helper()
	name, err := subject.ParseToken(string(service) + "-0")
	if err != nil {
		t.Fatal(err)
	}
	keys, err := token.NewKeys(bytes.Repeat([]byte{7}, token.MinKey))
	if err != nil {
		t.Fatal(err)
	}
	return replica.Env{
		Conn: natstest.Connect(t, server, string(service)), Name: name, Shards: []subject.Shard{0}, Keys: keys,
		Scope: telemetry.Scope{
			Logger: slog.New(slog.DiscardHandler), Tracer: noop.NewTracerProvider().Tracer("test"),
			Registerer: prometheus.NewRegistry(),
		},
		Now: time.Now, Random: bytes.NewReader(bytes.Repeat([]byte{9}, 1<<10)),
	}
}

func TestSeededEntropyIsRefusedUnlessItIsAllowed(t *testing.T) {
	o := dealer.Options{Env: env(t, natstest.Start(t), subject.Dealer), Entropy: dealer.Seeded([]byte("s"))}
	if _, err := dealer.New(o); !errors.Is(err, replica.ErrSeeded) {
		t.Errorf("got %v", err)
	}
	o.AllowSeeded = true
	if _, err := dealer.New(o); err != nil {
		t.Errorf("allowed: got %v", err)
	}
	o.Conn = nil
	if _, err := dealer.New(o); err == nil || !strings.Contains(err.Error(), "no connection") {
		t.Errorf("without a connection: got %v", err)
	}
}

func TestASeededRootIsTheHMACOfTheMatchID(t *testing.T) {
	// printf 0-x.1 | openssl dgst -sha256 -hmac seed
	const want = "f452d9c00c314a106be2047eb6c7db1f315a7926b85f257f702de7ad09de27ed"
	root, err := dealer.Seeded([]byte("seed")).Root(t.Context(), "0-x.1")
	if got := hex.EncodeToString(root[:]); err != nil || got != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	if k := dealer.Seeded(nil).Kind(); k != "seeded" {
		t.Errorf("got kind %q", k)
	}
}

func TestACryptographicRootIsDrawnAnewEachTime(t *testing.T) {
	e := dealer.Crypto(io.MultiReader(strings.NewReader(strings.Repeat("a", 32)), strings.NewReader(strings.Repeat("b", 32))))
	a, errA := e.Root(t.Context(), "m")
	b, errB := e.Root(t.Context(), "m")
	if errA != nil || errB != nil || a == b || e.Kind() != "crypto" {
		t.Errorf("got equal roots, or %v, %v, %q", errA, errB, e.Kind())
	}
	if _, err := e.Root(t.Context(), "m"); err == nil {
		t.Error("a source that has run dry gave a root")
	}
}

// started is a table of two whose match has just started.
func started(t *testing.T, lobby *replica.Owner) subject.TableID {
	t.Helper()
	id, err := subject.NewTableID(0, [10]byte{1})
	if err != nil {
		t.Fatal(err)
	}
	var ids byte
	do := func(a table.Actor, c table.Command) {
		t.Helper()
		ids++
		if _, err := lobby.Host.Do(t.Context(), id, table.Request{Actor: a, ID: table.CommandID{ids}, Command: c}); err != nil {
			t.Fatal(err)
		}
	}
	key := func(n byte) table.Actor { return table.Actor{Kind: table.ActorKey, KeyHash: table.Hash{n}, Seat: -1} }
	do(key(1), table.OpenTable{ID: id.String(), Preset: "classic.draw"})
	for i := range domino.Seat(2) {
		do(key(byte(i)+2), table.Sit{Seat: i, Player: fmt.Sprint("p", i)})
	}
	for i := range domino.Seat(2) {
		do(table.Actor{Kind: table.ActorSeat, Seat: i, Gen: 1}, table.Ready{})
	}
	return id
}

func TestTwoDealersBindAMatchToOneRootAndDealOneRound(t *testing.T) {
	server := natstest.Start(t)
	lobby, err := replica.NewOwner(env(t, server, subject.Lobby), table.Lobby, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b"} {
		e := env(t, server, subject.Dealer)
		if e.Name, err = subject.ParseToken(name); err != nil {
			t.Fatal(err)
		}
		e.Random = strings.NewReader(strings.Repeat(name, 32))
		d, err := dealer.New(dealer.Options{Env: e})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- d.Run(ctx) }()
		t.Cleanup(func() {
			cancel()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
	id := started(t, lobby)
	var s table.State
	for end := time.Now().Add(15 * time.Second); s.Phase != table.PhasePlaying; time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not dealt: phase %s", s.Phase)
		}
		if s, err = lobby.Host.LastState(t.Context(), id); err != nil {
			t.Fatal(err)
		}
	}
	bound(t, server, id, s)
}

// bound checks that what is stored opens what is told.
func bound(t *testing.T, server *natsboot.Server, id subject.TableID, s table.State) {
	t.Helper()
	store, err := records.New(natstest.Connect(t, server, string(subject.Dealer)), 0)
	if err != nil {
		t.Fatal(err)
	}
	secrets := secret.New(store)
	root, err := secrets.Root(t.Context(), id, s.Match.ID)
	if err != nil || deal.Tip(root.Secret) != deal.Hash(s.Match.Tip) || root.Match != 1 || root.Entropy != "crypto" {
		t.Errorf("the root does not lead to the tip, or is of match %d, %q: %v", root.Match, root.Entropy, err)
	}
	seed, err := secrets.Seed(t.Context(), secret.Deal{Table: id, Match: 1, Round: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := table.OpenRound(s, seed); err != nil {
		t.Errorf("the seed does not open the round: %v", err)
	}
}

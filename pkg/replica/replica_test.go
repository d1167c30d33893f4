package replica_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/replica/replicatest"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/token"
	"tranca.example/pkg/wire"
)

func TestAnEnvNamesEverythingThatItLacks(t *testing.T) {
	const all = "replica: no connection\nreplica: no name\nreplica: no shards\nreplica: no telemetry scope\nreplica: no clock\nreplica: no randomness"
	if err := (replica.Env{}).Validate(); err == nil || err.Error() != all {
		t.Errorf("got %v", err)
	}
	if err := (replica.Env{}).ValidateKeyed(); err == nil || err.Error() != all+"\nreplica: no seat token keys" {
		t.Errorf("keyed: got %v", err)
	}
	w := replicatest.New(t, 0)
	env := w.Env(subject.Lobby)
	if err := env.ValidateKeyed(); err != nil {
		t.Errorf("got %v", err)
	}
	env.Keys = token.Keys{}
	if err := env.Validate(); err != nil {
		t.Errorf("keyless: got %v", err)
	}
	if err := env.ValidateKeyed(); !errors.Is(err, replica.ErrNoKeys) {
		t.Errorf("got %v", err)
	}
}

func TestAnOwnerNeedsAnEnvAndAPhase(t *testing.T) {
	w := replicatest.New(t, 0)
	env := w.Env(subject.Lobby)
	keyless := env
	keyless.Keys = token.Keys{}
	for name, c := range map[string]struct {
		env     replica.Env
		service table.Service
		want    string
	}{
		"nothing":        {replica.Env{}, table.Lobby, "no connection"},
		"no keys":        {keyless, table.Lobby, "no seat token keys"},
		"bots own none":  {env, table.Bots, "replica of bots: table host: service \"bots\" owns no phase"},
		"nobody's phase": {env, "cook", "replica of cook: table host: unknown service"},
	} {
		if _, err := replica.NewOwner(c.env, c.service, nil); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
	}
}

// seen keeps what reached a reaction.
type seen struct {
	mu    sync.Mutex
	wakes []uint32
}

func (s *seen) react(_ context.Context, _ subject.TableID, version uint32) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wakes = append(s.wakes, version)
	return rpcerr.New(rpcerr.ReasonUnavailable, "try later") // it is logged, and the next wake comes all the same
}

func (s *seen) has(version uint32) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Contains(s.wakes, version)
}

// unit is a replica of one unit.
type unit struct{ run func(context.Context) error }

func (u unit) Run(ctx context.Context) error { return u.run(ctx) }
func (unit) Ready(context.Context) error     { return nil }

func TestEveryOwnerMayWakeEveryOtherAndAFailedReactionStopsNothing(t *testing.T) {
	w := replicatest.New(t, 0)
	id, err := subject.NewTableID(0, [10]byte{1})
	if err != nil {
		t.Fatal(err)
	}
	services := []subject.Service{subject.Lobby, subject.Dealer, subject.Rules, subject.Scoring, subject.Bots}
	reached := map[subject.Service]*seen{}
	for _, s := range services {
		reached[s] = &seen{}
		w.Run(unit{replica.WakeUnit(w.Env(s), s, reached[s].react).Run})
	}
	version := uint32(0)
	for _, from := range services {
		waker := natsrpc.NewWaker(w.Env(from).Conn, nil)
		for _, to := range services {
			version++
			w.Eventually(string(from)+" does not reach "+string(to), func() bool {
				if err := waker.Wake(t.Context(), to, natsrpc.Wake{Table: id.String(), Version: version}); err != nil {
					t.Fatal(err)
				}
				return reached[to].has(version)
			})
		}
	}
}

// Asking first what must be denied makes sure that a denial would be seen.
func TestOwnersMayNotPublishBeyondTheirOwn(t *testing.T) {
	denied := make(chan error, 100)
	w := replicatest.New(&quiet{TB: t}, 0)
	for service, subjects := range map[subject.Service][]string{
		subject.Lobby:   {"r.0.x", "s.0.x.1.1", "t.set.x", "hb.rules", "live.0.x", "pub.v1.0.table.x.y", "$JS.API.STREAM.MSG.GET.ROOT_0", "$JS.API.STREAM.DELETE.GAME_0"},
		subject.Scoring: {"a.x", "r.0.x", "s.0.x.1.1", "t.set.x", "hb.lobby", "live.0.x", "$JS.API.STREAM.MSG.GET.SECRET_0", "$JS.API.STREAM.MSG.GET.ALLOC"},
		subject.Bots:    {"g.0.x.ev", "a.x", "r.0.x", "hb.rules", "$JS.API.STREAM.MSG.GET.GAME_0", "$JS.API.STREAM.MSG.GET.SECRET_0"},
	} {
		conn, err := w.Server.Connect(string(service), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { denied <- err }))
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range subjects {
			if err := conn.Publish(s, []byte("x")); err != nil {
				t.Fatal(err)
			}
			select {
			case err := <-denied:
				if !errors.Is(err, nats.ErrPermissionViolation) {
					t.Errorf("%s to %s: got %v", service, s, err)
				}
			case <-time.After(60 * time.Second):
				t.Errorf("%s may publish to %s", service, s)
			}
		}
		conn.Close()
	}
}

// quiet drops the complaints of a world in which denials are wanted.
type quiet struct{ testing.TB }

func (*quiet) Errorf(string, ...any) {}

func TestACastPlaysItsPartsWithoutADenial(t *testing.T) {
	w := replicatest.New(t, 0)
	w.Cast(table.Lobby, table.Dealer, table.Rules, table.Scoring)
	id, err := subject.NewTableID(0, [10]byte{1})
	if err != nil {
		t.Fatal(err)
	}
	via := w.Asker()
	ask := func(n byte, key string, c table.Command) wire.Reply {
		t.Helper()
		reply, err := via.Do(t.Context(), wire.Request{TableID: id.String(), ID: table.CommandID{n}, Command: c,
			Credential: wire.Credential{PlayerKey: strings.Repeat(key, token.MinPlayerKey)}})
		if err != nil {
			t.Fatalf("%T: %v", c, err)
		}
		return reply
	}
	ask(1, "a", table.OpenTable{ID: id.String(), Preset: "classic.draw"})
	for i := range 2 {
		ask(byte(2+i), "a", table.AddBot{Seat: -1, Policy: "greedy"})
	}
	w.Eventually("nothing is dealt", func() bool {
		reply, err := via.Do(t.Context(), wire.Request{TableID: id.String(), Query: wire.GetState{}})
		if err != nil {
			t.Fatal(err)
		}
		return reply.State.Phase == table.PhasePlaying
	})
}

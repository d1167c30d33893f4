package replica_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/lifecycle"
	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/projection"
	"tranca.example/pkg/projection/redis"
	"tranca.example/pkg/projection/redisproc"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/replica/replicatest"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/telemetry/logtest"
)

// bodies is a projection's fold: each table's last body.
func bodies(c eventlog.Commit) ([]projection.Change, error) {
	if string(c.Body) == "broken" {
		return nil, errors.New("it cannot be folded")
	}
	return []projection.Change{{Key: c.Table.String(), Value: c.Body}}, nil
}

// hall is a world with one table and replicas that project it.
type hall struct {
	*replicatest.World
	t       *testing.T
	log     *jetstream.Log
	id      subject.TableID
	version uint32
	seq     uint64
}

func newHall(t *testing.T) *hall {
	t.Helper()
	w := replicatest.New(t, 0)
	log, err := jetstream.New(w.Env(subject.Lobby).Conn, 0)
	if err != nil {
		t.Fatal(err)
	}
	id, err := subject.NewTableID(0, [10]byte{1})
	if err != nil {
		t.Fatal(err)
	}
	return &hall{World: w, t: t, log: log, id: id}
}

func (h *hall) commit(body string) {
	h.t.Helper()
	h.version++
	seq, err := h.log.Append(h.t.Context(), eventlog.Commit{
		Table: h.id, Version: h.version, Writer: "lobby", Phase: "open", Body: []byte(body),
	}, h.seq)
	if err != nil {
		h.t.Fatal(err)
	}
	h.seq = seq
}

// seat is one replica with its projection.
type seat struct {
	*replica.Projection
	serve lifecycle.Unit
}

func (s seat) Run(ctx context.Context) error { return lifecycle.Run(ctx, s.serve, s.Unit()) }

func (h *hall) replica(stores replica.Stores, logs *logtest.Lines) seat {
	h.t.Helper()
	env := h.Env(subject.Lobby)
	if stores != nil {
		env.Stores = stores
	}
	env.Scope.Logger = slog.New(slog.NewTextHandler(logs, nil))
	p, err := replica.NewProjection(env, replica.ProjectionOptions{
		Service: subject.Lobby, Name: "bodies", Source: h.log, Fold: bodies, CheckEvery: 10 * time.Millisecond,
	})
	if err != nil {
		h.t.Fatal(err)
	}
	answer := func(context.Context, []byte) ([]byte, error) { return nil, nil }
	return seat{Projection: p, serve: replica.ServeUnit(env, subject.Lobby, natsrpc.Handler(answer))}
}

// atRedis is a replica that projects into a Redis of its own and shows the
// table's first commit.
func (h *hall) atRedis() (s seat, client *goredis.Client, logs *logtest.Lines) {
	h.t.Helper()
	client, logs = redisproc.Start(h.t), &logtest.Lines{}
	s = h.replica(func(name string) (replica.Store, error) { return redis.New(client, name) }, logs)
	h.commit("one")
	h.World.Run(s)
	h.shows(s, "one")
	return s, client, logs
}

func (h *hall) shows(s seat, want string) {
	h.t.Helper()
	h.Eventually("the replica does not show "+want, func() bool {
		got, err := s.Store().Get(h.t.Context(), 0, h.id.String())
		return err == nil && string(got) == want
	})
}

func TestReplicasOfOneRedisAreAllReadyAndOneWritesAtATime(t *testing.T) {
	h := newHall(t)
	client := redisproc.Start(t)
	stores := func(name string) (replica.Store, error) { return redis.New(client, name) }
	var logs logtest.Lines
	all := []seat{h.replica(stores, &logs), h.replica(stores, &logs), h.replica(stores, &logs)}
	h.commit("one")
	var stops []func()
	for _, s := range all {
		stops = append(stops, h.World.Run(s)) // returns when it is ready
	}
	for _, stop := range stops {
		for range 20 {
			h.commit("more")
		}
		body := "after " + time.Now().String()
		h.commit(body)
		for _, s := range all {
			h.shows(s, body)
			if err := s.Ready(t.Context()); err != nil {
				t.Errorf("not ready: %v", err)
			}
		}
		stop()
		if len(all) == 1 {
			break
		}
		all = all[1:]
	}
	if text := logs.String(); text != "" {
		t.Errorf("they get in each other's way: %s", text)
	}
}

func TestAReplicaWithoutRedisProjectsForItself(t *testing.T) {
	h := newHall(t)
	h.commit("one")
	var logs logtest.Lines
	for range 2 {
		s := h.replica(nil, &logs)
		if err := s.Ready(t.Context()); err == nil || err.Error() != "projection bodies of shard 0 is at 0 of 1" {
			t.Errorf("got %v", err)
		}
		h.World.Run(s)
		h.shows(s, "one")
	}
}

func TestAnAlarmMakesAReplicaUnreadyAndEndsNothing(t *testing.T) {
	h := newHall(t)
	h.commit("one")
	var logs logtest.Lines
	s := h.replica(nil, &logs)
	h.World.Run(s) // it complains when the replica ends
	h.commit("broken")
	h.Eventually("the replica stays ready", func() bool {
		err := s.Ready(t.Context())
		return errors.Is(err, projection.ErrAlarm)
	})
	h.shows(s, "one")
	if !strings.Contains(logs.String(), "projection stopped") {
		t.Errorf("nobody is told: %s", logs.String())
	}
}

func TestAReplicaTellsThatRedisRefusesItsWritesAndIsReadyAgainByItself(t *testing.T) {
	for name, refuse := range map[string]struct{ spoil, mend []any }{
		"out of memory": {[]any{"CONFIG", "SET", "maxmemory", "1"}, []any{"CONFIG", "SET", "maxmemory", "0"}},
		"read only":     {[]any{"REPLICAOF", "127.0.0.1", "1"}, []any{"REPLICAOF", "NO", "ONE"}},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHall(t)
			s, client, logs := h.atRedis()
			do := func(command []any) {
				if err := client.Do(t.Context(), command...).Err(); err != nil {
					t.Fatal(err)
				}
			}
			do(refuse.spoil)
			h.commit("two")
			h.Eventually("the replica stays ready", func() bool { return s.Ready(t.Context()) != nil })
			do(refuse.mend)
			h.shows(s, "two")
			h.Eventually("the replica does not become ready", func() bool { return s.Ready(t.Context()) == nil })
			if !strings.Contains(logs.String(), "projection goes on") {
				t.Errorf("nobody is told: %s", logs.String())
			}
		})
	}
}

func TestAReplicaTellsOnceWhyRedisDoesNotAnswer(t *testing.T) {
	h := newHall(t)
	s, client, _ := h.atRedis()
	_ = client.Do(t.Context(), "SHUTDOWN", "NOSAVE") // it closes the connection
	var told error
	h.Eventually("the replica says nothing of it", func() bool {
		told = s.Ready(t.Context())
		return told != nil && strings.Contains(told.Error(), "projection bodies, shard 0: ") // the projector has noticed, too
	})
	if text := told.Error(); strings.Contains(text, "\n") || strings.Count(text, "checkpoint") != 1 {
		t.Errorf("got %q", text)
	}
}

// A projection that stops at a commit goes on where a human puts its checkpoint:
// the way that deploy/README.md tells.
func TestAHumanMayLetAProjectionInRedisPassACommit(t *testing.T) {
	h := newHall(t)
	s, client, _ := h.atRedis()
	h.commit("broken")
	h.commit("two")
	h.Eventually("the replica stays ready", func() bool { return errors.Is(s.Ready(t.Context()), projection.ErrAlarm) })
	if err := client.Set(t.Context(), "{tranca:bodies:0}:checkpoint", 2, 0).Err(); err != nil {
		t.Fatal(err)
	}
	h.shows(s, "two")
	h.Eventually("the replica does not become ready", func() bool { return s.Ready(t.Context()) == nil })
}

func TestAProjectionNeedsItsStore(t *testing.T) {
	env := newHall(t).Env(subject.Lobby)
	full := errors.New("no room")
	env.Stores = func(string) (replica.Store, error) { return nil, full }
	_, err := replica.NewProjection(env, replica.ProjectionOptions{Service: subject.Lobby, Name: "bodies", Fold: bodies})
	if !errors.Is(err, full) {
		t.Errorf("got %v", err)
	}
}

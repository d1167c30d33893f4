package load_test

import (
	"context"
	"crypto/rand"
	"errors"
	"testing"
	"time"

	"tranca.example/pkg/client"
	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/memory"
	"tranca.example/pkg/replay"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/tablehost"
	"tranca.example/pkg/wire"
	"tranca.example/services/e2e/load"
	"tranca.example/services/tranca/allinone"
)

const seed = "load"

func game(preset string) load.Game {
	g := load.Game{Preset: preset, Seed: []byte(seed), Options: load.Options()}
	if preset == "chickie" { // leaving cannot forfeit it
		g.Options.BotPolicy = "random"
	}
	return g
}

func start(t *testing.T) *allinone.Cluster {
	t.Helper()
	cluster, err := allinone.Start(t.Context(), allinone.Options{
		DataDir: t.TempDir(), HTTPAddr: "127.0.0.1:0", AdminAddr: "127.0.0.1:0", Seed: []byte(seed),
		LogWriter: t.Output(), Now: time.Now, Random: rand.Reader,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cluster.Stop() })
	return cluster
}

func TestScriptsArePlayedToTheNextMatchAtAllDoors(t *testing.T) {
	cluster := start(t)
	conn, err := cluster.Connect(string(subject.Gateway))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	transport, err := client.HTTP(cluster.URL(), 4)
	if err != nil {
		t.Fatal(err)
	}
	c, err := client.New(client.Options{Transport: transport, Random: rand.Reader})
	if err != nil {
		t.Fatal(err)
	}
	audience := load.NewAudience(cluster.URL(), 2)
	for name, door := range map[string]struct {
		load.Door
		load.Watcher
	}{
		"nats": {load.NewDoor(t, conn, nil), load.Live(conn)}, "local": {load.NewDoor(t, conn, cluster.Local()), load.Live(conn)}, "http": {load.NewHTTP(c), audience},
	} {
		for _, preset := range []string{"latin.pairs", "classic.draw", "chickie"} {
			t.Run(name+" "+preset, func(t *testing.T) {
				played, err := load.Open(t.Context(), door, door, game(preset))
				if err != nil {
					t.Fatal(err)
				}
				audience.Note(true)
				played.Noting = true
				rematch(t, played)
				if len(played.Acks) < 20 || played.Pushed < len(played.Acks) || played.Bytes < 100*played.Pushed {
					t.Errorf("got %d moves, %d pushes of %d bytes", len(played.Acks), played.Pushed, played.Bytes)
				}
			})
		}
	}
	seen := map[string]int{}
	for _, s := range audience.Sights() {
		seen[s.Table]++
	}
	if len(seen) != 3 {
		t.Errorf("viewers saw %v, want something of three tables", seen)
	}
}

// rematch plays one match, and a move of the next.
func rematch(t *testing.T, played *load.Table) {
	t.Helper()
	for moved := false; !moved || played.Match < 2; {
		var err error
		if moved, err = played.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestWhatFillsALogIsWhatTheServicesWouldWrite(t *testing.T) {
	log, codec, baton := memory.New(time.Now), wire.NewCodec(), tablehost.Baton()
	const wanted = 1500
	n, err := load.NewFiller(log, game("latin.pairs")).Fill(t.Context(), wanted, 3)
	if err != nil || n < wanted {
		t.Fatalf("got %d commits, %v", n, err)
	}
	phases, last := map[subject.TableID]string{}, uint64(0)
	for c, err := range log.Follow(t.Context(), 0, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if _, err := replay.DecodeCommit(codec, c); err != nil {
			t.Fatalf("commit %d: %v", c.Seq, err)
		}
		if err := baton.VerifyWriter(phases[c.Table], c); err != nil {
			t.Fatalf("commit %d: %v", c.Seq, err)
		}
		phases[c.Table] = c.Phase
		if last = c.Seq; last == uint64(n) {
			break
		}
	}
	for table, phase := range phases {
		if phase != "finished" {
			t.Errorf("table %s is left %s", table, phase)
		}
	}
}

var errFull = errors.New("no room")

// refusing is a log without room.
type refusing struct{}

func (refusing) Append(context.Context, eventlog.Commit, uint64) (uint64, error) { return 0, errFull }

func TestALogThatTakesNothingEndsTheFilling(t *testing.T) {
	if _, err := load.NewFiller(refusing{}, game("latin.pairs")).Fill(t.Context(), 10, 4); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
}

func TestTheSizeOfACommitIsThatOfAMatch(t *testing.T) {
	if n, err := load.Body(game("latin.pairs")); err != nil || n < 800 || n > eventlog.MaxBody {
		t.Errorf("got %d bytes, %v", n, err)
	}
}

package gamestream_test

import (
	"crypto/rand"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"tranca.example/pkg/archive"
	"tranca.example/pkg/archive/gamestream"
	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/natsboot"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/subject"
)

const timeout = 10 * time.Second

// open names the stream of shard 0 as the user sees it.
func open(t testing.TB, server *natsboot.Server, user string) *gamestream.Stream {
	t.Helper()
	s, err := gamestream.Open(natstest.Connect(t, server, user), 0, timeout)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// restorer is a server without any stream, on which one may be restored.
func restorer(t testing.TB) *natsboot.Server {
	t.Helper()
	server, err := natsboot.Start(natsboot.ServerConfig{
		Dir: t.TempDir(), Shards: []subject.Shard{0}, Random: rand.Reader, Restoring: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	return server
}

// player appends commits to some tables in turn.
type player struct {
	log  *jetstream.Log
	next int
	last map[subject.TableID]eventlog.Commit
}

func newPlayer(t testing.TB, conn *nats.Conn) *player {
	t.Helper()
	log, err := jetstream.New(conn, timeout)
	if err != nil {
		t.Fatal(err)
	}
	return &player{log: log, last: map[subject.TableID]eventlog.Commit{}}
}

// play appends n commits; each has a body like the one before.
func (p *player) play(t testing.TB, n, tables int) {
	t.Helper()
	for range n {
		id := table(t, p.next%tables)
		before := p.last[id]
		c := eventlog.Commit{
			Table: id, Version: before.Version + 1, Writer: "rules", Phase: "playing",
			Body:   fmt.Appendf(nil, "%s move %d of table %s", before.Body[max(0, len(before.Body)-900):], p.next*7919%10_007, id),
			Header: map[string]string{"traceparent": fmt.Sprintf("00-%032d-%016d-01", p.next, p.next)},
		}
		var err error
		if c.Seq, err = p.log.Append(t.Context(), c, before.Seq); err != nil {
			t.Fatal(err)
		}
		p.last[id] = c
		p.next++
	}
}

func table(t testing.TB, n int) subject.TableID {
	t.Helper()
	id, err := subject.NewTableID(0, [10]byte{byte(n), byte(n >> 8), 3})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// everything archives whatever is there.
func everything() gamestream.Limits {
	return gamestream.Limits{Now: time.Now().Add(time.Hour), PerFile: 40}
}

// written archives the stream as the observer, who may only read.
func written(t testing.TB, server *natsboot.Server) archive.Dir {
	t.Helper()
	dir := archive.Dir(t.TempDir())
	if _, err := gamestream.Write(t.Context(), open(t, server, natsboot.ObserverUser), dir, everything(), func(archive.Entry) {}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// emptyAt makes a game stream that begins at the sequence first.
func emptyAt(t testing.TB, server *natsboot.Server, first uint64) {
	t.Helper()
	js, err := natsjs.New(natstest.Connect(t, server, natsboot.RestorerUser))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range natsboot.Streams(natsboot.DefaultSettings()) {
		if c.FirstSeq = first; strings.HasPrefix(c.Name, "GAME_") {
			if _, err := js.CreateStream(t.Context(), c); err != nil {
				t.Fatal(err)
			}
		}
	}
}

package live_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/prometheus/client_golang/prometheus"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/token"
	"tranca.example/pkg/wire"
	"tranca.example/services/gateway/internal/live"
)

// board is one table in a real log, and a hub that watches as the gateway's user.
type board struct {
	t     *testing.T
	log   *jetstream.Log // of the lobby
	codec *wire.Codec
	hub   *live.Hub
	lossy *lossy
	id    subject.TableID
	state table.State
	seq   uint64
	stop  func()
}

// lossy loses pushes, as brokers may.
type lossy struct {
	live.Broker
	lose atomic.Bool
}

func (l *lossy) Subscribe(id subject.TableID, to chan *nats.Msg) (func(), error) {
	between := make(chan *nats.Msg, cap(to))
	stop, err := l.Broker.Subscribe(id, between)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case m := <-between:
				if !l.lose.Load() {
					to <- m
				}
			case <-done:
				return
			}
		}
	}()
	return func() { stop(); close(done) }, err
}

func newBoard(t *testing.T, poll time.Duration) *board {
	t.Helper()
	server := natstest.Start(t)
	log, err := jetstream.New(natstest.Connect(t, server, "lobby"), 0)
	if err != nil {
		t.Fatal(err)
	}
	conn := natstest.Connect(t, server, "gateway")
	reads, err := jetstream.New(conn, 0)
	if err != nil {
		t.Fatal(err)
	}
	b := &board{t: t, log: log, codec: wire.NewCodec(), lossy: &lossy{Broker: live.Broker{Conn: conn, Shards: []subject.Shard{0}}}}
	b.hub, err = live.NewHub(live.HubOptions{
		Log: reads, Pushes: b.lossy, Cursors: live.NewCursors([]byte("key")), Codec: b.codec, Logger: slog.New(slog.DiscardHandler),
		Metrics: prometheus.NewRegistry(), Now: time.Now, Poll: poll,
	})
	if err != nil {
		t.Fatal(err)
	}
	if b.id, err = subject.NewTableID(0, [10]byte{9}); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- b.hub.Run(ctx) }()
	b.stop = func() { cancel(); <-done }
	b.do(table.OpenTable{ID: b.id.String(), Preset: "classic.draw"})
	return b
}

// token is one of a seat at the table.
func (b *board) token(seat uint8) string {
	b.t.Helper()
	keys, err := token.NewKeys(make([]byte, token.MinKey))
	if err != nil {
		b.t.Fatal(err)
	}
	return keys.Seal(token.Seat{Table: b.id.String(), Seat: seat, Gen: b.state.Seats[seat].Gen, Expires: time.Now().Add(time.Hour)})
}

// do appends a command of the owner; it must be accepted.
func (b *board) do(c table.Command) {
	b.t.Helper()
	b.doAs(table.Actor{Kind: table.ActorKey, KeyHash: table.Hash{1}}, c)
}

func (b *board) doAs(actor table.Actor, c table.Command) {
	b.t.Helper()
	req := table.Request{Actor: actor, Command: c, Now: 1_790_000_000_000}
	req.ID[0], req.ID[1] = byte(b.state.Version), byte(b.state.Version>>8)
	events, err := table.Decide(b.state, nil, req)
	if err != nil {
		b.t.Fatal(err)
	}
	b.append(table.NewCommit(b.state, req, events, table.Lobby), "lobby")
}

func (b *board) append(c table.Commit, writer string) {
	b.t.Helper()
	body, err := b.codec.EncodeCommit(c)
	if err != nil {
		b.t.Fatal(err)
	}
	b.seq, err = b.log.Append(b.t.Context(), eventlog.Commit{
		Table: b.id, Version: c.Version, Writer: writer, Phase: string(c.State.Phase), Body: body,
	}, b.seq)
	if err != nil {
		b.t.Fatal(err)
	}
	b.state = c.State
}

// change appends so many commits.
func (b *board) change(n int) {
	b.t.Helper()
	for range n {
		if b.state.Seats[1].Kind == table.SeatEmpty {
			b.do(table.AddBot{Seat: 1, Policy: "greedy"})
		} else {
			b.do(table.RemoveBot{Seat: 1})
		}
	}
}

func (b *board) join() (*live.Viewer, uint32) {
	b.t.Helper()
	v, newest, err := b.hub.Join(b.t.Context(), b.id, false)
	if err != nil {
		b.t.Fatal(err)
	}
	return v, newest.Commit.Version
}

// read reads updates up to a version, one after the other.
func (b *board) read(v *live.Viewer, after, version uint32) {
	b.t.Helper()
	for after < version {
		select {
		case u, open := <-v.Updates():
			if after++; !open || u.Commit.Version != after || !bytes.Contains(u.Event(), []byte(`"tableId"`)) {
				b.t.Fatalf("got version %d (open: %v), want %d", u.Commit.Version, open, after)
			}
		case <-time.After(60 * time.Second):
			b.t.Fatalf("version %d never came", after+1)
		}
	}
}

func TestViewersGetEveryVersionOnceWhileTheTableChanges(t *testing.T) {
	b := newBoard(t, time.Hour)
	first, seen := b.join()
	b.change(5)
	second, from := b.join()
	b.change(5)
	b.read(first, seen, 11)
	b.read(second, from, 11)
	first.Leave()
	second.Leave()
}

func TestLostPushesAreReadFromTheLog(t *testing.T) {
	b := newBoard(t, time.Hour)
	v, seen := b.join()
	b.lossy.lose.Store(true)
	b.change(4)
	b.lossy.lose.Store(false)
	b.change(1) // shows the gap
	b.read(v, seen, 6)
	v.Leave()
}

func TestALostLastPushIsFoundByThePollAndAfterAReconnection(t *testing.T) {
	for name, find := range map[string]struct {
		poll time.Duration
		do   func(*live.Hub)
	}{
		"poll":         {20 * time.Millisecond, func(*live.Hub) {}},
		"reconnection": {time.Hour, (*live.Hub).Reconnected},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBoard(t, find.poll)
			v, seen := b.join()
			b.lossy.lose.Store(true)
			b.change(2)
			find.do(b.hub)
			b.read(v, seen, 3)
			v.Leave()
		})
	}
}

func TestASlowViewerIsCutAndTheOthersAreNot(t *testing.T) {
	b := newBoard(t, time.Hour)
	slow, _ := b.join()
	quick, seen := b.join()
	for range 100 {
		b.change(1)
		b.read(quick, seen, seen+1)
		seen++
	}
	n := 0
	for range slow.Updates() {
		n++
	}
	if !slow.Slow() || n == 0 || n >= 100 {
		t.Fatalf("slow: %v after %d updates", slow.Slow(), n)
	}
	slow.Leave()
	quick.Leave()
}

func TestWhatWasMissedIsReadFromTheLog(t *testing.T) {
	b := newBoard(t, time.Hour)
	b.change(8)
	updates, err := b.hub.Since(t.Context(), b.id, 3, 6)
	if err != nil || len(updates) != 4 || updates[0].Commit.Version != 3 || updates[3].Commit.Version != 6 {
		t.Fatalf("got %d updates, %v", len(updates), err)
	}
}

func TestNobodyWatchesATableThatIsNotThere(t *testing.T) {
	b := newBoard(t, time.Hour)
	id, err := subject.NewTableID(0, [10]byte{1})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := b.hub.Join(t.Context(), id, false); !errors.Is(err, eventlog.ErrNotFound) {
		t.Fatalf("got %v", err)
	}
}

func TestACommitOfAForeignServiceIsNotShown(t *testing.T) {
	b := newBoard(t, time.Hour)
	v, _ := b.join()
	events := []table.Event{table.SeatTaken{Seat: domino.Seat(0), Player: "mallory", Gen: 1}}
	b.append(table.NewCommit(b.state, table.Request{Now: 1}, events, table.Rules), "rules")
	select {
	case u, open := <-v.Updates():
		if open {
			t.Fatalf("version %d was shown", u.Commit.Version)
		}
	case <-time.After(60 * time.Second):
		t.Fatal("the feed went on")
	}
	v.Leave()
}

func TestViewersGoWhenTheHubStops(t *testing.T) {
	b := newBoard(t, time.Hour)
	v, _ := b.join()
	b.stop()
	select {
	case _, open := <-v.Updates():
		if open || v.Slow() {
			t.Fatal("an update came, or the viewer counts as slow")
		}
	case <-time.After(60 * time.Second):
		t.Fatal("the viewer stays")
	}
	v.Leave()
}

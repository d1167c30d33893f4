package judges_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"testing"
	"time"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/eventlog"
	"tranca.example/pkg/natsrpc"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/tablehost"
	"tranca.example/pkg/wire"
)

// game is one table with two players.
type game struct {
	*rig
	id   subject.TableID
	want table.Options
}

// newGame opens a table for two, seats both and makes them ready; the seats in
// committed have a say in the deal.
func (r *rig) newGame(o table.Options, committed ...domino.Seat) *game {
	r.t.Helper()
	var random [10]byte
	_, err := rand.Read(random[:])
	must(r.t, err)
	id, err := subject.NewTableID(0, random)
	must(r.t, err)
	g := &game{rig: r, id: id, want: o}
	g.do(g.key(0), table.OpenTable{
		ID: id.String(), Preset: "classic.draw", Knobs: map[string]string{"rounds": "2", "target": "0"}, Options: o,
	})
	for i := range 2 {
		g.do(g.key(i), table.Sit{Seat: domino.Seat(i), Player: fmt.Sprint("p", i)})
	}
	g.ready(committed...)
	return g
}

func (g *game) ready(committed ...domino.Seat) {
	g.t.Helper()
	match := table.NextMatchID(g.state())
	for i := range domino.Seat(2) {
		var ready table.Ready
		for _, c := range committed {
			if c == i {
				h, err := deal.ClientCommit(match, i, clientSeed(i))
				must(g.t, err)
				ready.ClientCommit = table.Hash(h)
			}
		}
		g.do(g.seat(i), ready)
	}
}

func clientSeed(i domino.Seat) []byte { return bytes.Repeat([]byte{byte(i) + 0x41}, 16) }

func (g *game) key(i int) table.Actor {
	return table.Actor{Kind: table.ActorKey, KeyHash: table.Hash{byte(i + 1), 0xee}, Seat: domino.NoSeat}
}

func (g *game) seat(i domino.Seat) table.Actor {
	return table.Actor{Kind: table.ActorSeat, Seat: i, Gen: g.state().Seats[i].Gen}
}

// do is a command in the lobby.
func (g *game) do(a table.Actor, c table.Command) {
	g.t.Helper()
	_, err := g.lobby.Host.Do(g.t.Context(), g.id, table.Request{Actor: a, ID: newID(g.t), Command: c})
	must(g.t, err)
}

func newID(t testing.TB) (id table.CommandID) {
	t.Helper()
	_, err := rand.Read(id[:])
	must(t, err)
	return id
}

// state is the table after its last commit.
func (g *game) state() table.State {
	g.t.Helper()
	s, err := g.lobby.Host.LastState(g.t.Context(), g.id)
	must(g.t, err)
	return s
}

// reaches waits for a state of the table, as long as the table goes on.
func (g *game) reaches(what string, ok func(table.State) bool) table.State {
	g.t.Helper()
	var last uint32
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		s := g.state()
		if ok(s) {
			return s
		}
		if s.Version != last { // a match of turns that nobody takes is long
			last, end = s.Version, time.Now().Add(patience)
		}
	}
	g.t.Fatal("does not happen: " + what)
	return table.State{}
}

// playing waits for the deal. A wake may be lost, and where rules does not run yet
// nobody sweeps, so whoever is due is woken again and again.
func (g *game) playing() table.State {
	g.t.Helper()
	again := time.Now().Add(time.Second)
	return g.reaches("a dealt round", func(s table.State) bool {
		if due, ok := table.NextDue(s); ok && time.Now().After(again) {
			g.wake(due.Owner, s.Version)
			again = time.Now().Add(time.Second)
		}
		return s.Phase == table.PhasePlaying
	})
}

// wake wakes an owner as the sweep of rules does.
func (g *game) wake(owner table.Service, version uint32) {
	g.t.Helper()
	conn := g.conn(subject.Rules)
	must(g.t, natsrpc.NewWaker(conn, nil).Wake(g.t.Context(), subject.Service(owner), natsrpc.Wake{Table: g.id.String(), Version: version}))
	must(g.t, conn.Flush())
}

// ask sends a request of a seat as the gateway would, and again, as its client
// would, when a busy machine did not answer in time.
func (g *game) ask(i domino.Seat, r wire.Request) (reply wire.Reply, err error) {
	g.t.Helper()
	if r.Command != nil && r.ID == (table.CommandID{}) {
		r.ID = newID(g.t)
	}
	for end := time.Now().Add(patience); ; {
		reply, err = g.askOnce(i, r)
		if !errors.Is(err, rpcerr.New(rpcerr.ReasonUnavailable, "")) || time.Now().After(end) {
			return reply, err
		}
	}
}

func (g *game) askOnce(i domino.Seat, r wire.Request) (wire.Reply, error) {
	g.t.Helper()
	r.TableID = g.id.String()
	r.Credential.SeatToken = g.lobby.Host.Token(g.id, g.state(), i)
	ctx, cancel := context.WithTimeout(g.t.Context(), 10*time.Second)
	defer cancel()
	return g.players.Do(ctx, r)
}

// move makes the first legal move of the seat on turn.
func (g *game) move(s table.State) {
	g.t.Helper()
	seat := s.Round.Public.Turn()
	reply, err := g.ask(seat, wire.Request{Query: wire.GetSeatView{AtLeast: s.Version}})
	if err != nil {
		g.t.Fatalf("view of seat %d: %v", seat, err)
	}
	if reply.Version != s.Version {
		return // the clock was faster
	}
	if _, err := g.ask(seat, wire.Request{Expected: s.Version, Command: choice(reply.View)}); err != nil && !isStale(err) {
		g.t.Fatalf("move of seat %d: %v", seat, err)
	}
}

func choice(v *table.SeatView) table.Command {
	switch {
	case len(v.Plays) > 0:
		return table.Play{Tile: v.Plays[0].Tile, Spot: v.Plays[0].Spot}
	case v.MayDraw:
		return table.Draw{}
	}
	return table.Pass{}
}

func isStale(err error) bool {
	return errors.Is(err, rpcerr.New(rpcerr.ReasonStale, "")) || errors.Is(err, rpcerr.New(rpcerr.ReasonWrongPhase, ""))
}

// playOn moves until the table is finished or until says so.
func (g *game) playOn(until func(table.State) bool) table.State {
	g.t.Helper()
	return g.reaches("the end of the game", func(s table.State) bool {
		if s.Phase == table.PhaseFinished || until(s) {
			return true
		}
		if s.Phase == table.PhasePlaying {
			g.move(s)
		}
		return false
	})
}

func never(table.State) bool { return false }

// history reads the table's log and checks that only the owners of its phases
// wrote it.
func (g *game) history() []table.Commit {
	g.t.Helper()
	var out []table.Commit
	baton, phase := tablehost.Baton(), ""
	for c, err := range g.lobby.Log.History(g.t.Context(), g.id, 0) {
		must(g.t, err)
		must(g.t, baton.VerifyWriter(phase, c))
		phase = c.Phase
		out = append(out, g.decode(c))
	}
	return out
}

func (g *game) decode(c eventlog.Commit) table.Commit {
	g.t.Helper()
	commit, err := g.lobby.Codec.DecodeCommit(c.Body)
	must(g.t, err)
	return commit
}

// count counts the events of one type in the log.
func count[E table.Event](commits []table.Commit) int {
	n := 0
	for _, c := range commits {
		for _, e := range c.Events {
			if _, ok := e.(E); ok {
				n++
			}
		}
	}
	return n
}

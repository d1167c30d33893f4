package swap_test

import (
	"bufio"
	"context"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"tranca.example/pkg/client"
	"tranca.example/pkg/domino"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/wire"
	apiv1 "tranca.example/proto/gen/tranca/api/v1"
)

// game is one table in one rig.
type game struct {
	*rig
	n     int
	id    string
	seats []*client.Seat
	live  *bufio.Scanner
	sent  int // commands so far: ids are the same in both rigs
}

// move is what somebody did.
type move struct {
	seat  uint32
	place *apiv1.Placement // nil: a draw or a pass
	draw  bool
}

func (g *game) command() client.Command {
	g.sent++
	return client.Command{ID: uuid.NewSHA1(uuid.NameSpaceOID, fmt.Appendf(nil, "%d %d", g.n, g.sent)).String()}
}

// newGame opens a table, fills it and waits until its first round is dealt.
func (r *rig) newGame(n int, preset string) *game {
	r.t.Helper()
	g := &game{rig: r, n: n}
	key := func(i int) string { return fmt.Sprintf("the-key-of-player-%d-at-table-%d", i, n) }
	open := &apiv1.OpenTableRequest{CommandId: g.command().ID, Preset: preset, Options: &apiv1.Options{
		TurnLimitMs: new(uint32(0)), IntermissionMs: new(uint32(0)), IdleLimitMs: new(uint32(0)), GraceMs: new(uint32(0)),
	}}
	if preset != "chickie" { // with more than two sides nobody may give up
		open.Options.BotPolicy = new(table.NoBots)
	}
	g.id = must(r.client.Player(key(0)).Open(r.t.Context(), open))(r.t).GetTableId()
	g.live = g.watch()
	for i := range must(r.client.Table(r.t.Context(), g.id, 0))(r.t).GetSeats() {
		g.seats = append(g.seats, must(r.client.Player(key(i)).Sit(r.t.Context(), &apiv1.SitRequest{
			TableId: g.id, CommandId: g.command().ID, Seat: new(uint32(i)), Player: fmt.Sprint("player", i), //nolint:gosec // seats are few
		}))(r.t))
	}
	for _, s := range g.seats {
		must(s.Ready(r.t.Context(), g.command(), ""))(r.t)
	}
	r.eventually("a dealt round", func() bool { return g.table().GetPhase() == "playing" })
	return g
}

func (g *game) table() *apiv1.Table {
	g.t.Helper()
	return must(g.client.Table(g.t.Context(), g.id, 0))(g.t)
}

// watch follows the table as a spectator.
func (g *game) watch() *bufio.Scanner {
	g.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	g.t.Cleanup(cancel)
	req := must(http.NewRequestWithContext(ctx, http.MethodGet, g.url+"/v1/tables/"+g.id+"/live", http.NoBody))(g.t)
	res := must((&http.Client{}).Do(req))(g.t) //nolint:bodyclose // with ctx
	s := bufio.NewScanner(res.Body)
	s.Buffer(nil, 1<<20)
	return s
}

// pushed is what the stream tells up to the version, without its heartbeats.
func (g *game) pushed(version uint32) []string {
	g.t.Helper()
	var all []string
	for g.live.Scan() {
		line := g.live.Text()
		if line == "" || strings.HasPrefix(line, ":") {
			continue
		}
		all = append(all, line)
		if strings.HasPrefix(line, "data:") && strings.Contains(strings.ReplaceAll(line, " ", ""), `"version":`+strconv.FormatUint(uint64(version), 10)+",") {
			return all
		}
	}
	g.t.Fatalf("the stream ended before version %d: %v", version, g.live.Err())
	return nil
}

// state is the table in the log.
func (g *game) state() (table.State, string) {
	g.t.Helper()
	c := must(g.log.Last(g.t.Context(), must(subject.ParseTableID(g.id))(g.t)))(g.t)
	return must(wire.NewCodec().DecodeCommit(c.Body))(g.t).State, c.Phase + " " + c.Writer + " " + hex.EncodeToString(c.Body)
}

// random makes a random move of whoever is on turn.
func (g *game) random(r *rand.Rand) move {
	g.t.Helper()
	t := g.table()
	seat := t.GetRound().GetTurn()
	moves := must(g.seats[seat].View(g.t.Context(), t.GetVersion()))(g.t).GetMoves()
	m := move{seat: seat, draw: moves.GetMayDraw()}
	if plays := moves.GetPlays(); len(plays) > 0 {
		m.place = plays[r.IntN(len(plays))]
	}
	g.make(m)
	return m
}

func (g *game) make(m move) {
	g.t.Helper()
	seat := g.seats[m.seat]
	switch {
	case m.place != nil:
		must(seat.Play(g.t.Context(), g.command(), m.place))(g.t)
	case m.draw:
		must(seat.Draw(g.t.Context(), g.command()))(g.t)
	default:
		must(seat.Pass(g.t.Context(), g.command()))(g.t)
	}
}

// quit lets a seat give the match up, and waits for its end.
func (g *game) quit(seat domino.Seat) {
	g.t.Helper()
	must(g.seats[seat].Leave(g.t.Context(), g.command()))(g.t)
	g.eventually("the end of a match", func() bool { return g.table().GetPhase() == "finished" })
}

// told is everything that the public, and a seat whose hand is the same in both
// rigs, can get at this moment.
func (g *game) told(outsider domino.Seat) []string {
	g.t.Helper()
	_, commit := g.state()
	at := fmt.Sprintf(`{"tableId":%q}`, g.id)
	out := []string{
		commit,
		g.post("GetTable", "", at),
		g.post("GetSeat", g.seats[outsider].Token(), at),
	}
	turn := domino.Seat(g.table().GetRound().GetTurn()) //nolint:gosec // seats are few
	for i, s := range g.seats {
		switch {
		case domino.Seat(i) != turn:
			out = append(out, g.refusal(s, "Play", `,"tile":"5-3"`), g.refusal(s, "Pass", ""))
		case turn == outsider: // what it could do instead is told with it
			out = append(out, g.refusal(s, "Play", fmt.Sprintf(`,"tile":%q`, g.lacking(s))))
		}
	}
	return out
}

// lacking is a tile that the seat does not hold.
func (g *game) lacking(s *client.Seat) string {
	g.t.Helper()
	hand := must(s.View(g.t.Context(), 0))(g.t).GetHand()
	for _, tile := range []string{"6-6", "5-5", "4-4", "3-3", "2-2", "1-1", "0-0", "6-5"} {
		if !slices.Contains(hand, tile) {
			return tile
		}
	}
	g.t.Fatal("a hand of eight tiles")
	return ""
}

// hands are the views of all seats, as their holders alone get them.
func (g *game) hands() (all []string) {
	g.t.Helper()
	for _, s := range g.seats {
		all = append(all, g.post("GetSeat", s.Token(), fmt.Sprintf(`{"tableId":%q}`, g.id)))
	}
	return all
}

// refusal is the answer to a command that is out of turn, or cannot be meant.
func (g *game) refusal(s *client.Seat, method, fields string) string {
	g.t.Helper()
	body := fmt.Sprintf(`{"tableId":%q,"commandId":"00000000-0000-4000-8000-%012d"%s}`, g.id, g.n, fields)
	return method + " " + g.post(method, s.Token(), body)
}

package tablehost_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/table"
	"tranca.example/pkg/tablehost"
)

// crowd is the services of one table, asked for anything by anybody.
type crowd struct {
	*world
	deals  *deals
	hosts  map[table.Service]*tablehost.Host
	random *rand.Rand
	ids    uint64
}

func newCrowd(t *testing.T, seed uint64) *crowd {
	t.Helper()
	c := &crowd{
		world: newWorld(t), deals: &deals{}, hosts: map[table.Service]*tablehost.Host{}, random: rand.New(rand.NewPCG(seed, 1)),
	}
	for _, s := range []table.Service{table.Lobby, table.Dealer, table.Rules, table.Scoring} {
		c.hosts[s] = c.host(s, c.deals)
	}
	return c
}

// deals is an opener that knows every deal: it follows from the match's id.
type deals struct {
	match string
	chain *deal.Chain
}

func (d *deals) of(s table.State) *deal.Chain {
	if d.match != s.Match.ID {
		d.match, d.chain = s.Match.ID, deal.NewChain(deal.Seed(sha256.Sum256([]byte(s.Match.ID))))
	}
	return d.chain
}

func (d *deals) Open(_ context.Context, s table.State) (*table.Hidden, error) {
	seed, err := d.of(s).Seed(s.Round.Dealt.Round)
	if err != nil {
		return nil, err
	}
	return table.OpenRound(s, seed)
}

// try lets the owner of the phase do a command, and compares what it remembers
// and hands on with what the log tells.
func (c *crowd) try(s table.State, a table.Actor, cmd table.Command) (table.State, bool) {
	c.t.Helper()
	owner := s.Phase.Owner()
	if owner == "" {
		return s, false
	}
	c.ids++
	req := table.Request{Actor: a, Command: cmd, ID: table.CommandID{1, byte(c.ids), byte(c.ids >> 8)}}
	if c.random.IntN(2) == 0 {
		req.Expected = s.Version
	}
	out, err := c.hosts[owner].Do(c.t.Context(), c.id, req)
	if err != nil {
		if reasonOf(err) == "internal" {
			c.t.Fatalf("%T: %v", cmd, err)
		}
		return s, false
	}
	if out.Appended {
		c.compare(owner, cmd)
	}
	return out.State, out.Appended
}

func (c *crowd) compare(owner table.Service, cmd table.Command) {
	c.t.Helper()
	last, err := c.log.Last(c.t.Context(), c.id)
	if err != nil {
		c.t.Fatal(err)
	}
	told, err := c.codec.DecodeCommit(last.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	held, err := c.hosts[owner].State(c.t.Context(), c.id, 0)
	if err != nil {
		c.t.Fatal(err)
	}
	if held.Version != last.Version {
		c.t.Fatalf("%T: version %d is remembered, version %d in the log", cmd, held.Version, last.Version)
	}
	if what := differs(reflect.ValueOf(held), reflect.ValueOf(told.State)); what != "" {
		c.t.Fatalf("%T at version %d: remembered and decoded differ: %s", cmd, last.Version, what)
	}
	handed, ok := c.last.Value.(*table.Commit)
	if !ok || c.last.Version != last.Version {
		c.t.Fatalf("%T at version %d: %T of version %d is handed on", cmd, last.Version, c.last.Value, c.last.Version)
	}
	if what := differs(reflect.ValueOf(handed.State), reflect.ValueOf(told.State)); what != "" {
		c.t.Fatalf("%T at version %d: handed on and decoded differ: %s", cmd, last.Version, what)
	}
	for what, commit := range map[string]table.Commit{"handed on": *handed, "decoded": told} {
		if body, err := c.codec.EncodeCommit(commit); err != nil || !bytes.Equal(body, last.Body) {
			c.t.Fatalf("%T at version %d: what is %s is not what the log holds: %v", cmd, last.Version, what, err)
		}
	}
}

// differs names the field in which two values differ under reflect.DeepEqual.
func differs(a, b reflect.Value) string {
	if a.Kind() == reflect.Pointer && !a.IsNil() && !b.IsNil() {
		return differs(a.Elem(), b.Elem())
	}
	if a.Kind() != reflect.Struct {
		return fmt.Sprintf(" is %#v and %#v", a, b)
	}
	for i := range a.NumField() {
		if f := a.Type().Field(i); f.IsExported() && !reflect.DeepEqual(a.Field(i).Interface(), b.Field(i).Interface()) {
			return "." + f.Name + differs(a.Field(i), b.Field(i))
		}
	}
	if !reflect.DeepEqual(a.Interface(), b.Interface()) {
		return " (what is not exported)"
	}
	return ""
}

func (c *crowd) seat(s table.State, i int) table.Actor {
	return table.Actor{Kind: table.ActorSeat, Seat: domino.Seat(i), Gen: s.Seats[i].Gen}
}

func person(n int) table.Actor {
	return table.Actor{Kind: table.ActorKey, KeyHash: table.Hash{byte(n + 1)}, Seat: domino.NoSeat}
}

// step is something that somebody may want now; most of it is refused.
func (c *crowd) step(s table.State) (table.State, bool) {
	i, n := c.random.IntN(len(s.Seats)), c.random.IntN(6)
	service := func(cmd table.Command) (table.State, bool) {
		return c.try(s, table.Actor{Kind: table.ActorService, Service: s.Phase.Owner(), Seat: domino.NoSeat}, cmd)
	}
	switch c.random.IntN(40) {
	case 0:
		return c.try(s, person(n), table.Sit{Seat: domino.NoSeat, Player: fmt.Sprint("p", n)})
	case 1:
		return c.try(s, person(0), table.AddBot{Seat: domino.NoSeat, Policy: "random"})
	case 2:
		return c.try(s, c.seat(s, i), table.MoveSeat{To: domino.Seat(n)})
	case 3:
		return c.try(s, c.seat(s, i), table.Disconnect{})
	case 4:
		return c.try(s, c.seat(s, i), table.Return{})
	case 5:
		return c.try(s, c.seat(s, i), table.ReissueToken{})
	case 6:
		if c.random.IntN(8) == 0 {
			return c.try(s, c.seat(s, i), table.Leave{})
		}
	case 7:
		return c.try(s, table.Actor{Kind: table.ActorOperator, Name: "ops"}, table.Freeze{Reason: "test"})
	case 8, 9:
		return c.try(s, table.Actor{Kind: table.ActorOperator, Name: "ops"}, table.Thaw{})
	case 10:
		return c.try(s, c.seat(s, i), table.Unready{})
	case 11:
		c.now = c.now.Add(1_000_000_000 * 40)
		return service(table.Timeout{Version: s.TurnVersion})
	case 12:
		return service(table.TakeOver{Seat: domino.Seat(i)})
	case 13:
		return c.try(s, person(0), table.ChangeSettings{Preset: s.Rules.Preset, Knobs: s.Rules.Overrides(), Options: s.Options})
	case 14:
		if c.random.IntN(20) == 0 {
			return service(table.Annul{Reason: "test"})
		}
	case 15, 16:
		if s.Phase == table.PhasePlaying {
			c.runOut(s)
			return service(table.Timeout{Version: s.TurnVersion})
		}
	}
	return c.carryOn(s, i)
}

// runOut lets the time of a turn run out, first without its time bank.
func (c *crowd) runOut(s table.State) {
	awaited := s.Deadline
	if s.LimitEnd != 0 && !s.BankRuns {
		awaited = s.LimitEnd
	}
	if at := time.UnixMilli(int64(awaited)); at.After(c.now) {
		c.now = at
	}
}

// carryOn is what the table waits for.
func (c *crowd) carryOn(s table.State, i int) (table.State, bool) {
	serve := table.Actor{Kind: table.ActorService, Service: s.Phase.Owner(), Seat: domino.NoSeat}
	switch s.Phase {
	case table.PhaseOpen:
		if s.Seats[i].Kind == table.SeatEmpty {
			return c.try(s, person(i), table.Sit{Seat: domino.Seat(i), Player: fmt.Sprint("p", i)})
		}
		seed := []byte(fmt.Sprintf("a client seed of seat %d", i))
		commit, err := deal.ClientCommit(table.NextMatchID(s), domino.Seat(i), seed)
		if err != nil {
			c.t.Fatal(err)
		}
		return c.try(s, c.seat(s, i), table.Ready{ClientCommit: table.Hash(commit)})
	case table.PhaseDealing:
		return c.deal(s, serve, i)
	case table.PhasePlaying:
		return c.move(s)
	case table.PhaseScoring:
		return c.try(s, serve, table.Score{})
	case table.PhaseFinished:
		return c.try(s, c.seat(s, i), table.AskRematch{})
	case table.PhaseNone, table.PhaseClosed:
	}
	return s, false
}

func (c *crowd) deal(s table.State, dealer table.Actor, i int) (table.State, bool) {
	if !s.Match.Committed {
		return c.try(s, dealer, table.CommitDeal{Tip: table.Hash(c.deals.of(s).Tip()), Entropy: "seeded"})
	}
	if s.Match.RevealBy != 0 {
		return c.try(s, c.seat(s, i), table.Reveal{Seed: []byte(fmt.Sprintf("a client seed of seat %d", i))})
	}
	cmd, _, err := table.PlanRoundIn(s, c.deals.of(s))
	if err != nil {
		c.t.Fatal(err)
	}
	return c.try(s, dealer, cmd)
}

func (c *crowd) move(s table.State) (table.State, bool) {
	turn := s.Round.Public.Turn()
	hidden, err := c.deals.Open(c.t.Context(), s)
	if err != nil {
		c.t.Fatal(err)
	}
	v := hidden.Full.View(turn)
	plays := v.Plays(nil)
	switch {
	case len(plays) > 0:
		p := plays[c.random.IntN(len(plays))]
		return c.try(s, c.seat(s, int(turn)), table.Play{Tile: p.Tile, Spot: p.Spot})
	case v.MayDraw:
		return c.try(s, c.seat(s, int(turn)), table.Draw{})
	default:
		return c.try(s, c.seat(s, int(turn)), table.Pass{})
	}
}

func TestWhatAHostRemembersIsWhatTheLogTells(t *testing.T) {
	plain := table.Options{TurnLimit: 30_000, Grace: 60_000, RevealLimit: 60_000, IdleLimit: 600_000, BotPolicy: "random"}
	banked := plain
	banked.FirstMove, banked.TimeBank, banked.Increment = 45_000, 50_000, 2_000
	for name, options := range map[string]table.Options{"plain": plain, "with time banks": banked} {
		for n, preset := range domino.Presets() {
			t.Run(preset+" "+name, func(t *testing.T) { crowded(t, uint64(n), preset, options) })
		}
	}
}

// crowded lets a crowd at a table of its own.
func crowded(t *testing.T, seed uint64, preset string, options table.Options) {
	t.Helper()
	const steps = 400
	c, appended := newCrowd(t, seed), 0
	s, _ := c.try(table.State{}, person(0), table.OpenTable{
		ID: c.id.String(), Preset: preset, Options: options, Properties: map[string]string{"a": "b"},
	})
	used := false
	for range steps {
		var ok bool
		if s, ok = c.step(s); ok {
			appended++
		}
		used = used || s.BankRuns
		if s.Phase == table.PhaseClosed {
			break
		}
	}
	t.Logf("%d commits, match %d, %s", appended, s.Matches, s.Phase)
	if banked := options.TimeBank > 0; used != banked {
		t.Errorf("a time bank ran: %t, want %t", used, banked)
	}
}

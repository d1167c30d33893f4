package bots_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"tranca.example/pkg/dispatch"
	"tranca.example/pkg/domino"
	"tranca.example/pkg/eventlog/jetstream"
	"tranca.example/pkg/natsboot/natstest"
	"tranca.example/pkg/replica"
	"tranca.example/pkg/replica/replicatest"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/subject"
	"tranca.example/pkg/table"
	"tranca.example/pkg/token"
	"tranca.example/pkg/wire"
	"tranca.example/services/bots"
)

// parlour is a world with all owners and somebody who asks them.
type parlour struct {
	*replicatest.World
	t   *testing.T
	via *dispatch.Dispatcher
	id  subject.TableID
	n   byte
}

func newParlour(t *testing.T) *parlour {
	t.Helper()
	w := replicatest.New(t, 0)
	p := &parlour{World: w, t: t, via: w.Asker()}
	w.Cast(table.Lobby, table.Dealer, table.Rules, table.Scoring)
	var err error
	if p.id, err = subject.NewTableID(0, [10]byte{1}); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *parlour) bots() (stop func()) {
	p.t.Helper()
	s, err := bots.New(bots.Options{Env: p.Env(subject.Bots)})
	if err != nil {
		p.t.Fatal(err)
	}
	return p.Run(s)
}

func key(name string) wire.Credential {
	return wire.Credential{PlayerKey: strings.Repeat(name, token.MinPlayerKey)}
}

func (p *parlour) do(c wire.Credential, cmd table.Command) (wire.Reply, error) {
	p.t.Helper()
	p.n++
	return p.via.Do(p.t.Context(), wire.Request{TableID: p.id.String(), ID: table.CommandID{p.n}, Credential: c, Command: cmd})
}

func (p *parlour) must(c wire.Credential, cmd table.Command) wire.Reply {
	p.t.Helper()
	reply, err := p.do(c, cmd)
	if err != nil {
		p.t.Fatalf("%T: %v", cmd, err)
	}
	return reply
}

// opens makes a table whose seats from the given one on are bots.
func (p *parlour) opens(preset string, o table.Options, from domino.Seat) {
	p.t.Helper()
	p.must(key("a"), table.OpenTable{ID: p.id.String(), Preset: preset, Options: o})
	for i := from; int(i) < len(p.state().Seats); i++ {
		p.must(key("a"), table.AddBot{Seat: i, Policy: table.BotPolicies()[int(i)%len(table.BotPolicies())]})
	}
}

// history is the log of the table.
func (p *parlour) history() []table.Commit {
	p.t.Helper()
	log, err := jetstream.New(natstest.Connect(p.t, p.Server, string(subject.Lobby)), 0)
	if err != nil {
		p.t.Fatal(err)
	}
	var out []table.Commit
	for c, err := range log.History(p.t.Context(), p.id, 0) {
		if err != nil {
			p.t.Fatal(err)
		}
		commit, err := wire.NewCodec().DecodeCommit(c.Body)
		if err != nil {
			p.t.Fatal(err)
		}
		out = append(out, commit)
	}
	return out
}

// until waits until the table is as wanted.
func (p *parlour) until(complaint string, ok func(s table.State) bool) (s table.State) {
	p.t.Helper()
	p.Eventually(complaint, func() bool {
		reply, err := p.via.Do(p.t.Context(), wire.Request{TableID: p.id.String(), Query: wire.GetState{}})
		if err != nil {
			p.t.Fatal(err)
		}
		s = *reply.State
		return ok(s)
	})
	return s
}

func (p *parlour) state() table.State {
	p.t.Helper()
	return p.until("there is no table", func(table.State) bool { return true })
}

func phase(want table.Phase) func(table.State) bool {
	return func(s table.State) bool { return s.Phase == want }
}

// commands are the answered commands of bots in the log, by seat and turn: each
// must be the one command of that turn.
func (p *parlour) commands() map[string]int {
	p.t.Helper()
	out, turn := map[string]int{}, uint32(0)
	for _, c := range p.history() {
		if c.Answers != nil && isMove(c.Events) && c.State.Seats[c.Answers.Seat].Kind == table.SeatBot {
			seat := c.Answers.Seat
			want := table.CommandID(uuid.NewSHA1(uuid.NameSpaceOID, fmt.Appendf(nil, "tranca bot %s %d %d", p.id, seat, turn)))
			if c.Answers.ID != want || uuid.UUID(c.Answers.ID).Version() != 5 {
				p.t.Errorf("version %d answers %x, want %x", c.Version, c.Answers.ID, want)
			}
			out[fmt.Sprintf("%d at %d", seat, turn)]++
		}
		turn = c.State.TurnVersion
	}
	return out
}

func isMove(events []table.Event) bool {
	for _, e := range events {
		if _, ok := e.(table.InRound); ok {
			return true
		}
	}
	return false
}

func TestBotsPlayAMatchToItsEndOneCommandATurn(t *testing.T) {
	for _, preset := range []string{"classic.draw", "latin.pairs", "chickie"} {
		t.Run(preset, func(t *testing.T) {
			p := newParlour(t)
			p.bots()
			p.bots()
			p.opens(preset, table.Options{}, 0)
			s := p.until("the match does not end", phase(table.PhaseFinished))
			if len(s.Match.Winners) == 0 {
				t.Errorf("got %+v", s.Match)
			}
			moves := p.commands()
			for turn, n := range moves {
				if n != 1 {
					t.Errorf("seat %s: %d commands", turn, n)
				}
			}
			if len(moves) < 20 {
				t.Errorf("only %d moves in a match", len(moves))
			}
		})
	}
}

func TestATurnThatIsWokenTenTimesIsPlayedOnce(t *testing.T) {
	p := newParlour(t)
	p.opens("classic.draw", table.Options{}, 1) // nobody plays for the bot yet
	ana := wire.Credential{SeatToken: p.must(key("a"), table.Sit{Seat: 0, Player: "Ana"}).SeatToken}
	p.must(ana, table.Ready{})
	s := p.until("nothing is dealt", phase(table.PhasePlaying))
	s = p.play(ana, s, 1)
	for range 2 {
		p.bots()
	}
	for range 10 {
		p.Wake(subject.Bots, p.id.String(), s.Version)
	}
	p.Wake(subject.Bots, "nonsense", 1)
	s = p.until("the bot does not play", func(s table.State) bool {
		return s.Phase != table.PhasePlaying || s.Round.Public.Turn() == 0
	})
	for turn, n := range p.commands() {
		if strings.HasPrefix(turn, "1 ") && n != 1 {
			t.Errorf("seat %s: %d commands", turn, n)
		}
	}
	before := s.Version
	for range 10 { // it is not the bot's turn
		p.Wake(subject.Bots, p.id.String(), s.Version)
	}
	time.Sleep(50 * time.Millisecond)
	if s = p.state(); s.Version != before {
		t.Errorf("the table went from %d to %d by itself", before, s.Version)
	}
}

// play moves for a person until seat is on turn, or the round is over.
func (p *parlour) play(c wire.Credential, s table.State, seat domino.Seat) table.State {
	p.t.Helper()
	for s.Phase == table.PhasePlaying && s.Round.Public.Turn() != seat {
		reply, err := p.via.Do(p.t.Context(), wire.Request{
			TableID: p.id.String(), Credential: c, Query: wire.GetSeatView{AtLeast: s.Version},
		})
		if err != nil {
			p.t.Fatal(err)
		}
		var cmd table.Command = table.Pass{}
		switch v := reply.View; {
		case len(v.Plays) > 0:
			cmd = table.Play{Tile: v.Plays[0].Tile, Spot: v.Plays[0].Spot}
		case v.MayDraw:
			cmd = table.Draw{}
		}
		p.must(c, cmd)
		s = p.state()
	}
	return s
}

func TestABotThinksAsLongAsTheTableSays(t *testing.T) {
	p := newParlour(t)
	stop := p.bots()
	p.opens("classic.draw", table.Options{BotThinking: 10_000}, 0)
	s := p.until("nothing is dealt", phase(table.PhasePlaying))
	dealt := s.Version
	for range 3 {
		p.Wake(subject.Bots, p.id.String(), s.Version)
	}
	time.Sleep(100 * time.Millisecond)
	if s = p.until("there is no table", phase(table.PhasePlaying)); s.Version != dealt {
		t.Fatal("a bot moved at once")
	}
	stop() // what it wished for is forgotten with it
	p.bots()
	p.Advance(9_900 * time.Millisecond)
	p.until("the bot does not move", func(s table.State) bool {
		p.Wake(subject.Bots, p.id.String(), dealt)
		return s.Version > dealt
	})
	log := p.history()
	for _, c := range log[dealt:] {
		if waited := c.At - log[c.Version-2].State.TurnAt; waited < 10_000 {
			t.Errorf("version %d came after %d ms", c.Version, waited)
		}
	}
}

func TestASeatThatSomebodyLeftIsPlayed(t *testing.T) {
	p := newParlour(t)
	p.bots()
	p.opens("classic.draw", table.Options{BotPolicy: "greedy"}, 1)
	ana := wire.Credential{SeatToken: p.must(key("a"), table.Sit{Seat: 0, Player: "Ana"}).SeatToken}
	p.must(ana, table.Ready{})
	p.until("it is never Ana's turn", func(s table.State) bool {
		return s.Phase == table.PhasePlaying && s.Round.Public.Turn() == 0
	})
	p.must(ana, table.Leave{})
	s := p.until("the match does not end", phase(table.PhaseFinished))
	if s.Seats[0].Kind != table.SeatBot || s.Seats[0].Gen != 2 {
		t.Errorf("got %+v", s.Seats[0])
	}
	_, err := p.via.Do(t.Context(), wire.Request{TableID: p.id.String(), Credential: ana, Query: wire.GetSeatView{}})
	if r, ok := errors.AsType[*rpcerr.Rejection](err); !ok || r.Reason != "token_revoked" {
		t.Errorf("the token of before: got %v", err)
	}
	log := p.history()
	for _, c := range log {
		if c.Answers != nil && c.Answers.Seat >= 0 && isMove(c.Events) {
			if gen := log[c.Version-2].State.Seats[c.Answers.Seat].Gen; c.Answers.Gen != gen {
				t.Errorf("version %d was moved with a token of generation %d, the seat has %d", c.Version, c.Answers.Gen, gen)
			}
		}
	}
}

func TestAMatchThatIsPlayedTwiceIsTheSame(t *testing.T) {
	var got [2]string
	for i := range got {
		p := newParlour(t)
		p.bots()
		p.opens("classic.draw4", table.Options{}, 0)
		s := p.until("the match does not end", phase(table.PhaseFinished))
		got[i] = fmt.Sprint(s.Version, s.Match.Winners, s.Match.Standing.Totals, s.Round.Steps)
	}
	if got[0] != got[1] {
		t.Errorf("got\n%s\nand\n%s", got[0], got[1])
	}
}

func TestOptionsSayAllThatIsMissing(t *testing.T) {
	_, err := bots.New(bots.Options{Seed: []byte("s")})
	for _, want := range []string{replica.ErrSeeded.Error(), "no connection", "no name", "no telemetry scope", "no seat token keys"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want it to contain %q", err, want)
		}
	}
}

package wire_test

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/table"
)

// desk plays one table and keeps its log; everything is random by a seed.
type desk struct {
	t      testing.TB
	rand   *rand.Rand
	state  table.State
	log    []table.Commit
	root   deal.Seed
	now    table.Time
	ids    uint64
	hidden *table.Hidden // of the running round, else nil
}

func service(s table.Service) table.Actor {
	return table.Actor{Kind: table.ActorService, Service: s}
}

func key(n int) table.Actor {
	return table.Actor{Kind: table.ActorKey, KeyHash: table.Hash{0xab, 0xcd, byte(n + 1), 31: 0xef}}
}

func (d *desk) seat(i int) table.Actor {
	return table.Actor{Kind: table.ActorSeat, Seat: domino.Seat(i), Gen: d.state.Seats[i].Gen}
}

// do sends a command that must be accepted.
func (d *desk) do(a table.Actor, c table.Command) {
	d.t.Helper()
	d.ids++
	d.now += 700
	req := table.Request{Actor: a, Command: c, Now: d.now}
	binary.BigEndian.PutUint64(req.ID[:], d.rand.Uint64())
	binary.BigEndian.PutUint64(req.ID[8:], d.ids)
	events, err := table.Decide(d.state, d.hidden, req)
	if err != nil {
		d.t.Fatalf("version %d, %s: %T: %v", d.state.Version, d.state.Phase, c, err)
	}
	commit := table.NewCommit(d.state, req, events, d.state.Phase.Owner())
	d.log, d.state = append(d.log, commit), commit.State
	d.open()
}

// open looks into the running round.
func (d *desk) open() {
	before := d.hidden
	d.hidden = nil
	if d.state.Phase != table.PhasePlaying {
		return
	}
	var err error
	if before != nil {
		d.hidden, err = before.Known().At(d.state)
	} else {
		d.hidden, err = d.openRound()
	}
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) openRound() (*table.Hidden, error) {
	seed, err := deal.RoundSeed(d.root, d.state.Round.Dealt.Round)
	if err != nil {
		return nil, err
	}
	return table.OpenRound(d.state, seed)
}

// newMatch is a table of a preset whose match has begun. Seats from the second
// on have a say in the deal.
func newMatch(tb testing.TB, preset string, knobs map[string]string, seed uint64) *desk {
	tb.Helper()
	o := table.Options{TurnLimit: 30_000, RevealLimit: 20_000, Grace: 60_000, BotPolicy: "greedy"}
	return newMatchWith(tb, preset, knobs, o, seed)
}

func newMatchWith(tb testing.TB, preset string, knobs map[string]string, o table.Options, seed uint64) *desk {
	tb.Helper()
	d := &desk{t: tb, rand: rand.New(rand.NewPCG(seed, 1)), now: 1_790_000_000_000, root: deal.Seed{byte(seed), 9, 9}}
	d.do(key(0), table.OpenTable{
		ID: "0-4fz9k2m8", Preset: preset, Knobs: knobs, Properties: map[string]string{"name": "friday", "cup": "2026"},
		Options: o,
	})
	for i := range d.state.Seats {
		d.do(key(i), table.Sit{Seat: domino.Seat(i), Player: "player-" + string(rune('a'+i))})
	}
	for i := range d.state.Seats {
		d.do(d.seat(i), table.Ready{ClientCommit: d.commitment(i)})
	}
	d.do(service(table.Dealer), table.CommitDeal{Tip: table.Hash(deal.Tip(d.root)), Entropy: "crypto"})
	for i := 1; i < len(d.state.Seats); i++ {
		d.do(d.seat(i), table.Reveal{Seed: clientSeed(i)})
	}
	return d
}

func clientSeed(i int) []byte { return []byte("client seed no. " + string(rune('0'+i))) }

func (d *desk) commitment(i int) table.Hash {
	if i == 0 {
		return table.Hash{}
	}
	h, err := deal.ClientCommit(table.NextMatchID(d.state), domino.Seat(i), clientSeed(i))
	if err != nil {
		d.t.Fatal(err)
	}
	return table.Hash(h)
}

// step does whatever the match waits for.
func (d *desk) step() {
	d.t.Helper()
	switch d.state.Phase {
	case table.PhaseDealing:
		d.now = max(d.now, d.state.Match.NextDeal)
		c, _, err := table.PlanRound(d.state, d.root)
		if err != nil {
			d.t.Fatal(err)
		}
		d.do(service(table.Dealer), c)
	case table.PhasePlaying:
		d.move()
	case table.PhaseScoring:
		d.do(service(table.Scoring), table.Score{})
	default:
		d.t.Fatalf("phase %s: the match waits for nothing", d.state.Phase)
	}
}

// move is a random legal move of the seat on turn; now and then somebody's
// connection is lost for a while.
func (d *desk) move() {
	d.t.Helper()
	if who := d.rand.IntN(20 * len(d.state.Seats)); who < len(d.state.Seats) && d.state.Seats[who].Kind == table.SeatPlayer {
		d.do(d.seat(who), table.Disconnect{})
		d.do(d.seat(who), table.Return{})
	}
	v := d.view(d.hidden.Full.Turn())
	switch {
	case len(v.Plays) > 0:
		p := v.Plays[d.rand.IntN(len(v.Plays))]
		d.do(d.seat(int(v.Seat)), table.Play{Tile: p.Tile, Spot: p.Spot})
	case v.MayDraw:
		d.do(d.seat(int(v.Seat)), table.Draw{})
	default:
		d.do(d.seat(int(v.Seat)), table.Pass{})
	}
}

func (d *desk) view(s domino.Seat) table.SeatView {
	d.t.Helper()
	v, err := table.View(d.state, d.hidden, s)
	if err != nil {
		d.t.Fatal(err)
	}
	return v
}

// play goes on until the match is over, but no further than so many commits.
func (d *desk) play(commits int) *desk {
	d.t.Helper()
	for d.state.Phase != table.PhaseFinished && len(d.log) < commits {
		d.step()
	}
	return d
}

// midGame is a table of four in the middle of a round, with full memories of
// answered commands.
func midGame(tb testing.TB) *desk {
	tb.Helper()
	d := newMatch(tb, "latin.pairs", nil, 3)
	for d.state.Round == nil || d.state.Match.Round < 4 || len(d.state.Round.Steps) < 14 {
		d.step()
	}
	return d
}

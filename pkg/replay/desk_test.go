package replay_test

import (
	"encoding/binary"
	"iter"
	"math/rand/v2"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/table"
)

// desk plays one table and keeps its log; everything is random by a seed.
type desk struct {
	t     testing.TB
	rand  *rand.Rand
	state table.State
	log   []table.Commit
	root  deal.Seed
	ids   uint64
	now   table.Time
}

func service(s table.Service) table.Actor {
	return table.Actor{Kind: table.ActorService, Service: s}
}

func key(n int) table.Actor {
	return table.Actor{Kind: table.ActorKey, KeyHash: table.Hash{byte(n + 1), 1}}
}

func (d *desk) seat(i int) table.Actor {
	return table.Actor{Kind: table.ActorSeat, Seat: domino.Seat(i), Gen: d.state.Seats[i].Gen}
}

// newMatch is a table whose match has begun; all seats but the first have a say
// in the deal.
func newMatch(t testing.TB, preset string, knobs map[string]string, seed uint64) *desk {
	t.Helper()
	d := &desk{t: t, rand: rand.New(rand.NewPCG(seed, 5)), root: deal.Seed{byte(seed), 8}, now: 1_790_000_000_000}
	d.do(key(0), table.OpenTable{ID: "0-aaaaaaaaaaaaaaaa", Preset: preset, Knobs: knobs, Options: table.Options{BotPolicy: botPolicy(preset, knobs)}})
	for i := range d.state.Seats {
		d.do(key(i), table.Sit{Seat: domino.Seat(i), Player: "p" + string(rune('a'+i))})
	}
	return d.start()
}

// botPolicy makes leaving a forfeit where the game knows one.
func botPolicy(preset string, knobs map[string]string) string {
	if rules, err := domino.NewRules(preset, knobs); err == nil && rules.Sides() == 2 {
		return table.NoBots
	}
	return "greedy"
}

func (d *desk) start() *desk {
	d.t.Helper()
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

// do sends a command that must be accepted.
func (d *desk) do(a table.Actor, c table.Command) {
	d.t.Helper()
	d.ids++
	d.now += 700
	req := table.Request{Actor: a, Command: c, Now: d.now}
	binary.BigEndian.PutUint64(req.ID[8:], d.ids)
	events, err := table.Decide(d.state, d.hidden(), req)
	if err != nil {
		d.t.Fatalf("version %d, %s: %T: %v", d.state.Version, d.state.Phase, c, err)
	}
	commit := table.NewCommit(d.state, req, events, d.state.Phase.Owner())
	d.log, d.state = append(d.log, commit), commit.State
}

// hidden opens the running round.
func (d *desk) hidden() *table.Hidden {
	d.t.Helper()
	if d.state.Phase != table.PhasePlaying {
		return nil
	}
	seed, err := deal.RoundSeed(d.root, d.state.Round.Dealt.Round)
	if err != nil {
		d.t.Fatal(err)
	}
	h, err := table.OpenRound(d.state, seed)
	if err != nil {
		d.t.Fatal(err)
	}
	return h
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

// move is a random legal move of the seat on turn.
func (d *desk) move() {
	d.t.Helper()
	h := d.hidden()
	v, err := table.View(d.state, h, h.Full.Turn())
	if err != nil {
		d.t.Fatal(err)
	}
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

// until steps until the match is over or a condition holds.
func (d *desk) until(holds func(table.State) bool) *desk {
	d.t.Helper()
	for d.state.Phase != table.PhaseFinished && !holds(d.state) {
		d.step()
	}
	return d
}

// inRound holds in the middle of a round.
func inRound(round uint32) func(table.State) bool {
	return func(s table.State) bool {
		return s.Phase == table.PhasePlaying && s.Round.Dealt.Round == round && len(s.Round.Steps) > 2
	}
}

// commits is the log as a reader gets it.
func (d *desk) commits() iter.Seq2[table.Commit, error] { return commits(d.log) }

func commits(log []table.Commit) iter.Seq2[table.Commit, error] {
	return func(yield func(table.Commit, error) bool) {
		for _, c := range log {
			if !yield(c, nil) {
				return
			}
		}
	}
}

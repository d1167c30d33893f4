package table_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/domino/deal"
	"tranca.example/pkg/table"
)

// desk drives one table as the services would: it decides, appends to a log in
// memory and keeps the dealer's secrets.
type desk struct {
	t     testing.TB
	state table.State
	log   []table.Commit
	now   table.Time
	root  deal.Seed
	ids   uint64
	known *table.Hidden // of the round that was opened last
	round string
}

const tableID = "0-testtable"

var (
	dealer   = service(table.Dealer)
	rules    = service(table.Rules)
	scoring  = service(table.Scoring)
	lobby    = service(table.Lobby)
	operator = table.Actor{Kind: table.ActorOperator, Name: "ops", KeyHash: keyHash(100)}
	referee  = table.Actor{Kind: table.ActorReferee, Name: "ref", KeyHash: keyHash(101)}

	byOperator = table.Author{Kind: table.ByOperator, Name: "ops"}
	byReferee  = table.Author{Kind: table.ByReferee, Name: "ref"}
)

func service(s table.Service) table.Actor {
	return table.Actor{Kind: table.ActorService, Service: s}
}

func key(n int) table.Actor {
	return table.Actor{Kind: table.ActorKey, KeyHash: keyHash(n)}
}

func keyHash(n int) table.Hash { return table.Hash{byte(n + 1), 0xee} }

func newDesk(t testing.TB) *desk {
	return &desk{t: t, now: 1_000_000, root: deal.Seed{7, 7, 7}}
}

// seat is the actor that holds seat i now.
func (d *desk) seat(i int) table.Actor {
	return table.Actor{Kind: table.ActorSeat, Seat: domino.Seat(i), Gen: d.state.Seats[i].Gen}
}

func (d *desk) id() table.CommandID {
	d.ids++
	var id table.CommandID
	binary.BigEndian.PutUint64(id[8:], d.ids)
	return id
}

func (d *desk) request(a table.Actor, c table.Command) table.Request {
	return table.Request{Actor: a, ID: d.id(), Command: c, Now: d.now}
}

// hidden opens the running round; nil when none runs.
func (d *desk) hidden() *table.Hidden {
	if d.state.Phase != table.PhasePlaying {
		return nil
	}
	name := d.state.Match.ID + "/" + fmt.Sprint(d.state.Round.Dealt.Round)
	var h *table.Hidden
	var err error
	if d.round == name {
		h, err = d.known.Known().At(d.state)
	} else {
		h, err = d.openRound()
	}
	if err != nil {
		d.t.Fatalf("version %d: %v", d.state.Version, err)
	}
	d.known, d.round = h, name
	return h
}

func (d *desk) openRound() (*table.Hidden, error) {
	seed, err := deal.RoundSeed(d.root, d.state.Round.Dealt.Round)
	if err != nil {
		return nil, err
	}
	return table.OpenRound(d.state, seed)
}

func (d *desk) try(a table.Actor, c table.Command) ([]table.Event, error) {
	return table.Decide(d.state, d.hidden(), d.request(a, c))
}

// send decides and appends what was accepted.
func (d *desk) send(req table.Request) ([]table.Event, error) {
	events, err := table.Decide(d.state, d.hidden(), req)
	if err != nil {
		return nil, err
	}
	c := table.NewCommit(d.state, req, events, d.state.Phase.Owner())
	d.log, d.state = append(d.log, c), c.State
	return events, nil
}

// do sends what must be accepted.
func (d *desk) do(a table.Actor, c table.Command) []table.Event {
	d.t.Helper()
	events, err := d.send(d.request(a, c))
	if err != nil {
		d.t.Fatalf("version %d, %s: %T %+v: %v", d.state.Version, d.state.Phase, c, c, err)
	}
	return events
}

// open makes a table of a preset whose owner is key 0.
func (d *desk) open(preset string, knobs map[string]string, o table.Options) *desk {
	d.t.Helper()
	d.do(key(0), table.OpenTable{ID: tableID, Preset: preset, Knobs: knobs, Options: o})
	return d
}

// seated fills every seat with players p0, p1, … of the keys 0, 1, and so on.
func (d *desk) seated() *desk {
	d.t.Helper()
	for i := range d.state.Seats {
		d.do(key(i), table.Sit{Seat: domino.Seat(i), Player: player(i)})
	}
	return d
}

func player(i int) string { return "p" + string(rune('0'+i)) }

// started makes every seat ready, without client commits.
func (d *desk) started() *desk {
	d.t.Helper()
	for i := range d.state.Seats {
		d.do(d.seat(i), table.Ready{})
	}
	return d
}

// committed makes the seats ready with client seeds.
func (d *desk) committed(seats ...int) *desk {
	d.t.Helper()
	for i := range d.state.Seats {
		r := table.Ready{}
		for _, s := range seats {
			if s == i {
				r.ClientCommit = d.commitOf(i)
			}
		}
		d.do(d.seat(i), r)
	}
	return d
}

func clientSeed(i int) []byte {
	return []byte{byte(i), 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}
}

func (d *desk) commitOf(i int) table.Hash {
	h, err := deal.ClientCommit(table.NextMatchID(d.state), domino.Seat(i), clientSeed(i))
	if err != nil {
		d.t.Fatal(err)
	}
	return table.Hash(h)
}

func (d *desk) commitDeal() table.CommitDeal {
	return table.CommitDeal{Tip: table.Hash(deal.Tip(d.root)), Entropy: "crypto"}
}

func (d *desk) dealRound() table.DealRound {
	d.t.Helper()
	c, _, err := table.PlanRound(d.state, d.root)
	if err != nil {
		d.t.Fatal(err)
	}
	return c
}

// dealt leads a started table into its next round.
func (d *desk) dealt() *desk {
	d.t.Helper()
	if !d.state.Match.Committed {
		d.do(dealer, d.commitDeal())
	}
	d.now = max(d.now, d.state.Match.NextDeal)
	d.do(dealer, d.dealRound())
	return d
}

// playing is a table of a preset in its first round.
func playing(t testing.TB, preset string, knobs map[string]string, o table.Options) *desk {
	t.Helper()
	return newDesk(t).open(preset, knobs, o).seated().started().dealt()
}

// move is what the seat on turn does by default, as its own command.
func (d *desk) move() (table.Actor, table.Command) {
	h := d.hidden()
	return d.seat(int(h.Full.Turn())), command(h.Full.Default())
}

func command(c domino.Command) table.Command {
	switch c := c.(type) {
	case domino.Play:
		return table.Play{Tile: c.Tile, Spot: c.Spot}
	case domino.Draw:
		return table.Draw{}
	}
	return table.Pass{}
}

// finishRound plays the round out by default moves.
func (d *desk) finishRound() *desk {
	d.t.Helper()
	for d.state.Phase == table.PhasePlaying {
		a, c := d.move()
		d.do(a, c)
	}
	return d
}

// finishMatch plays everything out.
func (d *desk) finishMatch() *desk {
	d.t.Helper()
	for d.state.Phase != table.PhaseFinished {
		switch d.state.Phase {
		case table.PhaseDealing:
			d.dealt()
		case table.PhasePlaying:
			d.finishRound()
		case table.PhaseScoring:
			d.do(scoring, table.Score{})
		default:
			d.t.Fatalf("phase %s has no end", d.state.Phase)
		}
	}
	return d
}

// randomMove picks one of the legal moves of the seat on turn.
func (d *desk) randomMove(r *rand.Rand) (table.Actor, table.Command) {
	h := d.hidden()
	turn := h.Full.Turn()
	v, err := table.View(d.state, h, turn)
	if err != nil {
		d.t.Fatal(err)
	}
	switch {
	case len(v.Plays) > 0:
		p := v.Plays[r.IntN(len(v.Plays))]
		return d.seat(int(turn)), table.Play{Tile: p.Tile, Spot: p.Spot}
	case v.MayDraw:
		return d.seat(int(turn)), table.Draw{}
	case v.MayPass:
		return d.seat(int(turn)), table.Pass{}
	}
	d.t.Fatalf("seat %d is on turn and may do nothing", turn)
	return table.Actor{}, nil
}

func answered(err error) bool {
	_, ok := errors.AsType[*table.AlreadyAnswered](err)
	return ok
}
